import { mostFaults } from '../../../contract/validators.ts';
import { createRedactor } from '../../../writers/redact.ts';
import type { Exchange } from '../../middleware.ts';
import {
  type MockReply,
  nodeBuffer,
  type RequestHead,
  readTrace,
  toPairs,
} from '../../mock-request.ts';
import {
  type JournalBody,
  type JournalEntry,
  type JournalFilter,
  type JournalMessage,
  type JournalSummary,
  matchesFilter,
} from './journal-entry.ts';

/** Maximum size of a saved body, in bytes. */
const bodyLimit = 16 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const none: readonly string[] = [];

/** Keys stay distinguishable in the journal. */
const redactor = createRedactor({ keepsStart: true });

/** Headers that are read if an adapter cannot list those of a request. */
const usualHeaders = [
  'accept',
  'authorization',
  'content-type',
  'origin',
  'prefer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-mock-session',
];

/** The response in a record. */
export type KeptAnswer = Pick<JournalRecord, 'id' | 'session' | 'wholeReply'>;

/**
 * A request and its response, in a form that is fast to record and converted only when it is read. It must not keep
 * more memory than it shows: bodies are copied, because a small view keeps its whole buffer in memory, and so is a head
 * that could refer to the body.
 */
export class JournalRecord {
  readonly id: number;
  readonly session: string;
  readonly #endedAt: number;
  readonly #durationMs: number;
  readonly #head: Pick<RequestHead, 'method' | 'path' | 'query' | 'listHeaders'>;
  /** The headers of the request, if the head does not list them. */
  readonly #headers: readonly string[] = none;
  readonly #bodyBytes: number;
  #body: KeptBytes | undefined;
  #reply: MockReply;
  /** The beginning of a reply body that is not saved completely. */
  #cutReply: Uint8Array | undefined;

  constructor(id: number, { head, session, body, reply, durationMs }: Exchange) {
    this.id = id;
    this.session = session;
    this.#endedAt = Date.now();
    this.#durationMs = durationMs;
    this.#head = head;
    const { method, path, query, rawHeaders, listHeaders } = head;
    if (rawHeaders !== undefined || listHeaders === undefined) {
      this.#head = { method, path, query, listHeaders: undefined };
      this.#headers = shareRequestHeaders(rawHeaders ?? readUsualHeaders(head));
    }
    this.#bodyBytes = body?.length ?? 0;
    this.#body = body && keepBytes(body);
    const { body: text = '', headers, faults } = reply;
    const isLong = text.length > bodyLimit;
    this.#cutReply = isLong ? cutText(text) : undefined;
    const shared = shareReplyHeaders(headers);
    // Most replies can be saved unchanged.
    this.#reply =
      shared === headers && !isLong && faults.length <= mostFaults
        ? reply
        : {
            ...reply,
            headers: shared,
            body: isLong ? undefined : reply.body,
            faults: faults.slice(0, mostFaults),
          };
  }

  /** Total size of the bodies in this record, in bytes. */
  get heldBytes(): number {
    return (this.#body?.length ?? 0) + (this.#cutReply ?? this.#reply.body ?? '').length;
  }

  /** Deletes both bodies, but keeps their sizes. */
  dropBodies(): void {
    this.#body = undefined;
    if (this.#reply.body === undefined && this.#cutReply === undefined) return;
    this.#cutReply = new Uint8Array();
    this.#reply = { ...this.#reply, body: undefined };
  }

  /** The reply as it was sent, with its secrets; undefined if its body is no longer complete. */
  get wholeReply(): MockReply | undefined {
    return this.#cutReply === undefined ? this.#reply : undefined;
  }

  get status(): number {
    const disruption = this.#reply.injected?.disruption;
    return disruption === 'reset' || disruption === 'hang' ? 0 : this.#reply.status;
  }

  isMeant(filter: JournalFilter): boolean {
    const { session, status } = this;
    return matchesFilter(filter, { session, status, operation: this.#reply.operation });
  }

  toEntry(): JournalEntry {
    return {
      ...this.toSummary(),
      request: toMessage(
        this.#listHeaders(),
        toBody(this.#body === undefined ? undefined : toBytes(this.#body), this.#bodyBytes),
      ),
      response: this.#toResponse(),
    };
  }

  toSummary(): JournalSummary {
    const { method, path, query } = this.#head;
    const { operation, faults, injected, delayMs = 0 } = this.#reply;
    return {
      id: this.id,
      time: new Date(this.#endedAt - this.#durationMs).toISOString(),
      session: this.session,
      ...(operation !== undefined && { operation }),
      method,
      path,
      query: redactor.text(query),
      status: this.status,
      durationMs: Math.round((this.#durationMs + delayMs) * 1000) / 1000,
      faults: [...faults],
      ...(injected !== undefined && { injected: { id: injected.id, effect: injected.effect } }),
      ...readTrace((name) => findHeader(this.#listHeaders(), name)),
    };
  }

  #listHeaders(): readonly string[] {
    return this.#head.listHeaders?.() ?? this.#headers;
  }

  #toResponse(): JournalMessage {
    if (this.status === 0) return { headers: [] };
    const { headers, body } = this.#reply;
    if (this.#cutReply !== undefined) {
      const bytes = Number(headers[headers.indexOf('Content-Length') + 1]) || 0;
      return toMessage(headers, toBody(this.#cutReply, bytes));
    }
    const bytes = body === undefined ? undefined : encoder.encode(body);
    return toMessage(headers, toBody(bytes, bytes?.length ?? 0));
  }
}

function findHeader(list: readonly string[], name: string): string | undefined {
  return toPairs(list).find(([each]) => each.toLowerCase() === name)?.[1];
}

const shareRequestHeaders = createSharing<readonly string[]>();
const shareReplyHeaders = createSharing<string[]>();

/**
 * Creates a function that reuses equal lists of headers. Most requests and replies have equal ones, and the garbage
 * collector has to copy everything in the journal.
 */
function createSharing<List extends readonly string[]>(): (list: List) => List {
  let last: List | undefined;
  return (list) => {
    if (last === undefined || !isSameList(list, last)) last = list;
    return last;
  };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Reads headers by name. It creates no closure that lives on, because that would keep the whole request in memory. */
function readUsualHeaders(head: RequestHead): string[] {
  const headers: string[] = [];
  // `flatMap` takes a microsecond longer, which is a tenth of a `createSite` in process.
  for (const name of usualHeaders) {
    const value = head.header(name);
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

/** Bytes, or a string with one character for each byte, which is three times as fast to create. */
type KeptBytes = Uint8Array | string;

/** Copies the beginning of a body, so that the rest can be freed. */
function keepBytes(body: Uint8Array): KeptBytes {
  if (nodeBuffer !== undefined && body instanceof nodeBuffer)
    return body.toString('latin1', 0, bodyLimit);
  return body.slice(0, bodyLimit);
}

function toBytes(kept: KeptBytes): Uint8Array {
  return typeof kept === 'string' ? Buffer.from(kept, 'latin1') : kept;
}

/** Copies the beginning of a text: a slice would keep the whole text in memory. */
function cutText(text: string): Uint8Array {
  const bytes = new Uint8Array(bodyLimit);
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}

function toMessage(list: readonly string[], body: JournalBody | undefined): JournalMessage {
  const headers = toPairs(list).map(([name, value]) => ({
    name,
    value: redactor.header(name, value),
  }));
  return body === undefined ? { headers } : { headers, body };
}

function toBody(kept: Uint8Array | undefined, bytes: number): JournalBody | undefined {
  if (bytes === 0) return undefined;
  const shown = kept?.subarray(0, bodyLimit) ?? new Uint8Array();
  // A character that is cut by the limit is left out.
  const text = decoder.decode(shown, { stream: true });
  decoder.decode();
  return { text: redactor.text(text), bytes, truncated: bytes > shown.length };
}
