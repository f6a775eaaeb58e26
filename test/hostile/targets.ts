import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { workspace } from '../support/test-client.ts';
import {
  type CampaignOptions,
  type Finding,
  type PartResult,
  toAgain,
  toMegabytes,
} from './campaign.ts';
import { type Attack, attacks } from './hostile-targets.ts';
import { type MockProgram, readMemory, startMock, startProgram } from './start-program.ts';

/** Limits of a run of the suite, however a target behaves. A busy machine may take longer than `--max-time`. */
const limits = { memory: 400_000_000, maxTime: 20, seconds: 120, report: 50_000_000 };
/** Number of connections that a late attack serves correctly before it starts. */
const goodConnections = 12;

interface Run {
  title: string;
  code: number | null;
  seconds: number;
  memory: number;
  report: number;
}

/**
 * Runs the suite against targets that attack it, from the first response on, or from the middle of a run on: until
 * then, the target is a mock. The suite has to end on its own, in limited time and memory, and without logged bugs.
 */
export async function attackSuite({ late, targets }: CampaignOptions): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-targets-'));
  const findings: Finding[] = [];
  const runs: Run[] = [];
  const mock = await startMock(['--seed', '1'], folder);
  try {
    const all = Object.entries(attacks).flatMap(([name, attack]) =>
      (late ? [0, goodConnections] : [0]).map((good) => ({
        title: good === 0 ? name : `${name}, from connection ${good + 1} on`,
        attack,
        good,
      })),
    );
    const waiting = all.filter(({ title }) => title.includes(targets));
    const attackEach = async (): Promise<void> => {
      const next = waiting.shift();
      if (next === undefined) return;
      const { title, attack, good } = next;
      const found = (what: string): void => {
        const again = toAgain('targets', { match: JSON.stringify(title) });
        findings.push({ part: 'targets', what: `${title}: ${what}`, again });
      };
      const run = await runSuite(title, attack, { good, mock, folder, found });
      console.error(
        `  ${title}: exit ${run.code}, ${run.seconds.toFixed(1)} s, ${toMegabytes(run.memory)}`,
      );
      runs.push(run);
      return attackEach();
    };
    // A run mostly waits for its target.
    await Promise.all([attackEach(), attackEach()]);
  } finally {
    await mock.end('SIGTERM');
    rmSync(folder, { recursive: true });
  }
  const slowest = runs.toSorted((one, other) => other.seconds - one.seconds)[0];
  const largest = runs.toSorted((one, other) => other.memory - one.memory)[0];
  const result = `exit codes ${countCodes(runs)}; ${slowest?.seconds.toFixed(0)} s at most (${slowest?.title}), ${toMegabytes(largest?.memory ?? 0)} at most (${largest?.title})`;
  const how = `${runs.length} targets that attack the suite; --max-time ${limits.maxTime}; limits ${limits.seconds} s and ${toMegabytes(limits.memory)}`;
  return { rows: [{ what: 'Hostile targets', how, result }], findings };
}

function countCodes(runs: readonly Run[]): string {
  const codes = [...new Set(runs.map(({ code }) => code))].toSorted();
  return codes
    .map((code) => `${code} (${runs.filter((run) => run.code === code).length} times)`)
    .join(', ');
}

interface Surroundings {
  good: number;
  mock: MockProgram;
  folder: string;
  found: (what: string) => void;
}

async function runSuite(
  title: string,
  attack: Attack,
  { good, mock, folder, found }: Surroundings,
): Promise<Run> {
  const target = await startTarget(attack, good, mock.port);
  const reportFile = `${target.port}.html`;
  const began = performance.now();
  const program = startProgram(
    [
      ...['conformance', target.url, '--api-key', 'site-contract-key', '--workspace', workspace],
      ...['--timeout', '1000', '--seed', '1', '--html', reportFile],
      ...['--max-time', String(limits.maxTime)],
    ],
    folder,
  );
  let memory = 0;
  let killed = '';
  const watching = setInterval(() => {
    memory = Math.max(memory, readMemory(program.processId, true));
    const seconds = (performance.now() - began) / 1000;
    if (memory > limits.memory) killed = `it used ${toMegabytes(memory)}`;
    else if (seconds > limits.seconds) killed = `it did not end within ${limits.seconds} s`;
    if (killed !== '') program.end('SIGKILL');
  }, 50);
  const code = await program.ended;
  clearInterval(watching);
  await target.close();
  const seconds = (performance.now() - began) / 1000;
  const report = statSync(path.join(folder, reportFile), { throwIfNoEntry: false })?.size ?? 0;
  rmSync(path.join(folder, reportFile), { force: true });
  if (killed !== '') found(killed);
  else if (code !== 1 && code !== 2) found(`it exited with ${code}:\n${program.tail()}`);
  if (report > limits.report) found(`the size of its report is ${toMegabytes(report)}`);
  for (const bug of new Set(program.bugs)) found(`it logged: ${bug}`);
  return { title, code, seconds, memory, report };
}

async function startTarget(attack: Attack, good: number, port: number) {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    if (connections <= good) forward(socket, port);
    else attackOnHead(socket, attack);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the target is not listening');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Forwards one request to the mock; the next one needs a new connection, and may be attacked. */
function forward(socket: Socket, port: number): void {
  const mock = connect({ host: '127.0.0.1', port });
  mock.on('error', () => socket.destroy());
  mock.on('close', () => socket.destroy());
  socket.on('close', () => mock.destroy());
  socket.pipe(mock).pipe(socket);
}

/** Attacks once a whole head has arrived: a client that is still connecting has not sent a request. */
function attackOnHead(socket: Socket, attack: Attack): void {
  let head = '';
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    socket.off('data', read);
    socket.resume();
    attack(socket);
  };
  socket.on('data', read);
}
