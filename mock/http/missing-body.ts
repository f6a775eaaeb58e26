import type { AssumptionId, AssumptionValues, Operation } from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import { refuseUnreadable } from './read-json.ts';

/** What an operation reads when no body was sent, and none is needed. */
export const missingBody = { value: undefined };

/** Where the document lets a body be left out, these decide. */
const deciding = ['missing-update-body', 'missing-duplicate-body'] satisfies AssumptionId[];

/** Makes the step for a request without a body. */
export function createMissingBodyReader(
  { requestBody, assumptions }: Operation,
  values: AssumptionValues,
): () => typeof missingBody | Refusal {
  const refused = deciding.some((id) => assumptions.includes(id) && values[id] === 'refused');
  if (requestBody === undefined || !(requestBody.required || refused)) return () => missingBody;
  const refusal = refuseUnreadable(
    'is missing',
    `Send one of the media type ${requestBody.mediaType}.`,
  );
  return () => refusal;
}
