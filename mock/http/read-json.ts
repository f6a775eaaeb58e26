import { Refusal } from '../refusal.ts';

/** Maximum depth of nested arrays and objects. RFC 8259, section 9, allows such a limit. */
const deepest = 500;

/**
 * Maximum number of values and fields for each megabyte of a body: millions of empty objects would fill the memory. A
 * state whose sites only have short names contains 160,000 values in a megabyte.
 */
const mostValues = 200_000;

// The byte order mark is kept, and then refused: RFC 8259, section 8.1, forbids it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a body. Returns any JSON value, or the refusal if the body is not JSON. */
export function readJson(bytes: Uint8Array): { value: unknown } | Refusal {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuseUnreadable('has bytes that are not UTF-8', 'Send the JSON in UTF-8.');
  }
  if (text.startsWith('\ufeff'))
    return refuseUnreadable('starts with a byte order mark', 'Send the JSON without it.');
  const excess = text.length > 2 * deepest ? findExcess(text, bytes.length / 1_000_000) : undefined;
  if (excess !== undefined) return refuseUnreadable(excess, 'Send a smaller one.');
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuseUnreadable(`is not JSON: ${reason}`, 'Send one JSON text (RFC 8259).');
  }
}

export function refuseUnreadable(fault: string, advice: string): Refusal {
  const faults = [{ pointer: '', detail: fault }];
  return new Refusal('unreadable-body', `The request body ${fault}. ${advice}`, { faults });
}

/** Counts brackets and commas, until a limit is exceeded. */
function findExcess(text: string, megabytes: number): string | undefined {
  const most = Math.floor(Math.max(1, megabytes) * mostValues);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = findEndOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        break;
      case ',':
        values += 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
    }
    if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    if (values > most) return `has more than ${most} values`;
  }
  return undefined;
}

/** Returns the index of the quotation mark that ends a string, or the end of the text if the string is not closed. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}
