import type { AssumptionId, AssumptionValues } from '../generated/names.ts';
import type { AssumptionObject, OpenApiDocument } from './openapi-document.ts';

/** A question that the interface leaves open, with the value chosen. */
export interface Assumption extends AssumptionObject {
  id: AssumptionId;
}

/** The assumptions of a document, in the order of the document. */
export function listAssumptions(document: OpenApiDocument): Assumption[] {
  return Object.entries(document['x-assumptions']).map(([id, assumption]) => ({
    id: id as AssumptionId,
    ...assumption,
  }));
}

/** The values that hold, by id, checked against what the mock knows. */
export function readAssumptionValues(document: OpenApiDocument): AssumptionValues {
  const assumptions = document['x-assumptions'];
  for (const [id, assumption] of Object.entries(assumptions)) {
    const wrong = explainWrongValue(assumption);
    if (wrong !== undefined) throw new Error(`x-assumptions/${id}: ${wrong}`);
  }
  return Object.fromEntries(
    Object.entries(assumptions).map(([id, { value }]) => [id, value]),
  ) as unknown as AssumptionValues;
}

/**
 * Explains in one clause what is wrong with the value of an assumption. Returns undefined if the value can be used.
 */
export function explainWrongValue(assumption: AssumptionObject): string | undefined {
  const { value, known, open } = assumption;
  if (known.some((candidate) => candidate.value === value)) return undefined;
  if (open !== undefined && isOpenFor(assumption)) return undefined;
  const values = known.map((candidate) => JSON.stringify(candidate.value)).join(', ');
  return `${JSON.stringify(value)} is not one of ${values}${open === undefined ? '' : ` (or ${open})`}`;
}

/** An open value is a whole number within the bounds where numbers are known, and a text where none are. */
function isOpenFor({ value, known, minimum = 1, maximum = Infinity }: AssumptionObject): boolean {
  const isNumber = known.some((candidate) => typeof candidate.value === 'number');
  if (!isNumber) return typeof value === 'string';
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return value >= minimum && value <= maximum;
}
