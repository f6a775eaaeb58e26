import path from 'node:path';
import { findPort } from '../../../test/support/find-port.ts';
import type { Context } from '../../context.ts';
import { startServer } from '../../machine/start-server.ts';
import { mock } from '../../subjects/index.ts';
import { startSubject } from '../../subjects/start-subject.ts';

/** What a tester is pointed at. */
export interface Target {
  title: string;
  /** How long what a client sends is under way, in milliseconds. */
  latencyMs: number;
}

export interface RunningTarget {
  baseUrl: string;
  /** Of the mock alone. */
  processId: number;
  stop(): Promise<void>;
}

export async function startTarget({ latencyMs }: Target, context: Context): Promise<RunningTarget> {
  const { baseUrl, port, server } = await startSubject(mock, context);
  const { processId } = server;
  if (latencyMs === 0) return { baseUrl, processId, stop: server.stop };
  const proxyPort = await findPort();
  const program = path.resolve('bench/servers/latency-proxy.mjs');
  const command = [program, String(proxyPort), String(port), String(latencyMs)];
  const proxy = startServer(command, context.placement);
  await proxy.firstLine;
  return {
    baseUrl: `http://127.0.0.1:${proxyPort}`,
    processId,
    stop: async () => {
      await proxy.stop();
      await server.stop();
    },
  };
}
