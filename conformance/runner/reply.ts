/** A response. `json` is undefined if the body is not JSON in UTF-8; `unreadable` then contains the reason. */
export interface TargetReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The beginning of the body, as far as a report shows it. */
  bytes: Uint8Array;
  /** The length of the whole body. */
  size: number;
  json: unknown;
  unreadable: string | undefined;
  /** The approximate memory of the JSON of a large body; 0 for other bodies. */
  weight: number;
}

/**
 * What is read and kept of a body. A page of the contract has at most 100 records: what goes beyond these bounds is
 * never needed to judge it, and a target that answers without end must not exhaust the memory.
 */
export const bounds = {
  /** A body is not read beyond this. */
  read: 6_000_000,
  /** So much of a body is kept for reports. */
  shown: 65_536,
  /** A body of fewer bytes is kept whole. */
  whole: 32_768,
  /** Of a longer list or text in a large body, this is the part that is looked at. */
  items: 1000,
  text: 65_536,
  /** JSON of more values than this is not looked at: in the body, and in the part of it that is kept. */
  parsed: 400_000,
  values: 200_000,
  /** So many members an object may have: each name takes more memory than its value. */
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
    // Part of a large body must not keep the whole body in memory.
    bytes: body.length > bounds.shown ? Uint8Array.from(body.subarray(0, bounds.shown)) : body,
    size: body.length,
    json: kept.isCut ? undefined : kept.json,
    unreadable: kept.isCut
      ? `the body is JSON of more than ${bounds.values} values`
      : read.unreadable,
    weight: kept.weight,
  };
}

/** The approximate memory of JSON, in bytes. An ordinary page has less than `light`, and is always kept. */
const weights = { value: 40, member: 100, light: 200_000 };

interface JsonRead {
  json: unknown;
  unreadable: string | undefined;
  weight: number;
}

/** JSON text is UTF-8 without a byte order mark (RFC 8259, section 8.1). */
export function readJson(bytes: Uint8Array): JsonRead {
  const refuse = (unreadable: string): JsonRead => ({ json: undefined, unreadable, weight: 0 });
  if (bytes.length === 0) return refuse('the body is empty');
  // Before it is parsed, because parsing is what takes the memory.
  const { depth, values, members, longest } = measure(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('the body is not UTF-8');
  }
  if (text.startsWith('\uFEFF')) return refuse('the body starts with a byte order mark');
  // Validators and other functions on values are recursive.
  if (depth > bounds.depth) return refuse(`the body is JSON of ${depth} levels`);
  if (values > bounds.parsed)
    return refuse(`the body is JSON of more than ${bounds.parsed} values`);
  if (longest > bounds.members)
    return refuse(`the body is JSON with an object of ${longest} members`);
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

interface Measured {
  depth: number;
  /** Values at most: an empty list or object may count twice. */
  values: number;
  members: number;
  /** Members of the object that has the most of them. */
  longest: number;
}

/** Measures JSON without reading it. Of what is no JSON, the result means nothing. */
function measure(bytes: Uint8Array): Measured {
  const measured: Measured = { depth: 0, values: 1, members: 0, longest: 0 };
  /** Members so far of the lists and objects that are open, as deep as bodies may be. */
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

/** Keeps the beginning of long lists and texts. What is left is a new value: nothing of the old one stays in memory. */
function shorten(json: unknown): { json: unknown; weight: number; isCut: boolean } {
  let [count, weight] = [0, 0];
  const copy = (value: unknown): unknown => {
    count += 1;
    weight += weights.value;
    if (count > bounds.values) return undefined;
    if (typeof value === 'string') {
      const text = value.slice(0, bounds.text);
      weight += 2 * text.length;
      // A slice refers to the text that it was cut from.
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
