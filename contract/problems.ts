import type { AssumptionValues, ProblemId } from '../generated/names.ts';
import type { OpenApiDocument } from './openapi-document.ts';

/** A problem type of the mock's error responses (RFC 9457). */
export interface ProblemType {
  id: ProblemId;
  /** The URI of the problem type. */
  type: string;
  title: string;
  status: number;
}

/** The URI that names a kind of problem (RFC 9457, section 3.1.1). */
export function toProblemType(id: string): string {
  return `urn:problem-type:site-contract:${id}`;
}

export type ProblemCatalogue = Readonly<Record<ProblemId, ProblemType>>;

/** Reads the catalogue from `x-problems`; where an assumption decides a status, its value is the status. */
export function readProblems(
  document: OpenApiDocument,
  values: AssumptionValues,
): ProblemCatalogue {
  const assumed: Readonly<Record<string, unknown>> = { ...values };
  const entries = Object.entries(document['x-problems']).map(([id, { title, status }]) => {
    const decided = typeof status === 'number' ? status : assumed[status];
    if (typeof decided !== 'number') throw new Error(`x-problems/${id}: ${status} is not a status`);
    return [id, { id, type: toProblemType(id), title, status: decided }];
  });
  return Object.fromEntries(entries) as ProblemCatalogue;
}
