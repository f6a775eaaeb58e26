/** The contract as data. Nothing here imports `node:` modules; loading files is in `load-contract.ts`. */

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
export { type Assumption, explainWrongValue, listAssumptions } from './assumptions.ts';
export {
  type Contract,
  contract,
  createContract,
  type ProblemCatalogue,
  type ProblemType,
} from './create-contract.ts';
export type { Match } from './match-operation.ts';
export type { AssumptionValue, OpenApiDocument, Schema } from './openapi-document.ts';
export {
  matchStatus,
  type Operation,
  type Parameter,
  type Reply as DocumentedReply,
  type RequestBody as DocumentedRequestBody,
  successReply,
} from './operation.ts';
export { type ParsedParameters, parseParameters } from './parse-parameters.ts';
export type { Parameters, Reply, RequestBody } from './types.ts';
export {
  type CompiledSchema,
  type CompiledSchemas,
  mostFaults,
  type Validators,
} from './validators.ts';
