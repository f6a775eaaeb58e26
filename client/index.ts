/*
 * client/: a typed client of the service over fetch, for browsers and every other runtime with the Fetch API. It imports
 * generated/, types of contract/ and its parse-url.ts. Start in create-client.ts.
 */

export type { OperationRequest, OperationResponse } from '../contract/operation-types.ts';
export type { OperationId } from '../generated/names.ts';
export type * from '../generated/types.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
} from './create-client.ts';
export { ApiProblem, type ApiProblemOptions } from './response.ts';
