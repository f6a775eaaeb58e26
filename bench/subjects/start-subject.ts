import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { findPort } from '../../test/support/find-port.ts';
import type { Context } from '../context.ts';
import { type RunningServer, startServer } from '../machine/start-server.ts';
import { waitForAnswer } from '../machine/wait-for-answer.ts';
import { anyGround, prepareGround, workspaceId } from '../works/ground.ts';
import { toHeaders } from '../works/request-headers.ts';
import type { Ground, WorkRequest } from '../works/work.ts';
import type { Subject } from './subject.ts';

export interface RunningSubject {
  subject: Subject;
  port: number;
  baseUrl: string;
  server: RunningServer;
  /** From the start of the program to the end of its first answer. */
  firstAnswerMs: number;
}

type Needs = Pick<Context, 'placement' | 'folder' | 'document'>;

/** Starts a subject and waits for its first answer. */
export async function startSubject(
  subject: Subject,
  { placement, folder, document }: Needs,
  replies?: string,
): Promise<RunningSubject> {
  const port = await findPort();
  const own = mkdtempSync(path.join(folder, `${subject.id}-`));
  const command = subject.toCommand({ port, folder: own, document, replies });
  const start = performance.now();
  const server = startServer(command, placement, own);
  const baseUrl = `http://127.0.0.1:${port}`;
  const list: WorkRequest = { method: 'GET', path: `/v1/workspaces/${workspaceId}/sites?limit=20` };
  const { path: target } = toOwnWords(subject, list);
  try {
    await waitForAnswer({ url: baseUrl + target, headers: toHeaders(false) }, server.isAlive);
  } catch (error) {
    await server.stop();
    throw new Error(`${subject.title} does not start: ${String(error)}`);
  }
  return { subject, port, baseUrl, server, firstAnswerMs: performance.now() - start };
}

/** What is there for works, made through the interface where the subject keeps state. */
export function prepareSubject({ subject, baseUrl }: RunningSubject): Promise<Ground> {
  return subject.keepsState ? prepareGround(baseUrl) : Promise.resolve(anyGround);
}

export function toOwnWords({ translate }: Subject, request: WorkRequest): WorkRequest {
  return translate === undefined ? request : translate(request);
}
