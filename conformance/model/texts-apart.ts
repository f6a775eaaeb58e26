/** Texts that differ by more than this are told apart by reading them. */
const shortText = 40;

/** Where two texts part, in code points, where the eye may miss it: they look the same, or are long. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string' || expected === received)
    return '';
  const left = [...expected];
  const right = [...received];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return ` (it is longer than expected, from character ${left.length + 1} on)`;
  if (at > 0 && at >= right.length)
    return ` (it is cut off after ${right.length} of ${left.length} characters)`;
  if (at === 0 && !looksTheSame(expected, received)) return '';
  if (left.length <= shortText && isPlain(expected) && isPlain(received)) return '';
  return ` (from character ${at + 1} on: expected ${toCodePoint(left[at])}, received ${toCodePoint(right[at])})`;
}

function looksTheSame(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}

/** Printable ASCII: what differs is seen. */
function isPlain(text: string): boolean {
  return /^[!-~]*$/.test(text);
}

function toCodePoint(character: string | undefined): string {
  return character === undefined
    ? 'the end'
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
