import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Placement, pin } from '../machine/pin.ts';
import { readPeerVersion } from '../subjects/peers-folder.ts';
import { toHeaders } from '../works/request-headers.ts';
import { type Load, type LoadGenerator, type LoadResult, parseLoadResult } from './load.ts';
import { runProgram } from './run-program.ts';

const program = path.resolve('bench/peers/autocannon.mjs');

/** autocannon, which runs wherever Node does. It shares Node's limits: fast servers come out closer to each other. */
export function findAutocannon(placement: Placement | undefined): LoadGenerator | undefined {
  const version = readPeerVersion('autocannon');
  if (version === undefined || !existsSync(program)) return undefined;
  return { name: `autocannon ${version}`, run: (load) => runAutocannon(load, placement) };
}

async function runAutocannon(
  { port, requests, ...rest }: Load,
  placement: Placement | undefined,
): Promise<LoadResult> {
  const input = {
    ...rest,
    url: `http://127.0.0.1:${port}`,
    requests: requests.map(({ method, path: target, body }) => ({
      method,
      path: target,
      headers: toHeaders(body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })),
  };
  const command = pin([process.execPath, program], placement?.load);
  return parseLoadResult(await runProgram(command, JSON.stringify(input)));
}
