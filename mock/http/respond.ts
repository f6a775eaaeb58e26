import type { OperationId, Schema } from '../../contract/index.ts';
import { type Contract, matchStatus, type Operation, successReply } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { MockReply, MockRequest } from '../handler.ts';
import { isNewResource } from '../operations/behaviour.ts';
import type { Refusal } from '../refusal.ts';
import type { Responder } from './handle-request.ts';
import { ContractBreach, createRefusalWriter, refuseUnmatched } from './problems.ts';
import type { ReplyContent } from './steps.ts';

const none: readonly never[] = [];

/** Creates the functions that write the replies of the service. */
export function createResponder(contract: Contract): Responder<OperationId, MockReply> {
  const writeRefusal = createRefusalWriter(contract);
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];

  return {
    reply: (request, operation, content) => {
      const reply = toReply(request, content, operation);
      const { ignored = none } = content;
      return ignored.length === 0 ? reply : { ...reply, ignored };
    },
    refuse,
    unmatched: (request, match) => {
      const isOptions = request.method === 'OPTIONS';
      if (isOptions && match.kind === 'method-not-allowed') return allow(request, match.allow);
      if (isOptions && request.path === '*') return allow(request, allMethods);
      return refuse(request, undefined, refuseUnmatched(request, match));
    },
  };

  function refuse(
    request: MockRequest,
    operation: OperationId | undefined,
    refusal: Refusal,
  ): MockReply {
    const problem = contract.problems[refusal.problem];
    const status = refusal.status ?? problem.status;
    // Only 401 may have a challenge (RFC 9110, section 15.5.2).
    const headers = refusal.problem !== 'unauthorized' || status === 401 ? refusal.headers : none;
    const { mediaType, text } = writeRefusal(refusal, problem, status);
    const content = { status, mediaType, headers, body: text };
    const reply = toReply(request, content, operation);
    reply.faults = refusal.faults;
    return reply;
  }

  function allow(request: MockRequest, methods: readonly string[]): MockReply {
    const headers = ['Allow', methods.join(', ')];
    const content = { status: 204, mediaType: undefined, headers, body: undefined };
    return toReply(request, content, undefined);
  }
}

function toReply(
  { method, session }: MockRequest,
  { status, mediaType, headers: further, body }: ReplyContent,
  operation: OperationId | undefined,
): MockReply {
  const text = typeof body === 'string' ? body : undefined;
  const headers: string[] = [];
  if (mediaType !== undefined) headers.push('Content-Type', mediaType);
  // A status of 204 allows no length (RFC 9110, section 8.6).
  if (status !== 204) headers.push('Content-Length', String(countBytes(text ?? '')));
  headers.push('Date', writeDate(session?.now ?? Date.now()));
  for (const part of further) headers.push(part);
  return { status, headers, body: method === 'HEAD' ? undefined : text, operation, faults: none };
}

/** The last written second, because most requests arrive in the same one. */
let lastDate = { second: Number.NaN, text: '' };

/** Formats a time for a Date header (RFC 9110, section 5.6.7). */
function writeDate(time: number): string {
  const second = Math.floor(time / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(time).toUTCString() };
  return lastDate.text;
}

const encoder = new TextEncoder();
/** Browsers have none. Read once, since Node calls a function for each use of the global. */
export const nodeBuffer = typeof Buffer === 'function' ? Buffer : undefined;

/** The length of a text in UTF-8, which is the value of `Content-Length`. */
export function countBytes(text: string): number {
  // It counts without encoding.
  return nodeBuffer?.byteLength(text) ?? encoder.encode(text).length;
}

/**
 * Creates the function that validates a success reply against its documented schema, and writes it as JSON.
 * @throws ContractBreach when the reply does not match
 */
export function createReplyWriter({ validators }: Contract, operation: Operation) {
  const documentedStatus = Number(successReply(operation).status);
  const writers = operation.replies
    .filter(({ status }) => status.startsWith('2'))
    .map(({ status, mediaType, schema }) => {
      const assertValid = (body: unknown): void => {
        if (isNewResource(body, schema, validators)) return;
        const faults = validators.reply(operation.id, status, body);
        if (faults.length > 0) throw new ContractBreach(`the response of ${operation.id}`, faults);
      };
      const write = mediaType === undefined ? () => undefined : createWriter(schema, assertValid);
      return { documented: status, mediaType, write };
    });
  return ({
    status = documentedStatus,
    body,
  }: {
    status?: number;
    body: unknown;
  }): ReplyContent => {
    for (const { documented, mediaType, write } of writers)
      if (matchStatus(documented, status))
        return { status, mediaType, headers: none, body: write(body) };
    throw new ContractBreach(`the response of ${operation.id}`, [
      { detail: `has the undocumented status ${status}` },
    ]);
  };
}

/** Resources are immutable, so each item of a list is validated and written once: a page of 20 sites takes a third of the time. */
function createWriter(
  schema: Schema,
  assertValid: (body: unknown) => void,
): (body: unknown) => string {
  const listName = findList(schema);
  const written = new WeakMap<object, string>();
  return (body = null) => {
    const items = listName !== undefined && isRecord(body) ? body[listName] : undefined;
    if (listName === undefined || !isRecord(body) || !Array.isArray(items)) return writeWhole(body);
    let texts = '';
    for (const item of items) {
      const text = written.get(item);
      if (text === undefined) return writeNew(body, items);
      texts += texts === '' ? text : `,${text}`;
    }
    assertValid({ ...body, [listName]: none });
    const fields = Object.keys(body).map(
      (name) =>
        `${JSON.stringify(name)}:${name === listName ? `[${texts}]` : JSON.stringify(body[name])}`,
    );
    return `{${fields.join()}}`;
  };

  function writeNew(body: unknown, items: readonly object[]): string {
    const text = writeWhole(body);
    for (const item of items) if (Object.isFrozen(item)) written.set(item, JSON.stringify(item));
    return text;
  }

  function writeWhole(body: unknown): string {
    assertValid(body);
    return JSON.stringify(body);
  }
}

/** Finds a list without keywords of its own: a keyword such as maxItems needs the items to be validated. */
function findList({ properties = {} }: Schema): string | undefined {
  return Object.entries(properties).find(([, { items, type, description, ...others }]) => {
    return items !== undefined && Object.keys(others).length === 0;
  })?.[0];
}
