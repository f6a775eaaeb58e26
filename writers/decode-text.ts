/** A text in another form, and the part of the original text that each of its characters stands for. */
export interface View {
  text: string;
  /** The offset in the original text where each character starts. */
  starts: Uint32Array;
  /** The offset in the original text where each character ends. */
  ends: Uint32Array;
}

/**
 * Escapes of JSON, programs, XML, URLs and shells, also nested, and characters that a reader does not see: `k\0e\0y\0` is
 * UTF-16.
 */
const escapes =
  /'\\+''|\\+(?:u\{0*([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|0?([0-7]{3}))?|&(?:amp;)*(?:#x0*([\da-f]{1,6});?|#0*(\d{1,7});?|(lt|gt|quot|apos);)|&(?:amp;)+|%(?:25)*([0-7][\da-f])|[\0\u00ad\u200b-\u200f\u2060\ufeff]/gi;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'" };

/** How often a text may be escaped. */
const mostPasses = 5;

/** Decodes a text until nothing in it is escaped. */
export function decodeText(original: string): View {
  let view = toView(original);
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const decoded = replaceInView(view, escapes, toMeaning);
    if (decoded === view) break;
    view = decoded;
  }
  return view;
}

/** A view in which every character stands for itself. */
export function toView(text: string): View {
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    starts[at] = at;
    ends[at] = at + 1;
  }
  return { text, starts, ends };
}

/** What an escape means. Removes backslashes that escape nothing. */
function toMeaning(match: RegExpExecArray): string {
  const [encoded, brace, u, x, octal, entityHex, entity, name, percent] = match;
  if (name !== undefined) return entities[name.toLowerCase()] ?? '';
  if (octal !== undefined) return toCharacter(Number.parseInt(octal, 8));
  if (entity !== undefined) return toCharacter(Number(entity));
  const hex = [brace, u, x, entityHex, percent].find((digits) => digits !== undefined);
  if (hex !== undefined) return toCharacter(Number.parseInt(hex, 16));
  const first = encoded.charAt(0);
  return first === '&' || first === "'" ? first : '';
}

function toCharacter(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/**
 * Replaces what matches a global pattern. Returns the same view if nothing matches.
 * @param replace returns the replacement for a match, which must not be longer
 */
export function replaceInView(
  view: View,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string,
): View {
  const parts: string[] = [];
  const starts = new Uint32Array(view.text.length);
  const ends = new Uint32Array(view.text.length);
  let length = 0;
  let done = 0;
  const keepUntil = (index: number): void => {
    parts.push(view.text.slice(done, index));
    starts.set(view.starts.subarray(done, index), length);
    ends.set(view.ends.subarray(done, index), length);
    length += index - done;
  };
  for (const match of view.text.matchAll(pattern)) {
    keepUntil(match.index);
    done = match.index + match[0].length;
    const replacement = replace(match);
    parts.push(replacement);
    starts.fill(view.starts[match.index] ?? 0, length, length + replacement.length);
    ends.fill(view.ends[done - 1] ?? 0, length, length + replacement.length);
    length += replacement.length;
  }
  if (parts.length === 0) return view;
  keepUntil(view.text.length);
  const text = parts.join('');
  return { text, starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}
