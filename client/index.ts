/** A typed client of the service over fetch, for browsers and everything else that has the Fetch API. */

export type {
  EventType,
  LocalizedVariant,
  Problem,
  Route,
  Site,
  SitePage,
  Webhook,
} from '../contract/types.ts';
export type { OperationId } from '../generated/names.ts';
export { ApiProblem, type ApiProblemOptions } from './api-problem.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
} from './create-client.ts';
export { type ListAllSitesOptions, listAllSites } from './list-all-sites.ts';
export type { Answered, Sent } from './operation-types.ts';
