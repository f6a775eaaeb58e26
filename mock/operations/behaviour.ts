import type {
  AssumptionValues,
  OperationId,
  Parameters,
  Reply,
  RequestBody,
} from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import type { Keep, KeptJson } from '../http/kept-json.ts';
import type { Answer } from '../store/answer.ts';
import type { Store } from '../store/store.ts';

/** What an operation is asked, after the contract has accepted it. */
export interface BehaviourRequest<Id extends OperationId> {
  parameters: Parameters<Id>;
  body: RequestBody<Id>;
}

/** A body in whose lists the JSON of a resource may stand in its place. */
type Shown<Body> = {
  [Field in keyof Body]: Body[Field] extends readonly (infer Item)[]
    ? readonly (Item | KeptJson)[]
    : Body[Field];
};

/** A reply of success. */
export interface BehaviourReply<Id extends OperationId> {
  body: Shown<Reply<Id>['body']>;
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
  keep: Keep;
}

/** What an operation does once its request is known to keep the contract. A client's mistake is a refusal. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => Answer<BehaviourReply<Id> | Refusal>;
