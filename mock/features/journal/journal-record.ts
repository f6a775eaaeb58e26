import type { MockReply, RequestHead } from '../../mock-request.ts';
import { defaultSession, isSessionName, readSession } from '../../sessions/session-name.ts';
import type {
  JournalBody,
  JournalEntry,
  JournalFilter,
  JournalMessage,
  JournalSummary,
} from './journal-entry.ts';
import { redactBody, redactHeader, redactQuery } from './redact.ts';

/** How much of a body is kept, in bytes. */
const bodyLimit = 16 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is asked for where an adapter cannot list the headers of a request. */
const usualHeaders = [
  'accept',
  'authorization',
  'content-type',
  'origin',
  'prefer',
  'user-agent',
  'x-mock-session',
];

/** A request and its answer as they passed: references alone, until somebody wants to read them. */
export class JournalRecord {
  readonly id: number;
  readonly #endedAt: number;
  readonly #durationMs: number;
  readonly #head: RequestHead;
  readonly #body: Uint8Array | undefined;
  readonly #bodyBytes: number;
  readonly #reply: MockReply;
  /** The beginning of a reply that is too long to be held whole. */
  readonly #cutReply: Uint8Array | undefined;

  constructor(
    id: number,
    head: RequestHead,
    body: Uint8Array | undefined,
    reply: MockReply,
    durationMs: number,
  ) {
    this.id = id;
    this.#endedAt = Date.now();
    this.#durationMs = durationMs;
    this.#head = head;
    this.#bodyBytes = body?.length ?? 0;
    // Copied: a view would hold the whole body.
    this.#body = body !== undefined && body.length > bodyLimit ? body.slice(0, bodyLimit) : body;
    const { body: text } = reply;
    const isLong = text !== undefined && text.length > bodyLimit;
    this.#cutReply = isLong ? encoder.encode(text.slice(0, bodyLimit)) : undefined;
    this.#reply = isLong ? { ...reply, body: undefined } : reply;
  }

  get session(): string {
    const name = readSession(this.#head);
    return isSessionName(name) ? name : defaultSession;
  }

  get status(): number {
    const disruption = this.#reply.injected?.disruption;
    return disruption === 'reset' || disruption === 'hang' ? 0 : this.#reply.status;
  }

  isMeant({ operation, status, session }: JournalFilter): boolean {
    return (
      (operation === undefined || operation === this.#reply.operation) &&
      (session === undefined || session === this.session) &&
      (status === undefined || matchesStatus(String(status), this.status))
    );
  }

  toEntry(): JournalEntry {
    return {
      ...this.toSummary(),
      request: toMessage(listHeaders(this.#head), toBody(this.#body, this.#bodyBytes)),
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
      query: redactQuery(query),
      status: this.status,
      durationMs: Math.round((this.#durationMs + delayMs) * 1000) / 1000,
      faults: [...faults],
      ...(injected !== undefined && { injected: { id: injected.id, effect: injected.effect } }),
    };
  }

  #toResponse(): JournalMessage {
    if (this.status === 0) return { headers: [] };
    const { headers, body } = this.#reply;
    const bytes = this.#cutReply ?? (body === undefined ? undefined : encoder.encode(body));
    const whole = this.#cutReply === undefined ? bytes?.length : readLength(headers);
    return toMessage(headers, toBody(bytes, whole ?? 0));
  }
}

function matchesStatus(wanted: string, status: number): boolean {
  const text = String(status).padStart(3, '0');
  return /xx$/i.test(wanted) ? wanted.charAt(0) === text.charAt(0) : wanted === text;
}

function listHeaders(head: RequestHead): readonly string[] {
  const listed = head.listHeaders?.();
  if (listed !== undefined) return listed;
  return usualHeaders.flatMap((name) => {
    const value = head.header(name);
    return value === undefined ? [] : [name, value];
  });
}

function readLength(headers: readonly string[]): number {
  return Number(headers[headers.indexOf('Content-Length') + 1]) || 0;
}

function toMessage(list: readonly string[], body: JournalBody | undefined): JournalMessage {
  const headers: JournalMessage['headers'] = [];
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = list[at] ?? '';
    headers.push({ name, value: redactHeader(name, list[at + 1] ?? '') });
  }
  return body === undefined ? { headers } : { headers, body };
}

function toBody(kept: Uint8Array | undefined, bytes: number): JournalBody | undefined {
  if (kept === undefined || bytes === 0) return undefined;
  // A character that the limit cuts through is left out.
  const text = decoder.decode(kept.subarray(0, bodyLimit), { stream: true });
  decoder.decode();
  return { text: redactBody(text), bytes, truncated: bytes > bodyLimit };
}
