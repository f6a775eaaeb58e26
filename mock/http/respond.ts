import type {
  Contract,
  DocumentedReply,
  Fault,
  Operation,
  OperationId,
  Schema,
} from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { type MockReply, nodeBuffer, type RequestHead } from '../mock-request.ts';
import type { Refusal } from '../refusal.ts';
import {
  readStoredList,
  type StoredPage,
  toJson,
  type WrittenReply,
} from '../store/stored-json.ts';
import type { Cors } from './cors.ts';
import type { Responder } from './handle-request.ts';
import { ContractBreach, createRefusalWriter, refuseUnmatched } from './problems.ts';

export interface ResponderOptions {
  contract: Contract;
  /** The time of the current request, in milliseconds since 1970. */
  clock: { readonly now: number };
  cors: Cors;
}

const none: readonly never[] = [];

/** Creates the functions that write the replies of the service. */
export function createResponder({
  contract,
  clock,
  cors,
}: ResponderOptions): Responder<OperationId, MockReply> {
  const writeDate = createDateWriter();
  const writeHeaders = createHeaderWriter();
  const writeRefusal = createRefusalWriter(contract);
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];

  return {
    reply: (head, id, { status, mediaType, body }) => {
      if (body === undefined)
        return send(head, status, toBareHeaders(head, status), body, id, none);
      const text = String(body);
      return send(head, status, toHeaders(head, mediaType, text), text, id, none);
    },
    refuse,
    unmatched: (head, match) => {
      if (head.method === 'OPTIONS') {
        if (match.kind === 'method-not-allowed') return tellOptions(head, match.allow);
        if (head.path === '*') return tellOptions(head, allMethods);
      }
      return refuse(head, undefined, refuseUnmatched(head, match));
    },
  };

  function refuse(
    head: RequestHead,
    operation: OperationId | undefined,
    refusal: Refusal,
  ): MockReply {
    const problem = contract.problems[refusal.problem];
    const status = refusal.status ?? problem.status;
    const { mediaType, text } = writeRefusal(refusal, problem, status);
    // Only 401 may have a challenge (RFC 9110, section 15.5.2).
    const hasOwn = refusal.problem !== 'unauthorized' || status === 401;
    const headers = toHeaders(head, mediaType, text, hasOwn ? refusal.headers : none);
    return send(head, status, headers, text, operation, refusal.faults);
  }

  function tellOptions(head: RequestHead, allow: readonly string[]): MockReply {
    const headers = cors.toOptionsHeaders(head, allow.join(', '));
    headers.push('Date', writeDate(clock.now), ...cors.toSharing(head));
    return send(head, 204, headers, undefined, undefined, none);
  }

  /** The headers of a reply without a body. A status of 204 allows no length (RFC 9110, section 8.6). */
  function toBareHeaders(head: RequestHead, status: number): string[] {
    const length = status === 204 ? [] : ['Content-Length', '0'];
    return [...length, 'Date', writeDate(clock.now), ...cors.toSharing(head)];
  }

  function toHeaders(
    head: RequestHead,
    mediaType: string | undefined,
    text: string,
    own: readonly string[] = none,
  ): string[] {
    const bytes = countBytes(text);
    const date = writeDate(clock.now);
    return writeHeaders({ mediaType, bytes, date, own, sharing: cors.toSharing(head) });
  }

  function send(
    head: RequestHead,
    status: number,
    headers: string[],
    text: string | undefined,
    operation: OperationId | undefined,
    faults: readonly Fault[],
  ): MockReply {
    const body = head.method === 'HEAD' ? undefined : text;
    return { status, headers, body, operation, faults };
  }
}

/** The values from which the headers of a reply are written. */
interface HeaderParts {
  mediaType: string | undefined;
  bytes: number;
  date: string;
  /** The headers of a refusal. */
  own: readonly string[];
  sharing: readonly string[];
}

/**
 * Creates the function that lists the headers of a reply. Most replies have the same headers as the previous one and
 * share its list: it is created once, and the journal stores it once.
 */
function createHeaderWriter(): (parts: HeaderParts) => string[] {
  let last: HeaderParts | undefined;
  let list: string[] = [];
  return (parts) => {
    if (last !== undefined && isSameParts(parts, last)) return list;
    const { mediaType, date, own, sharing } = parts;
    const bytes = String(parts.bytes);
    const first =
      mediaType === undefined
        ? ['Content-Length', bytes, 'Date', date]
        : ['Content-Type', mediaType, 'Content-Length', bytes, 'Date', date];
    // Unlike a list that grows, the result takes only the memory that it needs.
    list = first.concat(own, sharing);
    last = parts;
    return list;
  };
}

function isSameParts(one: HeaderParts, other: HeaderParts): boolean {
  return (
    one.bytes === other.bytes &&
    one.date === other.date &&
    one.mediaType === other.mediaType &&
    one.own === other.own &&
    one.sharing === other.sharing
  );
}

/** Creates the function that formats a time for a Date header (RFC 9110, section 5.6.7). */
function createDateWriter(): (time: number) => string {
  let second = Number.NaN;
  let minute = Number.NaN;
  let start = '';
  let text = '';
  return (time) => {
    const now = Math.floor(time / 1000);
    if (now === second) return text;
    second = now;
    // The clock of a seeded mock advances by a second with each request.
    if (Math.floor(now / 60) !== minute) start = new Date(time).toUTCString().slice(0, -6);
    minute = Math.floor(now / 60);
    text = `${start}${String(now - 60 * minute).padStart(2, '0')} GMT`;
    return text;
  };
}

const encoder = new TextEncoder();
const beyondAscii = /[\x80-\uffff]/;

/** The length of a text in UTF-8, which is the value of `Content-Length`. */
export function countBytes(text: string): number {
  // It counts without encoding.
  if (nodeBuffer !== undefined) return nodeBuffer.byteLength(text);
  return beyondAscii.test(text) ? encoder.encode(text).length : text.length;
}

/** A list field of a reply, and the marker of the items that were valid in it. */
interface ListField {
  name: string;
  validFor: object;
}

interface StoredField extends ListField {
  page: StoredPage;
}

/** The longest reply that is remembered, in characters: pages with long texts must not fill the memory. */
const longestRemembered = 32 * 1024;

/**
 * Creates the function that validates the body of a documented reply and writes it as JSON. A list from the memory
 * store is joined from existing JSON: each item is validated when it is first sent, and the other fields every time.
 * The same page is not written twice.
 * @throws ContractBreach when the body does not match the reply's schema
 */
export function createReplyWriter(
  { validators }: Contract,
  operation: Operation,
  { status, schema }: DocumentedReply,
): (body: unknown) => string {
  const listFields = findListFields(schema);
  return (body) => {
    const list = isRecord(body) ? readList(body) : undefined;
    if (list === undefined || !isRecord(body)) return writeWhole(body);
    const { page, validFor } = list;
    if (page.reply !== undefined && isOf(page.reply, list, body)) return page.reply.text;
    if (isValid(list)) {
      const text = writeAround(list, body);
      remember(list, body, text);
      return text;
    }
    const text = writeWhole(body);
    for (const item of page.items) item.validFor = validFor;
    return text;
  };

  /** Returns the first list of stored items. A second one is written like the other fields. */
  function readList(body: Record<string, unknown>): StoredField | undefined {
    for (const { name, validFor } of listFields) {
      const page = readStoredList(body[name]);
      if (page !== undefined) return { name, validFor, page };
    }
    return undefined;
  }

  function writeWhole(body: unknown): string {
    const text = toJson(body);
    assertReply(body ?? null);
    return text;
  }

  /** The items have been validated; the other fields have not. */
  function writeAround(list: StoredField, body: Record<string, unknown>): string {
    const envelope: Record<string, unknown> = {};
    let text = '';
    for (const name of Object.keys(body)) {
      const isList = name === list.name;
      const json = isList ? joinItems(list.page) : JSON.stringify(body[name]);
      if (json === undefined) continue;
      envelope[name] = isList ? none : body[name];
      text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${json}`;
    }
    assertReply(envelope);
    return `${text}}`;
  }

  function assertReply(body: unknown): void {
    const faults = validators.reply(operation.id, status, body);
    if (faults.length > 0) throw new ContractBreach(`the response of ${operation.id}`, faults);
  }
}

function isValid({ page, validFor }: StoredField): boolean {
  for (const item of page.items) if (item.validFor !== validFor) return false;
  return true;
}

function remember(
  { name, page, validFor }: StoredField,
  body: Record<string, unknown>,
  text: string,
): void {
  const names = Object.keys(body);
  const values = names.map((each) => body[each]);
  // The other fields are compared when the page is sent again, so they must be immutable.
  const isFixed = names.every((each) => each === name || !(body[each] instanceof Object));
  if (isFixed && text.length <= longestRemembered) page.reply = { validFor, names, values, text };
}

/** Whether a reply was written for the same page and the same other fields. */
function isOf(
  { names, values, validFor }: WrittenReply,
  list: StoredField,
  body: Record<string, unknown>,
): boolean {
  if (validFor !== list.validFor) return false;
  let at = 0;
  for (const name of Object.keys(body)) {
    if (names[at] !== name || (name !== list.name && values[at] !== body[name])) return false;
    at += 1;
  }
  return at === names.length;
}

function joinItems({ items }: StoredPage): string {
  const [first, ...others] = items;
  let text = first?.text ?? '';
  for (const item of others) text += `,${item.text}`;
  return `[${text}]`;
}

/** Finds lists without keywords of their own: a keyword such as maxItems needs the items to be validated. */
function findListFields({ properties = {} }: Schema): ListField[] {
  return Object.entries(properties).flatMap(([name, { items, type, description, ...others }]) =>
    items === undefined || Object.keys(others).length > 0 ? [] : [{ name, validFor: {} }],
  );
}
