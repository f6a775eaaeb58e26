import type {
  Contract,
  DocumentedReply,
  Fault,
  Operation,
  OperationId,
  Schema,
} from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { MockReply, MockRequest } from '../handler.ts';
import type { Refusal } from '../refusal.ts';
import type { Cors } from './cors.ts';
import type { Responder } from './handle-request.ts';
import { ContractBreach, createRefusalWriter, refuseUnmatched } from './problems.ts';

const none: readonly never[] = [];

/** Creates the functions that write the replies of the service. */
export function createResponder(contract: Contract, cors: Cors): Responder<OperationId, MockReply> {
  const writeRefusal = createRefusalWriter(contract);
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];

  return {
    reply: (request, id, { status, mediaType, body, ignored = none }) => {
      const text = typeof body === 'string' ? body : undefined;
      const headers = toHeaders(request, status, mediaType, text);
      const reply = send(request, status, headers, text, id, none);
      if (ignored.length > 0) reply.ignored = ignored;
      return reply;
    },
    refuse,
    unmatched: (request, match) => {
      if (request.method === 'OPTIONS') {
        if (match.kind === 'method-not-allowed') return tellOptions(request, match.allow);
        if (request.path === '*') return tellOptions(request, allMethods);
      }
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
    const { mediaType, text } = writeRefusal(refusal, problem, status);
    const headers = toHeaders(request, status, mediaType, text);
    // Only 401 may have a challenge (RFC 9110, section 15.5.2).
    if (refusal.problem !== 'unauthorized' || status === 401) headers.push(...refusal.headers);
    return send(request, status, headers, text, operation, refusal.faults);
  }

  function tellOptions(request: MockRequest, allow: readonly string[]): MockReply {
    const headers = toHeaders(request, 204, undefined, undefined);
    headers.push(...cors.toOptionsHeaders(request, allow.join(', ')));
    return send(request, 204, headers, undefined, undefined, none);
  }

  function toHeaders(
    request: MockRequest,
    status: number,
    mediaType: string | undefined,
    text: string | undefined,
  ): string[] {
    const headers: string[] = [];
    if (mediaType !== undefined) headers.push('Content-Type', mediaType);
    // A status of 204 allows no length (RFC 9110, section 8.6).
    if (status !== 204) headers.push('Content-Length', String(countBytes(text ?? '')));
    headers.push('Date', writeDate(request.session?.now ?? Date.now()));
    for (const part of cors.toSharing(request)) headers.push(part);
    return headers;
  }

  function send(
    { method }: MockRequest,
    status: number,
    headers: string[],
    text: string | undefined,
    operation: OperationId | undefined,
    faults: readonly Fault[],
  ): MockReply {
    const body = method === 'HEAD' ? undefined : text;
    return { status, headers, body, operation, faults };
  }
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
const beyondAscii = /[\x80-\uffff]/;
/** Browsers have none. Read once, since Node calls a function for each use of the global. */
export const nodeBuffer = typeof Buffer === 'function' ? Buffer : undefined;

/** The length of a text in UTF-8, which is the value of `Content-Length`. */
export function countBytes(text: string): number {
  // It counts without encoding.
  if (nodeBuffer !== undefined) return nodeBuffer.byteLength(text);
  return beyondAscii.test(text) ? encoder.encode(text).length : text.length;
}

/**
 * Creates the function that validates the body of a documented reply and writes it as JSON. Resources are immutable, so
 * each item of a list is validated and written once: a page of 20 sites takes a third of the time.
 * @throws ContractBreach when the body does not match the reply's schema
 */
export function createReplyWriter(
  { validators }: Contract,
  operation: Operation,
  { status, schema }: DocumentedReply,
): (body: unknown) => string {
  const listName = findList(schema);
  const written = new WeakMap<object, string>();
  return (body = null) => {
    const items = listName !== undefined && isRecord(body) ? body[listName] : undefined;
    if (listName === undefined || !isRecord(body) || !Array.isArray(items)) return writeWhole(body);
    const text = joinWritten(items, written);
    if (text === undefined) {
      const whole = writeWhole(body);
      for (const item of items) if (Object.isFrozen(item)) written.set(item, JSON.stringify(item));
      return whole;
    }
    const envelope = { ...body, [listName]: none };
    assertReply(envelope);
    const fields = Object.keys(envelope).map(
      (name) => `${JSON.stringify(name)}:${name === listName ? text : JSON.stringify(body[name])}`,
    );
    return `{${fields.join()}}`;
  };

  function writeWhole(body: unknown): string {
    assertReply(body);
    return JSON.stringify(body);
  }

  function assertReply(body: unknown): void {
    const faults = validators.reply(operation.id, status, body);
    if (faults.length > 0) throw new ContractBreach(`the response of ${operation.id}`, faults);
  }
}

/** Finds a list without keywords of its own: a keyword such as maxItems needs the items to be validated. */
function findList({ properties = {} }: Schema): string | undefined {
  return Object.entries(properties).find(([, { items, type, description, ...others }]) => {
    return items !== undefined && Object.keys(others).length === 0;
  })?.[0];
}

/** Joins the JSON of items; undefined if one has not been written yet. */
function joinWritten(
  items: readonly object[],
  written: WeakMap<object, string>,
): string | undefined {
  let text = '';
  for (const item of items) {
    const json = written.get(item);
    if (json === undefined) return undefined;
    text += text === '' ? json : `,${json}`;
  }
  return `[${text}]`;
}
