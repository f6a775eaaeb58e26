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
  /** JSON of more values than this is not looked at. */
  values: 200_000,
  depth: 500,
};

export function toReply(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): TargetReply {
  const read = readJson(body);
  const isLarge = body.length > bounds.whole;
  const kept = isLarge ? shorten(read.json) : { json: read.json, weight: 0, isCut: false };
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

/** JSON text is UTF-8 without a byte order mark (RFC 8259, section 8.1). */
export function readJson(bytes: Uint8Array): { json: unknown; unreadable: string | undefined } {
  if (bytes.length === 0) return { json: undefined, unreadable: 'the body is empty' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { json: undefined, unreadable: 'the body is not UTF-8' };
  }
  if (text.startsWith('\uFEFF'))
    return { json: undefined, unreadable: 'the body starts with a byte order mark' };
  // Validators and other functions on values are recursive.
  const depth = measureDepth(bytes);
  if (depth > bounds.depth)
    return { json: undefined, unreadable: `the body is JSON of ${depth} levels` };
  try {
    return { json: JSON.parse(text), unreadable: undefined };
  } catch (error) {
    return {
      json: undefined,
      unreadable: `the body is not JSON (${error instanceof Error ? error.message : error})`,
    };
  }
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  ...Buffer.from('"\\[]{}'),
];

function measureDepth(bytes: Uint8Array): number {
  let [depth, most, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      if (depth > most) most = depth;
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1;
  }
  return most;
}

/** Keeps the beginning of long lists and texts. What is left is a new value: nothing of the old one stays in memory. */
function shorten(json: unknown): { json: unknown; weight: number; isCut: boolean } {
  let [count, weight] = [0, 0];
  const copy = (value: unknown): unknown => {
    count += 1;
    weight += 40;
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
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copy(field)]));
  };
  return { json: copy(json), weight, isCut: count > bounds.values };
}
