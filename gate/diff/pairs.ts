import type { Schema } from './schemas.ts';
import type { Wire } from './validator.ts';
import type { View } from './views.ts';

/** Two schemas to compare. */
export interface Pair {
  sender: View;
  receiver: View;
  wire: Wire;
  /** Whether the rules for requests apply: a property that is no longer described, and defaults. */
  hasRules: boolean;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export interface PairResult extends Pair {
  differences: Difference[];
  /** An alternative has no name: its values are values of the whole. A property or an item has one. */
  parts: { result: PairResult; name?: string }[];
}

/**
 * A difference between two schemas. It is a break if the sender may send a value that the receiver refuses, a doubt if this
 * could not be decided, and otherwise a note.
 */
export interface Difference {
  kind: 'break' | 'doubt' | 'note';
  /** The schema that decides. */
  schema: Schema;
  /**
   * Its keyword, or another kind of difference: `property-removed` is ignored by the receiver, `property-optional` is only
   * described by one side, an `alternative` only by the receiver; `not-compared`, and `rewritten` without any effect.
   */
  keyword: string;
  /** The name of a property, or the listed values. */
  detail?: string | undefined;
  /** The value of a break. */
  value?: unknown;
  /** Whether the receiver refuses the value by a rule that does not depend on validation. */
  isRule?: boolean;
  /** The `oneOf` that has to match exactly once. */
  exact?: Schema;
  /** Why a doubt could not be decided. */
  reason?: string | undefined;
}

export const noEffect = 'no value was found that shows an effect';

export function createResult(pair: Pair): PairResult {
  return { ...pair, differences: [], parts: [] };
}

/** Adds a difference, if the schema exists that it belongs to. */
export function report(
  { differences }: PairResult,
  kind: Difference['kind'],
  schema: Schema | undefined,
  keyword: string,
  more: Partial<Difference> = {},
): void {
  if (schema !== undefined) differences.push({ kind, schema, keyword, ...more });
}

/** Whether nothing speaks against what a comparison shows. */
export function isClean(result: PairResult, seen = new Set<PairResult>()): boolean {
  if (seen.has(result)) return true;
  seen.add(result);
  const isQuiet = result.differences.every(({ kind }) => kind === 'note');
  return isQuiet && result.parts.every((part) => isClean(part.result, seen));
}
