import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { findPort } from '../../test/support/find-port.ts';
import type { Placement } from '../machine/pin.ts';
import { type RunningServer, startServer, waitForAnswer } from '../machine/start-server.ts';
import {
  anyGround,
  type Ground,
  prepareGround,
  toHeaders,
  type WorkRequest,
  workspaceId,
} from '../works/work.ts';

/** Where a subject is started. */
export interface Place {
  port: number;
  /** An empty folder for it alone. */
  folder: string;
  /** The contract, with twenty sites in its example of a page. */
  document: string;
  /** What the mock answers to the work at hand, for subjects that answer a constant. */
  replies: string | undefined;
}

/** A server that is measured. */
export interface Subject {
  id: string;
  title: string;
  /** What it does of the work, for the reader of the numbers. */
  does: string;
  /** The package that it comes from; undefined for what is here. */
  package?: string;
  /** Ids of the works that it can do at all. */
  works: 'all' | readonly string[];
  /** Whether it keeps what is created, so that there has to be something to work on. */
  keepsState: boolean;
  /** What Node is started with. */
  toCommand(place: Place): readonly string[];
  /** The request for the same in its own words. */
  translate?(request: WorkRequest): WorkRequest;
}

export interface RunningSubject {
  subject: Subject;
  port: number;
  baseUrl: string;
  server: RunningServer;
  /** From the start of the program to the end of its first answer. */
  firstAnswerMs: number;
}

type Needs = Pick<Place, 'folder' | 'document'> & { placement: Placement | undefined };

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
