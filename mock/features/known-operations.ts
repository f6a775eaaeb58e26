import { matchNearest } from '../../contract/match-nearest.ts';

/** As many names are listed; in a larger contract, only the nearest one. */
const mostListed = 20;

/**
 * Explains in one clause that a name is not an operation of the contract. Undefined if it is one.
 * @param names the ids of its operations, and other accepted names
 */
export function explainUnknownOperation(
  name: string | undefined,
  names: readonly string[],
): string | undefined {
  if (name === undefined || names.includes(name)) return undefined;
  if (names.length <= mostListed) return `must be one of ${names.join(', ')}`;
  const nearest = matchNearest(name, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `is not an operation of the contract${hint}`;
}
