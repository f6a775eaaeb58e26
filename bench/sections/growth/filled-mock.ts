import path from 'node:path';
import { findPort } from '../../../test/support/find-port.ts';
import type { Context } from '../../context.ts';
import { type RunningServer, startServer } from '../../machine/start-server.ts';

/** A mock with many sites, and what they cost. Bytes and milliseconds are for one site. */
export interface FilledMock {
  port: number;
  server: RunningServer;
  heapPerSite: number;
  residentPerSite: number;
  jsonPerSite: number;
  firstCreations: readonly number[];
  lastCreations: readonly number[];
  workspace: string;
  lastCursor: string;
}

export async function startFilledMock(
  sites: number,
  { placement }: Pick<Context, 'placement'>,
): Promise<FilledMock> {
  const port = await findPort();
  const program = path.resolve('bench/servers/filled-mock.mjs');
  const command = ['--expose-gc', program, String(port), String(sites)];
  const server = startServer(command, placement);
  const report: unknown = JSON.parse(await server.firstLine);
  if (typeof report !== 'object' || report === null)
    throw new Error('the filled mock says nothing');
  const number = (name: string): number => Number(Reflect.get(report, name));
  const text = (name: string): string => String(Reflect.get(report, name));
  const numbers = (name: string): number[] => {
    const list: unknown = Reflect.get(report, name);
    return Array.isArray(list) ? list.map(Number) : [];
  };
  return {
    port,
    server,
    heapPerSite: number('heapPerSite'),
    residentPerSite: number('residentPerSite'),
    jsonPerSite: number('jsonPerSite'),
    firstCreations: numbers('firstCreations'),
    lastCreations: numbers('lastCreations'),
    workspace: text('workspace'),
    lastCursor: text('lastCursor'),
  };
}
