import { mostFaults } from '../../../contract/validators.ts';
import { createRedactor } from '../../../writers/redact.ts';
import { type MockReply, type MockRequest, toPairs } from '../../handler.ts';
import { countBytes, nodeBuffer } from '../../http/respond.ts';
import { defaultSession } from '../../session-name.ts';
import type { JournalRecord } from '../../store/store.ts';
import { readTrace } from '../../trace.ts';
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

const redactor = createRedactor({ keepsStart: true });
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The part of a body that is kept, and the size of the whole. */
interface KeptBody {
  /** A string has one character for each byte, and is several times as fast to create. */
  bytes: Uint8Array | string;
  size: number;
}

function keepBytes(body: Uint8Array): Uint8Array | string {
  return nodeBuffer !== undefined && body instanceof nodeBuffer
    ? body.toString('latin1', 0, bodyLimit)
    : body.slice(0, bodyLimit);
}

/**
 * A request and its response, in a form that is fast to record and converted only when it is read. It must not keep
 * more memory than it shows, so bodies are copied: a small view would keep its whole buffer in memory.
 */
export class RequestRecord implements JournalRecord {
  id = 0;
  readonly session: string;
  readonly #endedAt = Date.now();
  readonly #durationMs: number;
  readonly #method: string;
  readonly #path: string;
  readonly #query: string;
  readonly #headers: readonly string[];
  #body: KeptBody | undefined;
  #reply: MockReply;
  /** The beginning of a reply body that is not saved completely. */
  #cutReply: KeptBody | undefined;

  constructor(request: MockRequest, reply: MockReply, durationMs: number) {
    const { method, path, query, rawHeaders, bytes, session } = request;
    this.session = session?.name ?? defaultSession;
    this.#durationMs = durationMs;
    this.#method = method;
    this.#path = path;
    this.#query = query;
    this.#headers = rawHeaders;
    if (bytes !== undefined && bytes.length > 0)
      this.#body = { bytes: keepBytes(bytes), size: bytes.length };
    const { body, faults } = reply;
    this.#reply = reply;
    if (body !== undefined && body.length > bodyLimit) {
      this.#cutReply = { bytes: cutText(body), size: countBytes(body) };
      this.#reply = { ...reply, body: undefined };
    }
    if (faults.length > mostFaults)
      this.#reply = { ...this.#reply, faults: faults.slice(0, mostFaults) };
  }

  /** Total size of the bodies in this record, in bytes. */
  get heldBytes(): number {
    const reply = this.#cutReply?.bytes ?? this.#reply.body ?? '';
    return (this.#body?.bytes.length ?? 0) + reply.length;
  }

  dropBodies(): void {
    const none = new Uint8Array();
    if (this.#body !== undefined) this.#body = { bytes: none, size: this.#body.size };
    const { body } = this.#reply;
    if (body === undefined && this.#cutReply === undefined) return;
    this.#cutReply = { bytes: none, size: this.#cutReply?.size ?? countBytes(body ?? '') };
    this.#reply = { ...this.#reply, body: undefined };
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
      request: toMessage(this.#headers, this.#body),
      response: this.#toResponse(),
    };
  }

  toSummary(): JournalSummary {
    const { operation, faults, ignored, injected, delayMs = 0 } = this.#reply;
    return {
      id: this.id,
      time: new Date(this.#endedAt - this.#durationMs).toISOString(),
      session: this.session,
      ...(operation !== undefined && { operation }),
      method: this.#method,
      path: this.#path,
      query: redactor.text(this.#query),
      status: this.status,
      durationMs: Math.round((this.#durationMs + delayMs) * 1000) / 1000,
      faults: [...faults],
      ...(ignored !== undefined && { ignored: [...ignored] }),
      ...(injected !== undefined && { injected: { id: injected.id, effect: injected.effect } }),
      ...readTrace((name) => findHeader(this.#headers, name)),
    };
  }

  #toResponse(): JournalMessage {
    if (this.status === 0) return { headers: [] };
    const { headers, body } = this.#reply;
    if (body === undefined) return toMessage(headers, this.#cutReply);
    const bytes = encoder.encode(body);
    return toMessage(headers, { bytes, size: bytes.length });
  }
}

function findHeader(list: readonly string[], name: string): string | undefined {
  return toPairs(list).find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Copies the beginning of a text: a slice would keep the whole text in memory. */
function cutText(text: string): Uint8Array {
  const bytes = new Uint8Array(bodyLimit);
  return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
}

function toMessage(list: readonly string[], kept: KeptBody | undefined): JournalMessage {
  const headers = toPairs(list).map(([name, value]) => ({
    name,
    value: redactor.header(name, value),
  }));
  const body = toBody(kept);
  return body === undefined ? { headers } : { headers, body };
}

function toBody(kept: KeptBody | undefined): JournalBody | undefined {
  if (kept === undefined || kept.size === 0) return undefined;
  const bytes = typeof kept.bytes === 'string' ? Buffer.from(kept.bytes, 'latin1') : kept.bytes;
  const shown = bytes.subarray(0, bodyLimit);
  // A character that is cut by the limit is left out.
  const text = decoder.decode(shown, { stream: true });
  decoder.decode();
  return { text: redactor.text(text), bytes: kept.size, truncated: kept.size > shown.length };
}
