import type {
  AssumptionValues,
  OperationId,
  Parameters,
  Reply,
  RequestBody,
} from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import type { Answer } from '../store/answer.ts';
import type { Store } from '../store/store.ts';
import type { CreateResource } from './create-resource.ts';

/** A validated request. */
export interface BehaviourRequest<Id extends OperationId> {
  parameters: Parameters<Id>;
  body: RequestBody<Id>;
}

/** A success response. */
export interface BehaviourReply<Id extends OperationId> {
  body: Reply<Id>['body'];
  /** The status. Default: the documented one. Required if the document shows only a range. */
  status?: Reply<Id>['status'];
}

/** What a behaviour can use. */
export interface BehaviourContext {
  store: Store;
  /** The values of the assumptions, for what the interface leaves open. */
  assumptions: AssumptionValues;
  createUuid: () => string;
  /** Converts an id to the upper or lower case that the mock uses. */
  writeUuid: (id: string) => string;
  createResource: CreateResource;
}

/** Carries out an operation, after its request was validated. A client's mistake is returned as a refusal. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => Answer<BehaviourReply<Id> | Refusal>;
