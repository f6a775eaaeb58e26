import { toProblemType } from '../../../contract/create-contract.ts';
import type { Fault } from '../../../contract/index.ts';
import type { FilledParameters, JsonBody } from '../../../contract/operation-types.ts';
import { mostFaults } from '../../../contract/validators.ts';
import { controlProblems } from '../../../generated/control-document.js';
import type {
  ControlOperationDefaults,
  ControlOperationId,
  ControlProblemId,
} from '../../../generated/control-names.ts';
import type { components, operations } from '../../../generated/control-types.ts';
import type { Core } from '../../create-core.ts';
import { type AnyReply, type MockRequest, type StreamBody, toPairs } from '../../handler.ts';
import type { Responder } from '../../http/handle-request.ts';
import { refuseInvalidBody, refuseUnmatched } from '../../http/problems.ts';
import type { ReplyContent } from '../../http/serve-operation.ts';
import { Refusal } from '../../refusal.ts';
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
export function isPageTarget({ path, method }: MockRequest): boolean {
  return path === '/__mock' && method === 'GET';
}

/** Replies with a file that belongs to no operation. */
export function replyWithFile(request: MockRequest, { content }: FileResult): AnyReply {
  return toReply(request, content);
}

export const controlResponder: Responder<ControlOperationId, AnyReply> = {
  reply: (request, _id, content) => toReply(request, content),
  refuse,
  unmatched: (request, match) =>
    isPageTarget(request)
      ? toReply(request, {
          status: 308,
          mediaType: undefined,
          // Relative to the request, which may include a base path.
          headers: ['Location', '__mock/'],
          body: undefined,
        })
      : refuse(request, undefined, refuseUnmatched(request, match)),
};

/** Replies to a refusal of the surface, or of a step that it shares with the service. */
function refuse(request: MockRequest, _id: unknown, refusal: Refusal<string>): AnyReply {
  const id = isControlProblem(refusal.problem) ? refusal.problem : 'internal-error';
  const { title, status } = controlProblems[id];
  const { detail, headers, faults } = refusal;
  const problem: components['schemas']['Problem'] = {
    type: toProblemType(id),
    title,
    status,
    detail,
    ...(faults.length > 0 && { errors: [...faults.slice(0, mostFaults)] }),
  };
  const body = JSON.stringify(problem);
  const reply = toReply(request, { status, mediaType: 'application/problem+json', headers, body });
  return { ...reply, faults };
}

function isControlProblem(id: string): id is ControlProblemId {
  return Object.hasOwn(controlProblems, id);
}

function toReply(
  { method }: MockRequest,
  { status, mediaType, headers, body }: ReplyContent,
): AnyReply {
  const own = [...(mediaType === undefined ? [] : ['Content-Type', mediaType])];
  if (typeof body === 'string') own.push('Content-Length', String(Buffer.byteLength(body)));
  else if (typeof body === 'object') own.push('Content-Length', String(body.length));
  own.push(...headers, 'Date', new Date().toUTCString());
  const given = new Set(toPairs(own).map(([name]) => name.toLowerCase()));
  // Headers of the reply take precedence.
  const rest = Object.entries(protection).filter(([name]) => !given.has(name.toLowerCase()));
  return {
    status,
    headers: [...own, ...rest.flat()],
    body: method === 'HEAD' ? undefined : body,
    operation: undefined,
    faults: [],
  };
}
