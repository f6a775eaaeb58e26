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

/** What an operation is asked, after the contract has accepted it. */
export interface BehaviourRequest<Id extends OperationId> {
  parameters: Parameters<Id>;
  body: RequestBody<Id>;
}

/** A reply of success. */
export interface BehaviourReply<Id extends OperationId> {
  body: Reply<Id>['body'];
  /** Default: the documented one. Where the document shows a range alone, the behaviour has to choose. */
  status?: Reply<Id>['status'];
}

/** What a behaviour works with. */
export interface BehaviourContext {
  store: Store;
  /** The values that hold where the interface is silent. */
  assumptions: AssumptionValues;
  createUuid: () => string;
  /** An id in the case that ids are written in. */
  writeUuid: (id: string) => string;
  createResource: CreateResource;
}

/** What an operation does once its request is known to keep the contract. A client's mistake is a refusal. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => Answer<BehaviourReply<Id> | Refusal>;
