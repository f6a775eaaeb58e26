import { toProblemType } from '../../../contract/problems.ts';
import { mostFaults } from '../../../contract/validators.ts';
import { controlProblems } from '../../../generated/control-document.js';
import type { ControlProblemId } from '../../../generated/control-names.ts';
import type { Refusal } from '../../refusal.ts';
import type { ControlRefusal } from './control-refusal.ts';
import type { ControlSchemas } from './operation-types.ts';
import type { FileResult, StreamResult } from './results.ts';

/** An answer of the control surface. */
export interface ControlReply {
  status: number;
  /** Names and values in turn, as they stand on the wire. */
  headers: string[];
  /** Undefined where no body may be sent. */
  body: string | Uint8Array | undefined | StreamResult['stream'];
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

/** A refusal of the surface itself, or of a step that it shares with the service. */
export function toRefusalReply(refusal: ControlRefusal | Refusal): ControlReply {
  const id = toProblemId(refusal);
  const { title, status } = controlProblems[id];
  const problem: ControlSchemas['Problem'] = {
    type: toProblemType(id),
    title,
    status,
    detail: refusal.detail,
    ...(refusal.faults.length === 0 ? {} : { errors: [...refusal.faults.slice(0, mostFaults)] }),
  };
  return toTextReply(status, 'application/problem+json', JSON.stringify(problem), refusal.headers);
}

function toProblemId({ problem }: ControlRefusal | Refusal): ControlProblemId {
  return isControlProblem(problem) ? problem : 'internal-error';
}

function isControlProblem(id: string): id is ControlProblemId {
  return Object.hasOwn(controlProblems, id);
}

export function toJsonReply(status: number, body: unknown): ControlReply {
  return toTextReply(status, 'application/json', JSON.stringify(body));
}

export function toEmptyReply(status: number, extra: readonly string[] = []): ControlReply {
  return { status, headers: toHeaders(extra), body: undefined };
}

export function toFileReply({ status, mediaType, headers, content }: FileResult): ControlReply {
  if (status === 304) return toEmptyReply(status, headers);
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
  return {
    status,
    headers: toHeaders(['Content-Type', mediaType, 'Content-Length', String(length), ...headers]),
    body: content,
  };
}

export function toStreamReply({ mediaType, stream }: StreamResult): ControlReply {
  return { status: 200, headers: toHeaders(['Content-Type', mediaType]), body: stream };
}

function toTextReply(
  status: number,
  mediaType: string,
  text: string,
  extra: readonly string[] = [],
): ControlReply {
  const length = String(Buffer.byteLength(text));
  const headers = ['Content-Type', mediaType, 'Content-Length', length, ...extra];
  return { status, headers: toHeaders(headers), body: text };
}

/** Headers of an answer, with the protection that it does not set by itself. */
function toHeaders(own: readonly string[]): string[] {
  const given = new Set(own.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const rest = Object.entries(protection).filter(([name]) => !given.has(name.toLowerCase()));
  return [...own, 'Date', new Date().toUTCString(), ...rest.flat()];
}
