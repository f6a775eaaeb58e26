/** The mock as the package exports it: the engine, and what it knows of the Site Management Service. */

export * from '../../mock/index.ts';
export type {
  Behaviour,
  BehaviourContext,
  BehaviourReply,
  BehaviourRequest,
} from '../mock/behaviours.ts';
export { type Behaviours, behaviours } from '../mock/behaviours.ts';
export type { RouteRecord, SiteRecord, WebhookRecord } from '../mock/site-records.ts';
