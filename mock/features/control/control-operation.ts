import { toProblemType } from '../../../contract/create-contract.ts';
import type { Fault } from '../../../contract/index.ts';
import { mostFaults } from '../../../contract/validators.ts';
import { controlProblems } from '../../../generated/control-document.js';
import type {
  ControlOperationId,
  ControlParameterDefaults,
  ControlProblemId,
} from '../../../generated/control-names.ts';
import type { components, operations } from '../../../generated/control-types.ts';
import type { Core } from '../../core.ts';
import type { Responder } from '../../http/handle-request.ts';
import { refuseInvalidBody, refuseUnmatched } from '../../http/problems.ts';
import type { ReplyContent } from '../../http/serve-operation.ts';
import { type RequestHead, type StreamBody, toPairs, type WireReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import { type Answer, whenAnswered } from '../../store/store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** A refused request to the control surface. */
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

/** The path and query parameters of an operation by name, with defaults filled in. */
export type ControlParameters<Id extends ControlOperationId> = Sent<Id> &
  Required<Pick<Sent<Id>, Extract<keyof Sent<Id>, Defaulted<Id>>>>;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON body of an operation; undefined where it is optional. */
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

type ControlResult<Id extends ControlOperationId> = {
  [Status in Success<Id>]: ToResult<Status, operations[Id]['responses'][Status]>;
}[Success<Id>];

/** A request that matches the description of the control surface. */
interface ControlRequest<Id extends ControlOperationId> {
  head: RequestHead;
  baseUrl: string;
  parameters: ControlParameters<Id>;
  body: ControlBody<Id>;
  session: Session;
}

export type ControlHandler<Id extends ControlOperationId> = (
  request: ControlRequest<Id>,
) => Answer<ControlResult<Id> | ControlRefusal>;

/**
 * The handlers of all operations of the document, or of the given ones. A new operation does not compile until it has
 * one.
 */
export type ControlHandlers<Id extends ControlOperationId = ControlOperationId> = {
  readonly [Each in Id]: ControlHandler<Each>;
};

/** The dependencies of the operations of the control surface. */
export interface ControlContext {
  /** The controlled mock. */
  core: Core;
  /** The webhooks of the mock. */
  webhooks: Webhooks;
  /** Aborted when the surface closes. Default: never. */
  closing?: AbortSignal;
}

interface FileDetails {
  /** 304 if the client has the current version. Default: 200. */
  status?: 200 | 304;
  /** Replaces the headers of all replies, as alternating names and values. Default: none. */
  headers?: readonly string[];
}

/** A file, for operations whose reply is not JSON. */
export class FileResult {
  readonly content: ReplyContent;

  constructor(
    mediaType: string,
    body: string | Uint8Array,
    { status = 200, headers = [] }: FileDetails = {},
  ) {
    this.content =
      status === 304
        ? { status, mediaType: undefined, headers, body: undefined }
        : { status, mediaType, headers, body };
  }
}

/** A reply without a defined end, until one side closes it. */
export class StreamResult {
  readonly content: ReplyContent;

  constructor(mediaType: string, body: StreamBody) {
    // Nginx and compatible proxies would otherwise buffer events.
    const headers = ['X-Accel-Buffering', 'no'];
    this.content = { status: 200, mediaType, headers, body };
  }
}

/** Replies with 200 and the value. */
export function toOk<Value, Body>(answer: Answer<Value>, toBody: (value: Value) => Body) {
  return whenAnswered(answer, (value) => ({ status: 200 as const, body: toBody(value) }));
}

export function toList<Item>(answer: Answer<Item[]>) {
  return toOk(answer, (data) => ({ data }));
}

export function toDone(answer: Answer<void>) {
  return whenAnswered(answer, () => ({ status: 204 as const }));
}

/** Replies with 204, or with 404 and a detail if the item did not exist. */
export function toFound(answer: Answer<boolean>, missing: string) {
  return whenAnswered(answer, (existed) =>
    existed ? { status: 204 as const } : new ControlRefusal('not-found', missing),
  );
}

/** Refuses a body because of rules that the description of the control surface cannot express. */
export function refuseBody(wrong: readonly Fault[]): ControlRefusal {
  const { detail, faults } = refuseInvalidBody(wrong);
  return new ControlRefusal('invalid-body', detail, { faults });
}

/** Prevents caching, access from other origins, framing and content sniffing. */
const protection: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Whether the request is for the page, but without the trailing slash. */
export function isPageTarget({ path, method }: RequestHead): boolean {
  return path === '/__mock' && method === 'GET';
}

export const controlResponder: Responder<ControlOperationId, WireReply> = {
  reply: (head, _id, content) => toReply(head, content),
  refuse,
  unmatched: (head, match) =>
    isPageTarget(head)
      ? toReply(head, {
          status: 308,
          mediaType: undefined,
          // Relative to the request, which may include a base path.
          headers: ['Location', '__mock/'],
          body: undefined,
        })
      : refuse(head, undefined, refuseUnmatched(head, match)),
};

/** Replies to a refusal of the surface, or of a step that it shares with the service. */
function refuse(head: RequestHead, _id: unknown, refusal: Refusal<string>): WireReply {
  const id = isControlProblem(refusal.problem) ? refusal.problem : 'internal-error';
  const { title, status } = controlProblems[id];
  const problem: components['schemas']['Problem'] = {
    type: toProblemType(id),
    title,
    status,
    detail: refusal.detail,
    ...(refusal.faults.length === 0 ? {} : { errors: [...refusal.faults.slice(0, mostFaults)] }),
  };
  const { headers, faults } = refusal;
  const body = JSON.stringify(problem);
  return {
    ...toReply(head, { status, mediaType: 'application/problem+json', headers, body }),
    faults,
  };
}

function isControlProblem(id: string): id is ControlProblemId {
  return Object.hasOwn(controlProblems, id);
}

function toReply(head: RequestHead, { status, mediaType, headers, body }: ReplyContent): WireReply {
  const own = [...(mediaType === undefined ? [] : ['Content-Type', mediaType])];
  if (typeof body === 'string') own.push('Content-Length', String(Buffer.byteLength(body)));
  else if (typeof body === 'object') own.push('Content-Length', String(body.length));
  own.push(...headers, 'Date', new Date().toUTCString());
  const given = new Set(toPairs(own).map(([name]) => name.toLowerCase()));
  // Headers of the reply take precedence.
  const rest = Object.entries(protection).filter(([name]) => !given.has(name.toLowerCase()));
  const reply = { status, headers: [...own, ...rest.flat()], faults: [] };
  if (head.method === 'HEAD') return { ...reply, body: undefined };
  return typeof body === 'function' ? { ...reply, body } : { ...reply, body };
}
