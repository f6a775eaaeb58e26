/*
 * service/entries/: the files that the package exports, which join the engine and the built-in service. It imports both. Start in
 * the entry that you look for: mock.ts, conformance.ts or client.ts.
 */

export * from '../../mock/index.ts';
export type {
  Behaviour,
  BehaviourContext,
  BehaviourReply,
  BehaviourRequest,
} from '../mock/behaviours.ts';
export { type Behaviours, behaviours } from '../mock/behaviours.ts';
export type { RouteRecord, SiteRecord, WebhookRecord } from '../mock/site-records.ts';
