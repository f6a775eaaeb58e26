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

/** The environment of a subject. */
export interface Place {
  port: number;
  /** An empty folder for this subject only. */
  folder: string;
  /** The contract, with twenty sites in the example of its list. */
  document: string;
  /** The mock's responses for the current work, for subjects with constant responses. */
  replies: string | undefined;
}

/** A measured server. */
export interface Subject {
  id: string;
  title: string;
  /** The part of the work that it does, for readers of the numbers. */
  does: string;
  /** The package that contains it; undefined for programs in this repository. */
  package?: string;
  /** Ids of the works that it supports. */
  works: 'all' | readonly string[];
  /** Whether it stores created records, which works then need. */
  keepsState: boolean;
  /** The arguments of Node. */
  toCommand(place: Place): readonly string[];
  /** Converts a request to the subject's own interface. */
  translate?(request: WorkRequest): WorkRequest;
}

export interface RunningSubject {
  subject: Subject;
  port: number;
  baseUrl: string;
  server: RunningServer;
  /** The time from the start of the program to the end of its first response. */
  firstAnswerMs: number;
}

type Needs = Pick<Place, 'folder' | 'document'> & { placement: Placement | undefined };

/** Starts a subject and waits for its first response. */
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
    throw new Error(`${subject.title} did not start: ${String(error)}`);
  }
  return { subject, port, baseUrl, server, firstAnswerMs: performance.now() - start };
}

/** Returns the data for works. A subject with state gets it through its interface. */
export function prepareSubject({ subject, baseUrl }: RunningSubject): Promise<Ground> {
  return subject.keepsState ? prepareGround(baseUrl) : Promise.resolve(anyGround);
}

export function toOwnWords({ translate }: Subject, request: WorkRequest): WorkRequest {
  return translate === undefined ? request : translate(request);
}
