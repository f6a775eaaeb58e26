import { mostFaults } from '../../../contract/validators.ts';
import { createRedactor } from '../../../writers/redact.ts';
import { defaultSession, type MockReply, type MockRequest, toPairs } from '../../handler.ts';
import { countBytes } from '../../http/respond.ts';
import type { JournalRecord } from '../../store/store.ts';
import { readTrace } from '../../trace.ts';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalMessage,
  type JournalSummary,
  matchesFilter,
} from './journal-entry.ts';

/** Maximum size of a saved body, in bytes. */
const bodyLimit = 16 * 1024;

const redactor = createRedactor({ keepsStart: true });
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A request and its response, which are formatted when they are read. Bodies are copied up to their limit: a part of one would
 * keep the whole in memory.
 */
export class RequestRecord implements JournalRecord {
  id = 0;
  readonly session: string;
  readonly #endedAt = Date.now();
  readonly #durationMs: number;
  readonly #request: { method: string; path: string; query: string; headers: readonly string[] };
  readonly #reply: Omit<MockReply, 'body'>;
  #sent: KeptBody | undefined;
  #received: KeptBody | undefined;

  constructor(request: MockRequest, reply: MockReply, durationMs: number) {
    const { method, path, query, rawHeaders: headers, bytes, session } = request;
    const { body, ...others } = reply;
    this.session = session?.name ?? defaultSession;
    this.#durationMs = durationMs;
    this.#request = { method, path, query, headers };
    this.#reply = others;
    if (reply.faults.length > mostFaults) others.faults = reply.faults.slice(0, mostFaults);
    if (bytes !== undefined && bytes.length > 0) this.#sent = keepBytes(bytes);
    if (body !== undefined && body !== '')
      this.#received =
        body.length > bodyLimit ? keepBytes(encoder.encode(body)) : { text: body, size: undefined };
  }

  get heldBytes(): number {
    return (this.#sent?.text.length ?? 0) + (this.#received?.text.length ?? 0);
  }

  dropBodies(): void {
    const drop = (body: KeptBody | undefined) => body && { text: '', size: countBody(body) };
    this.#sent = drop(this.#sent);
    this.#received = drop(this.#received);
  }

  get #status(): number {
    const disruption = this.#reply.injected?.disruption;
    return disruption === 'reset' || disruption === 'hang' ? 0 : this.#reply.status;
  }

  isMeant(filter: JournalFilter): boolean {
    const { operation } = this.#reply;
    return matchesFilter(filter, { session: this.session, status: this.#status, operation });
  }

  toEntry(): JournalEntry {
    const isAnswered = this.#status !== 0;
    return {
      ...this.toSummary(),
      request: toMessage(this.#request.headers, this.#sent),
      response: isAnswered ? toMessage(this.#reply.headers, this.#received) : { headers: [] },
    };
  }

  toSummary(): JournalSummary {
    const { operation, faults, ignored, injected, delayMs = 0 } = this.#reply;
    const { method, path, query, headers } = this.#request;
    const find = (name: string): string | undefined =>
      toPairs(headers).find(([each]) => each.toLowerCase() === name)?.[1];
    return {
      id: this.id,
      time: new Date(this.#endedAt - this.#durationMs).toISOString(),
      session: this.session,
      ...(operation !== undefined && { operation }),
      method,
      path,
      query: redactor.text(query),
      status: this.#status,
      durationMs: Math.round((this.#durationMs + delayMs) * 1000) / 1000,
      faults: [...faults],
      ...(ignored !== undefined && { ignored: [...ignored] }),
      ...(injected !== undefined && { injected: { id: injected.id, effect: injected.effect } }),
      ...readTrace(find),
    };
  }
}

/** The beginning of a body, and the size of the whole in bytes. Default: the text is the whole. */
interface KeptBody {
  text: string;
  size: number | undefined;
}

function keepBytes(bytes: Uint8Array): KeptBody {
  const size = bytes.length;
  if (size <= bodyLimit) return { text: decoder.decode(bytes), size };
  // A character that is cut by the limit is left out.
  const text = decoder.decode(bytes.subarray(0, bodyLimit), { stream: true });
  decoder.decode();
  return { text, size };
}

function countBody({ text, size = countBytes(text) }: KeptBody): number {
  return size;
}

function toMessage(list: readonly string[], kept: KeptBody | undefined): JournalMessage {
  const headers = toPairs(list).map(([name, value]) => {
    return { name, value: redactor.header(name, value) };
  });
  if (kept === undefined) return { headers };
  const bytes = countBody(kept);
  const truncated = countBytes(kept.text) < bytes;
  return { headers, body: { text: redactor.text(kept.text), bytes, truncated } };
}
