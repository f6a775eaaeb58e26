import { explainWrongValue } from './assumptions.ts';
import { DocumentError } from './document-error.ts';
import { matchNearest } from './match-nearest.ts';
import type { AssumptionObject, AssumptionValue, OpenApiDocument } from './openapi-document.ts';
import { isRecord } from './resolve-reference.ts';

/**
 * Fills in what a document of one's own need not say: the assumptions and the problems that it leaves out. Which values
 * of an assumption are known is a fact about the mock, so it always comes from the contract that ships.
 * @param place for messages: the file, or the action of an overlay
 * @throws DocumentError naming the assumption
 */
export function completeDocument(
  given: Record<string, unknown>,
  shipped: OpenApiDocument,
  place: string,
): Record<string, unknown> {
  const assumptions = readSection(given, 'x-assumptions', place);
  const known = shipped['x-assumptions'];
  for (const id of Object.keys(assumptions)) {
    if (!Object.hasOwn(known, id))
      throw new DocumentError(`${place}: ${explainUnknown(id, Object.keys(known))}`);
  }
  return {
    ...given,
    'x-assumptions': Object.fromEntries(
      Object.entries(known).map(([id, entry]) => [
        id,
        completeAssumption(entry, assumptions[id], `${place}: x-assumptions/${id}`),
      ]),
    ),
    'x-problems': { ...shipped['x-problems'], ...readSection(given, 'x-problems', place) },
  };
}

function completeAssumption(
  entry: AssumptionObject,
  given: unknown,
  place: string,
): AssumptionObject {
  if (given === undefined) return entry;
  if (!isRecord(given) || !isAssumptionValue(given['value']))
    throw new DocumentError(`${place} is not an object with a value`);
  const completed = { ...entry, ...given, value: given['value'], known: entry.known };
  const wrong = explainWrongValue(completed);
  if (wrong === undefined) return completed;
  const texts = entry.known.map(({ value }) => String(value));
  const nearest = matchNearest(String(completed.value), texts);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new DocumentError(`${place}: ${wrong}${hint}`);
}

function readSection(given: Record<string, unknown>, key: string, place: string) {
  const section = given[key] ?? {};
  if (!isRecord(section)) throw new DocumentError(`${place}: ${key} is not an object`);
  return section;
}

function explainUnknown(id: string, known: readonly string[]): string {
  const nearest = matchNearest(id, known);
  return `unknown assumption "${id}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function isAssumptionValue(value: unknown): value is AssumptionValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
