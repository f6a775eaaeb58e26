import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Placement, pin } from '../machine/pin.ts';
import { toHeaders } from '../works/request-headers.ts';
import type { WorkRequest } from '../works/work.ts';
import { type Load, type LoadGenerator, type LoadResult, parseLoadResult } from './load.ts';
import { runProgram } from './run-program.ts';

/** wrk, where it is installed: it needs the least of the processor that it runs on. */
export function findWrk(placement: Placement | undefined): LoadGenerator | undefined {
  const { stdout, stderr, error } = spawnSync('wrk', ['--version'], { encoding: 'utf8' });
  if (error !== undefined) return undefined;
  const version = /wrk\s+(?:debian\/)?([\d.]+)/.exec(stdout + stderr)?.[1] ?? '';
  return { name: `wrk ${version}`.trim(), run: (load) => runWrk(load, placement) };
}

async function runWrk(load: Load, placement: Placement | undefined): Promise<LoadResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-bench-'));
  const script = path.join(folder, 'requests.lua');
  writeFileSync(script, toScript(load));
  const { connections, seconds, port } = load;
  const command = [
    ...['wrk', '--threads', '1', '--connections', String(connections)],
    ...['--duration', `${seconds}s`, '--timeout', '10s', '--script', script],
    `http://127.0.0.1:${port}`,
  ];
  try {
    const output = await runProgram(pin(command, placement?.load));
    return parseLoadResult(output.slice(output.lastIndexOf('\n{')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** wrk is told what to send, and tells what came back, in Lua. JSON's way to write a text is one of Lua's, too. */
function toScript({ requests, expects }: Load): string {
  const formats = requests.map((request) => `  requests[#requests + 1] = ${toFormat(request)}`);
  // wrk counts an answer of 400 and above as an error.
  const failed = expects === 'refusal' ? 'summary.requests - errors.status' : 'errors.status';
  return `local requests = {}
local at = 0
init = function()
${formats.join('\n')}
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local errors = summary.errors
  local failed = ${failed} + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"failed":%d,"medianMs":%f,"p99Ms":%f}',
    summary.requests, summary.duration / 1e6, failed, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`;
}

function toFormat({ method, path: target, body }: WorkRequest): string {
  const headers = Object.entries(toHeaders(body !== undefined))
    .map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`)
    .join(', ');
  const text = body === undefined ? 'nil' : JSON.stringify(JSON.stringify(body));
  return `wrk.format(${JSON.stringify(method)}, ${JSON.stringify(target)}, {${headers}}, ${text})`;
}
