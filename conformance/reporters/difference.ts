import { toExcerpt } from './text.ts';

/** What a reader may miss when two texts are compared by eye. */
export interface Difference {
  /** How much both texts share, as lengths at the start and at the end. */
  start: number;
  end: number;
  /** Where they differ and what stands there, for texts that look the same or are long. */
  note?: string;
}

/** How the note begins where the eye sees no difference. */
export const looksTheSame = 'They look the same but differ';

const longText = 100;
const shownCharacters = 12;

/**
 * Where two texts differ, when they are alike enough for that to help: half of the longer one is shared, or they look
 * the same.
 */
export function findDifference(expected: string, received: string): Difference | undefined {
  if (expected === received || expected === '' || received === '') return undefined;
  const start = countShared([...expected], [...received]);
  const end = countShared(
    [...expected.slice(start)].reverse(),
    [...received.slice(start)].reverse(),
  );
  const longer = Math.max(expected.length, received.length);
  const isAlike = toSkeleton(expected) === toSkeleton(received);
  if (!isAlike && (start + end) * 2 < longer) return undefined;
  if (!isAlike && longer < longText) return { start, end };
  // The quotation marks of JSON are not compared.
  const isQuoted = expected.startsWith('"') && received.startsWith('"');
  const place = [...expected.slice(0, start)].length + (isQuoted ? 0 : 1);
  const describe = isAlike ? toCodePoints : toQuotation;
  const [wanted, got] = [expected, received].map((text) =>
    describe(text.slice(start, text.length - end)),
  );
  const opening = isAlike ? looksTheSame : 'They differ';
  return {
    start,
    end,
    note: `${opening} at character ${place}: expected ${wanted}, received ${got}`,
  };
}

function toCodePoints(text: string): string {
  const characters = [...text];
  if (characters.length === 0) return 'nothing';
  const points = characters
    .slice(0, 3)
    .map((character) =>
      (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
    );
  return `${points.map((point) => `U+${point}`).join(' ')}${characters.length > 3 ? ' …' : ''}`;
}

function toQuotation(text: string): string {
  const characters = [...text];
  if (characters.length === 0) return 'nothing';
  return `“${characters.slice(0, shownCharacters).join('')}${characters.length > shownCharacters ? '…' : ''}”`;
}

/** Equal for texts that look the same: composed or not, with any kind of space, with marks that have no width. */
function toSkeleton(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/gu, ' ');
}

/** The length of what both have in common at the start. */
export function countShared(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index += 1) {
    length += one[index]?.length ?? 0;
  }
  return length;
}

/** What was expected and received, cut to a length so that the first difference is in both. */
interface Comparison {
  expected: string;
  received: string;
  /** Where the texts as they are shown differ, if they are alike. */
  difference: Difference | undefined;
  /** Where the whole texts differ, if the eye may miss it. */
  note: string | undefined;
}

/** How much of what both share stands in front of the difference. */
const lead = 40;

export function toComparison(
  { expected, received }: { expected: string; received: string },
  length: number,
): Comparison {
  const shared = countShared([...expected], [...received]);
  const from = shared > length / 2 ? shared - lead : 0;
  const shown = {
    expected: toExcerpt(expected, length, from),
    received: toExcerpt(received, length, from),
  };
  return {
    ...shown,
    difference: findDifference(shown.expected, shown.received),
    note: findDifference(expected, received)?.note,
  };
}
