import type { Severity, Witness } from './change.ts';
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

/** A part of a request or response that both documents describe. */
export interface ValuePlace extends Pair {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  /** Shows a value within a whole request or response. */
  show(value: unknown, reason: string, provenBy: Witness['provenBy']): Witness;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export interface PairResult extends Pair {
  differences: Difference[];
  parts: PairPart[];
}

export interface PairPart {
  result: PairResult;
  whole: Pair;
  /** The name of a property or item. An alternative has none. */
  name?: string;
  /** Puts a value of the part into whole values that the sender may send. */
  embed(value: unknown): Iterable<unknown>;
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
  /** The pointer of the schema on the other side. */
  facing?: string;
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

/** @param embed puts a value of the part into the whole. Default: the part is an alternative of the whole */
export function addPart(
  whole: PairResult,
  result: PairResult,
  name?: string,
  embed: PairPart['embed'] = (value) => [value],
): void {
  whole.parts.push({ result, whole, embed, ...(name !== undefined && { name }) });
}

export function toSeverity({ kind, keyword, schema }: Difference): Severity {
  if (kind === 'break') return 'breaking';
  // What only the old document describes may be missing from now on, but it may have been missing before.
  const isLost = keyword === 'property-optional' && schema.side === 'old';
  return kind === 'doubt' || isLost ? 'unproven' : 'compatible';
}
