/** A response. `json` is undefined if the body is not JSON in UTF-8; `unreadable` then contains the reason. */
export interface TargetReply {
  /** The status. */
  status: number;
  /** The headers, by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** The first part of the body, up to the size for reports. */
  bytes: Uint8Array;
  /** Length of the whole body in bytes. */
  size: number;
  /** The body as JSON. Undefined if it is not JSON in UTF-8. */
  json: unknown;
  /** Why there is no JSON. Undefined if there is. */
  unreadable: string | undefined;
  /** The approximate memory of the JSON of a large body; 0 for other bodies. */
  weight: number;
}

/**
 * How much of a body is read and kept. A page of the contract has at most 100 records, so checks never need more. An endless
 * response must not exhaust the memory.
 */
export const bounds = {
  /** Maximum number of bytes to read. */
  read: 6_000_000,
  /** Maximum number of bytes kept for reports. */
  shown: 65_536,
  /** Smaller bodies are kept whole. */
  whole: 32_768,
  /** In large bodies, longer lists and texts are truncated to this. */
  items: 1000,
  text: 65_536,
  /** JSON with more values is not evaluated: in the body, and in the part that is kept. */
  parsed: 400_000,
  values: 200_000,
  /** Maximum number of members of an object. Each name takes more memory than its value. */
  members: 10_000,
  depth: 500,
};

export function toReply(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): TargetReply {
  const read = readJson(body);
  const isLarge = body.length > bounds.whole;
  const kept = isLarge
    ? shorten(read.json)
    : { json: read.json, weight: read.weight > weights.light ? read.weight : 0, isCut: false };
  return {
    status,
    headers,
    // A view of a large body would keep the whole body in memory.
    bytes: body.length > bounds.shown ? Uint8Array.from(body.subarray(0, bounds.shown)) : body,
    size: body.length,
    json: kept.isCut ? undefined : kept.json,
    unreadable: kept.isCut
      ? `the body is JSON with more than ${bounds.values} values`
      : read.unreadable,
    weight: kept.weight,
  };
}

/** Approximate memory of JSON values, in bytes. An ordinary page takes less than `light` and is always kept. */
const weights = { value: 40, member: 100, light: 200_000 };

interface JsonRead {
  json: unknown;
  unreadable: string | undefined;
  weight: number;
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8, including a byte order mark. Undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** JSON text is UTF-8 without a byte order mark (RFC 8259, section 8.1). */
export function readJson(bytes: Uint8Array): JsonRead {
  const refuse = (unreadable: string): JsonRead => ({ json: undefined, unreadable, weight: 0 });
  if (bytes.length === 0) return refuse('the body is empty');
  // This comes first, because parsing allocates the memory.
  const { depth, values, members, longest } = measure(bytes);
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse('the body is not UTF-8');
  if (text.startsWith('\uFEFF')) return refuse('the body starts with a byte order mark');
  // Validators and other functions recurse into the JSON.
  if (depth > bounds.depth) return refuse(`the body is nested ${depth} levels deep`);
  if (values > bounds.parsed)
    return refuse(`the body is JSON with more than ${bounds.parsed} values`);
  if (longest > bounds.members) return refuse(`the body has an object of ${longest} members`);
  const weight = weights.value * values + weights.member * members + bytes.length;
  try {
    return { json: JSON.parse(text), unreadable: undefined, weight };
  } catch (error) {
    return refuse(`the body is not JSON (${error instanceof Error ? error.message : error})`);
  }
}

const [quote, backslash, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [
  ...Buffer.from('"\\,:[]{}'),
];

/** Measures JSON without parsing it. The result is meaningless if the text is not JSON. */
function measure(bytes: Uint8Array) {
  /**
   * `values` is an upper bound, since an empty list or object may count twice. `longest` is the number of members of the
   * largest object.
   */
  const measured = { depth: 0, values: 1, members: 0, longest: 0 };
  /** Number of members of each open list or object, by depth. */
  const open = new Uint32Array(bounds.depth + 1);
  let [depth, isText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
      continue;
    }
    switch (byte) {
      case quote:
        isText = true;
        break;
      case comma:
        measured.values += 1;
        break;
      case colon: {
        measured.members += 1;
        const count = (open[depth] ?? 0) + 1;
        open[depth] = count;
        if (count > measured.longest) measured.longest = count;
        break;
      }
      case openBracket:
      case openBrace:
        depth += 1;
        measured.values += 1;
        open[depth] = 0;
        if (depth > measured.depth) measured.depth = depth;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
    }
  }
  return measured;
}

/** Truncates long lists and texts. The result is a new value that does not keep the old one in memory. */
function shorten(json: unknown): { json: unknown; weight: number; isCut: boolean } {
  let [count, weight] = [0, 0];
  const copy = (value: unknown): unknown => {
    count += 1;
    weight += weights.value;
    if (count > bounds.values) return undefined;
    if (typeof value === 'string') {
      const text = value.slice(0, bounds.text);
      weight += 2 * text.length;
      // A slice would keep the whole text in memory.
      return text.length === value.length
        ? value
        : Buffer.from(text, 'utf16le').toString('utf16le');
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.slice(0, bounds.items).map(copy);
    const fields = Object.entries(value);
    for (const [name] of fields) weight += weights.member + 2 * name.length;
    return Object.fromEntries(fields.map(([name, field]) => [name, copy(field)]));
  };
  return { json: copy(json), weight, isCut: count > bounds.values };
}
