import { countShared, type Difference, findDifference } from './difference.ts';
import { toExcerpt } from './visible-text.ts';

/** What was expected and received, cut to a length so that the first difference is in both. */
export interface Comparison {
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
