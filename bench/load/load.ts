import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Placement, pin } from '../machine/pin.ts';
import { readPeerVersion } from '../subjects/peers.ts';
import { toHeaders, type WorkRequest } from '../works/work.ts';

/** The requests for a server, and the duration. */
export interface Load {
  port: number;
  requests: readonly WorkRequest[];
  expects: 'success' | 'refusal';
  connections: number;
  seconds: number;
}

interface LoadResult {
  requests: number;
  seconds: number;
  /** Number of unexpected responses, and of requests without a response. */
  failed: number;
  medianMs: number;
  p99Ms: number;
}

/** A program that generates load. */
export interface LoadGenerator {
  /** The name with the version. */
  name: string;
  run(load: Load): Promise<LoadResult>;
}

/** @throws when the program printed anything but a result */
function parseLoadResult(text: string): LoadResult {
  const result: unknown = JSON.parse(text);
  if (isLoadResult(result)) return result;
  throw new Error(`the load generator printed ${text}`);
}

function isLoadResult(value: unknown): value is LoadResult {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['requests', 'seconds', 'failed', 'medianMs', 'p99Ms'];
  return names.every((name) => typeof Reflect.get(value, name) === 'number');
}

/** Runs a program until it ends, and returns its stdout. */
export function runProgram(command: readonly string[], input = ''): Promise<string> {
  const [file = '', ...argv] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, { stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${file} ended with ${code}: ${stderr || stdout}`));
    });
    child.stdin.end(input);
  });
}

/** Returns wrk if it is installed: it needs the least processor time. */
function findWrk(placement: Placement | undefined): LoadGenerator | undefined {
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

/** Writes the Lua script for wrk with the requests and the format of the result. JSON strings are valid in Lua. */
function toScript({ requests, expects }: Load): string {
  const formats = requests.map((request) => `  requests[#requests + 1] = ${toFormat(request)}`);
  // wrk counts a status of 400 or above as an error.
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

const program = path.resolve('bench/peers/autocannon.mjs');

/**
 * Returns autocannon, which runs wherever Node does. It has Node's limits, so it shows smaller differences between fast
 * servers.
 */
function findAutocannon(placement: Placement | undefined): LoadGenerator | undefined {
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

/** @throws when none is available */
export function findLoadGenerator(placement: Placement | undefined): LoadGenerator {
  const found = findWrk(placement) ?? findAutocannon(placement);
  if (found !== undefined) return found;
  throw new Error(
    'no load generator found; install wrk, or npm, with which the bench installs autocannon',
  );
}
