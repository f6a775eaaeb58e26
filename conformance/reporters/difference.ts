import { toExcerpt } from './text.ts';

/** A difference between two texts that a reader may miss. */
export interface Difference {
  /** Lengths of the parts that both texts share, at the start and at the end. */
  start: number;
  end: number;
  /** A description of the difference, for texts that look the same or are long. */
  note?: string;
}

/** Start of the note if the texts look the same. */
export const looksTheSame = 'They look the same but differ';

const longText = 100;
const shownCharacters = 12;

/**
 * Locates the difference between two texts, if they share half of the longer one or look the same. Otherwise, marking it
 * would not help.
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
  // Ignore the quotation marks of JSON.
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

/**
 * Normalises a text so that texts that look the same become equal: composed characters, kinds of spaces, and zero-width
 * characters.
 */
function toSkeleton(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/gu, ' ');
}

/** Length of the common start of both. */
export function countShared(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index += 1) {
    length += one[index]?.length ?? 0;
  }
  return length;
}

/** The expected and the received value, each cut so that it shows the first difference. */
interface Comparison {
  expected: string;
  received: string;
  /** The difference between the cut texts, if they are similar. */
  difference: Difference | undefined;
  /** The difference between the whole texts, if a reader may miss it. */
  note: string | undefined;
}

/** Number of common characters to show before the difference. */
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
