import type {
  OperationBodies,
  OperationParameters,
  OperationResponses,
  OperationStatuses,
} from '../generated/models.ts';
import type { OperationId } from '../generated/names.ts';
import type { components } from '../generated/types.ts';

/** The contract as data. This entry does not import `node:` modules; `load-contract.ts` loads files. */

export type * from '../generated/models.ts';
export {
  type AssumptionId,
  type AssumptionValues,
  assumptionIds,
  type OperationId,
  operationIds,
  type ProblemId,
  problemIds,
} from '../generated/names.ts';
export {
  type Assumption,
  type Contract,
  contract,
  createContract,
  explainWrongValue,
  listAssumptions,
  type ProblemCatalogue,
  type ProblemType,
} from './create-contract.ts';
export type { Match } from './match-operation.ts';
export type { AssumptionValue, OpenApiDocument, Schema } from './openapi-document.ts';
export {
  type DocumentedReply,
  type DocumentedRequestBody,
  matchStatus,
  type Operation,
  type Parameter,
  successReply,
} from './operation.ts';
export { type ParsedParameters, parseParameters } from './parse-parameters.ts';
export {
  type CompiledSchema,
  type CompiledSchemas,
  mostFaults,
  type Validators,
} from './validators.ts';

/** The types of the document's schemas, by name. */
export type Schemas = components['schemas'];

/** The path and query parameters of an operation by name, with defaults filled in. */
export type Parameters<Id extends OperationId> = OperationParameters[Id];

/** The JSON body of a request, with defaults filled in. Includes undefined if the body is optional. */
export type RequestBody<Id extends OperationId> = OperationBodies[Id];

/** A successful response: its status and its JSON body. */
export interface Reply<Id extends OperationId> {
  /** The documented status. */
  status: OperationStatuses[Id];
  /** The JSON body. */
  body: OperationResponses[Id];
}
