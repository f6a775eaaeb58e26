import { comma, isClosing, isOpening, visitStructure } from '../../contract/json-structure.ts';

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
  /** JSON with more values, or nested more deeply, is not parsed: both cost far more memory than their text. */
  values: 200_000,
  depth: 500,
};

export function toReply(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): TargetReply {
  return {
    status,
    headers,
    // A view of a large body would keep the whole body in memory.
    bytes: body.length > bounds.shown ? Uint8Array.from(body.subarray(0, bounds.shown)) : body,
    size: body.length,
    ...readJson(body),
  };
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
export function readJson(bytes: Uint8Array): Pick<TargetReply, 'json' | 'unreadable'> {
  const refuse = (unreadable: string) => ({ json: undefined, unreadable });
  if (bytes.length === 0) return refuse('the body is empty');
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse('the body is not UTF-8');
  if (text.startsWith('\uFEFF')) return refuse('the body starts with a byte order mark');
  const { depth, values } = measure(bytes);
  // Validators and other functions recurse into the JSON.
  if (depth > bounds.depth) return refuse(`the body is nested ${depth} levels deep`);
  if (values > bounds.values)
    return refuse(`the body is JSON with more than ${bounds.values} values`);
  try {
    return { json: JSON.parse(text), unreadable: undefined };
  } catch (error) {
    return refuse(`the body is not JSON (${error instanceof Error ? error.message : error})`);
  }
}

/** Measures JSON without parsing it. The result is meaningless if the text is not JSON. */
function measure(bytes: Uint8Array): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  visitStructure(bytes, (character) => {
    if (character === comma) values += 1;
    else if (isClosing(character)) depth -= 1;
    else if (isOpening(character)) {
      depth += 1;
      values += 1;
      deepest = Math.max(deepest, depth);
    }
  });
  return { depth: deepest, values };
}
