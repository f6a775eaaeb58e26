import type { Fault } from '../../../contract/index.ts';
import type { FilledParameters, JsonBody } from '../../../contract/operation-types.ts';
import type {
  ControlOperationDefaults,
  ControlOperationId,
  ControlProblemId,
} from '../../../generated/control-names.ts';
import type { components, operations } from '../../../generated/control-types.ts';
import type { Core } from '../../create-core.ts';
import { type MockRequest, Refusal } from '../../handler.ts';
import type { ReplyContent } from '../../http/steps.ts';
import { refuseInvalidBody } from '../../http/steps.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** A refused request to the control surface. */
export class ControlRefusal extends Refusal<ControlProblemId> {}

export type ControlSchemas = components['schemas'];

/** The path and query parameters of an operation by name, with defaults filled in. */
export type ControlParameters<Id extends ControlOperationId> = FilledParameters<
  operations[Id],
  ControlOperationDefaults[Id]['parameters']
>;

/** The JSON body of an operation; undefined where it is optional. */
export type ControlBody<Id extends ControlOperationId> = JsonBody<operations[Id]>;

type Success<Id extends ControlOperationId> = Exclude<keyof operations[Id]['responses'], '4XX'>;
type ToResult<Status, Response> = Response extends { content: { 'application/json': infer Body } }
  ? { status: Status; body: Body }
  : Response extends { content: object }
    ? ReplyContent
    : { status: Status };

type ControlResult<Id extends ControlOperationId> = {
  [Status in Success<Id>]: ToResult<Status, operations[Id]['responses'][Status]>;
}[Success<Id>];

/** A request that matches the description of the control surface. */
interface ControlRequest<Id extends ControlOperationId> {
  request: MockRequest;
  baseUrl: string;
  parameters: ControlParameters<Id>;
  body: ControlBody<Id>;
  /** The name of the session to control. */
  session: string;
}

export type ControlHandler<Id extends ControlOperationId> = (
  request: ControlRequest<Id>,
) => Promise<ControlResult<Id> | ControlRefusal>;

/** The handlers of all operations. A new operation does not compile until it has one. */
export type ControlHandlers<Id extends ControlOperationId = ControlOperationId> = {
  readonly [Each in Id]: ControlHandler<Each>;
};

/** The dependencies of the operations of the control surface. */
export interface ControlContext {
  /** The controlled mock. */
  core: Core;
  /** The webhooks of the mock. */
  webhooks: Webhooks;
}

export function toOk<Body>(body: Body) {
  return { status: 200 as const, body };
}

/** Replies with 204, or with 404 and a detail if the item did not exist. */
export function toFound(existed: boolean, missing: string) {
  return existed ? { status: 204 as const } : new ControlRefusal('not-found', missing);
}

/** Refuses a body because of rules that the description of the control surface cannot express. */
export function refuseBody(wrong: readonly Fault[]): ControlRefusal {
  const { detail, faults } = refuseInvalidBody(wrong);
  return new ControlRefusal('invalid-body', detail, { faults });
}
