import type {
  OperationBodies,
  OperationParameters,
  OperationResponses,
  OperationStatuses,
} from '../generated/models.ts';
import type { OperationId } from '../generated/names.ts';
import type { components } from '../generated/types.ts';

export type Schemas = components['schemas'];

/** The path and query parameters of an operation by name, with defaults filled in. */
export type Parameters<Id extends OperationId> = OperationParameters[Id];

/** The JSON body of a request, with defaults filled in. Includes undefined if the body is optional. */
export type RequestBody<Id extends OperationId> = OperationBodies[Id];

/** A successful response: its status and its JSON body. */
export interface Reply<Id extends OperationId> {
  status: OperationStatuses[Id];
  body: OperationResponses[Id];
}
