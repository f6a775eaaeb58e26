import type {
  ControlOperationId,
  ControlParameterDefaults,
  ControlProblemId,
} from '../../../generated/control-names.ts';
import type { components, operations } from '../../../generated/control-types.ts';
import type { RequestHead } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import type { Answer } from '../../store/answer.ts';
import type { FileResult, StreamResult } from './control-reply.ts';

/** The end of a request to the control surface that cannot be met. */
export class ControlRefusal extends Refusal<ControlProblemId> {}

export type ControlSchemas = components['schemas'];

type Given<Places, Place extends string> = Places extends { [place in Place]?: infer Values }
  ? NonNullable<Values> extends never
    ? unknown
    : NonNullable<Values>
  : unknown;
type Sent<Id extends ControlOperationId> = Given<operations[Id]['parameters'], 'path'> &
  Given<operations[Id]['parameters'], 'query'>;
type Defaulted<Id> = Id extends keyof ControlParameterDefaults
  ? ControlParameterDefaults[Id]
  : never;

/** The path and query parameters of an operation, by name, once defaults have been filled in. */
export type ControlParameters<Id extends ControlOperationId> = Sent<Id> &
  Required<Pick<Sent<Id>, Extract<keyof Sent<Id>, Defaulted<Id>>>>;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON body that an operation takes; undefined where it may be left out. */
export type ControlBody<Id extends ControlOperationId> =
  | Json<NonNullable<operations[Id]['requestBody']>>
  | (undefined extends operations[Id]['requestBody'] ? undefined : never);

type Success<Id extends ControlOperationId> = Exclude<keyof operations[Id]['responses'], '4XX'>;
type ToResult<Status, Response> = Response extends { content: { 'application/json': infer Body } }
  ? { status: Status; body: Body }
  : Response extends { content: { 'text/event-stream': unknown } }
    ? StreamResult
    : Response extends { content: object }
      ? FileResult
      : { status: Status };

/** What an operation answers when it succeeds. */
export type ControlResult<Id extends ControlOperationId> = {
  [Status in Success<Id>]: ToResult<Status, operations[Id]['responses'][Status]>;
}[Success<Id>];

/** What an operation is asked, after the description of the control surface has accepted it. */
export interface ControlRequest<Id extends ControlOperationId> {
  head: RequestHead;
  /** The base URL that the client called. */
  baseUrl: string;
  parameters: ControlParameters<Id>;
  body: ControlBody<Id>;
  /** The session that the request names. */
  session: Session;
}

export type ControlHandler<Id extends ControlOperationId> = (
  request: ControlRequest<Id>,
) => Answer<ControlResult<Id> | ControlRefusal>;

/** Every operation of the document, or these of them. A new one does not compile until it is written. */
export type ControlHandlers<Id extends ControlOperationId = ControlOperationId> = {
  readonly [Each in Id]: ControlHandler<Each>;
};
