import { toProblemType } from '../../../contract/create-contract.ts';
import { mostFaults } from '../../../contract/validators.ts';
import { controlProblems } from '../../../generated/control-document.js';
import type { ControlOperationId, ControlProblemId } from '../../../generated/control-names.ts';
import type { components } from '../../../generated/control-types.ts';
import type { Responder } from '../../http/handle-request.ts';
import { refuseUnmatched } from '../../http/problems.ts';
import type { ReplyContent } from '../../http/serve-operation.ts';
import type { RequestHead, StreamBody, WireReply } from '../../mock-request.ts';
import type { Refusal } from '../../refusal.ts';

interface FileDetails {
  /** 304 where the client has it already. Default: 200. */
  status?: 200 | 304;
  /** Names and values in turn, in place of those that every reply carries. Default: none. */
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

/** A reply that goes on until one side ends it. */
export class StreamResult {
  readonly content: ReplyContent;

  constructor(mediaType: string, body: StreamBody) {
    // Nginx, and proxies that follow it, would hold events back until a buffer is full.
    const headers = ['X-Accel-Buffering', 'no'];
    this.content = { status: 200, mediaType, headers, body };
  }
}

/** Nothing of it is kept, shared with another origin, shown in another page or taken for what it is not. */
const protection: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A request for the page without the slash at the end. */
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

/** A refusal of the surface itself, or of a step that it shares with the service. */
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
  const given = new Set(own.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  // Headers that the reply already has are kept.
  const rest = Object.entries(protection).filter(([name]) => !given.has(name.toLowerCase()));
  const reply = { status, headers: [...own, ...rest.flat()], faults: [] };
  if (head.method === 'HEAD') return { ...reply, body: undefined };
  return typeof body === 'function' ? { ...reply, body } : { ...reply, body };
}
