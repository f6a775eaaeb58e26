import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { expect } from '@jest/globals';
import { type RunOptions, type RunResult, runSuite } from '../../service/entries/conformance.ts';
import { type ListeningServer, listen as listenOn } from './listen.ts';

/** The workspace of the runs. */
export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const servers: ListeningServer[] = [];

/** @returns the port */
export async function listen(server: Server): Promise<number> {
  const listening = await listenOn(server);
  servers.push(listening);
  return listening.port;
}

export const serve = (answer: RequestListener): Promise<number> => listen(createServer(answer));

/** Closes the servers of a test. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map(({ close }) => close()));
}

/** Runs one check against a base URL. */
export function run(baseUrl: string, options: Partial<RunOptions> = {}): Promise<RunResult> {
  return runSuite({
    baseUrl,
    apiKey: 'some-api-key',
    workspace,
    seed: 5,
    only: ['createSite/accepts-a-name'],
    timeoutMs: 60_000,
    ...options,
  });
}

/** Returns why a run could not test a target, after at most four requests. */
export async function explain(baseUrl: string, options: Partial<RunOptions> = {}): Promise<string> {
  const { verdict, requests, inventory, checks } = await run(baseUrl, options);
  if (verdict.kind !== 'not-run') throw new Error(`the verdict is ${verdict.kind}`);
  expect(requests).toBeLessThanOrEqual(4);
  expect(inventory).toEqual([]);
  expect(checks.map(({ outcome }) => outcome.status)).not.toContain('passed');
  return verdict.reason;
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
