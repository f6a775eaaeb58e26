/*
 * contract/: a document as data, for every other folder. It may import generated/ and writers/. This entry lists what others
 * use, and imports no `node:` module; load-contract.ts loads files. Start in create-contract.ts.
 */

import type { components } from '../generated/types.ts';

export {
  type AssumptionId,
  type AssumptionValues,
  assumptionIds,
  type OperationId,
  operationIds,
  type ProblemId,
  problemIds,
} from '../generated/names.ts';
export type * from '../generated/types.ts';
export {
  type Assumption,
  type Contract,
  contract,
  createContract,
  explainWrongValue,
  listAssumptions,
  listGeneralAssumptions,
  type ProblemCatalogue,
  type ProblemType,
} from './create-contract.ts';
export type { Match } from './match-operation.ts';
export type { AssumptionValue, OpenApiDocument, Schema } from './openapi-document.ts';
export {
  type DocumentedRequestBody,
  type DocumentedResponse,
  findResponse,
  findSuccess,
  matchStatus,
  type Operation,
  type Parameter,
  successResponse,
} from './operation.ts';
export type { Parameters, Reply, RequestBody } from './operation-types.ts';
export { createParameterParser, type ParsedParameters } from './parameters/parse-parameters.ts';
export {
  type CompiledSchema,
  type CompiledSchemas,
  mostFaults,
  type Validate,
  type Validators,
} from './validators.ts';

/** The types of the document's schemas, by name. */
export type Schemas = components['schemas'];
