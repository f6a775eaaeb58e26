import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { listen } from '../support/listen.ts';
import { workspace } from '../support/test-client.ts';
import { type Attack, attacks } from './attacks.ts';
import { type Part, tally, toMegabytes } from './campaign.ts';
import { readMemory, startMock, startProgram } from './programs.ts';

/** Limits of a run of the suite, however a target behaves. A busy machine may take longer than `--max-time`. */
const limits = { memory: 400_000_000, maxTime: 20, seconds: 120, report: 50_000_000 };
/** Number of connections that a late attack serves correctly before it starts. */
const goodConnections = 12;

/**
 * Runs the suite against targets that attack it, from the first response on, or from the middle of a run on: until
 * then, the target is a mock. The suite has to end on its own, in limited time and memory, and without logged bugs.
 */
export const targets: Part = async ({ late, match, folder, addFinding }) => {
  const mock = await startMock(['--seed', '1'], folder);
  const waiting = Object.entries(attacks)
    .flatMap(([name, attack]) => [
      { title: name, attack, good: 0 },
      { title: `${name}, later`, attack, good: goodConnections },
    ])
    .filter(({ title, good }) => title.includes(match) && (late || good === 0));
  const runs: { title: string; code: number | null; seconds: number; memory: number }[] = [];
  const attackEach = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { title, attack, good } = next;
      const target = await startTarget(attack, good, mock.port);
      const report = (what: string): void =>
        addFinding(`${title}: ${what}`, { match: JSON.stringify(title) });
      const run = await runSuite(target.port, folder, report);
      await target.close();
      const memory = toMegabytes(run.memory);
      console.error(`  ${title}: exit ${run.code}, ${run.seconds.toFixed(1)} s, ${memory}`);
      runs.push({ title, ...run });
    }
  };
  // A run mostly waits for its target.
  await Promise.all([attackEach(), attackEach()]);
  await mock.end('SIGTERM');
  const [slowest] = runs.toSorted((left, right) => right.seconds - left.seconds);
  const [largest] = runs.toSorted((left, right) => right.memory - left.memory);
  const codes = `exit codes ${tally(runs.map(({ code }) => code))}`;
  const { seconds = 0, title: slowTitle } = slowest ?? {};
  const { memory = 0, title: largeTitle } = largest ?? {};
  const most = `${seconds.toFixed(0)} s at most (${slowTitle}), ${toMegabytes(memory)} at most (${largeTitle})`;
  const result = `${codes}; ${most}`;
  const how = `${runs.length} targets that attack the suite; --max-time ${limits.maxTime}; limits ${limits.seconds} s and ${toMegabytes(limits.memory)}`;
  return [{ what: 'Hostile targets', how, result }];
};

async function runSuite(port: number, folder: string, report: (what: string) => void) {
  const reportFile = path.join(folder, `${port}.html`);
  const began = performance.now();
  const readSeconds = (): number => (performance.now() - began) / 1000;
  const program = startProgram(
    [
      ...['conformance', `http://127.0.0.1:${port}`, '--api-key', 'site-contract-key'],
      ...['--workspace', workspace, '--timeout', '1s', '--seed', '1', '--html', reportFile],
      ...['--max-time', String(limits.maxTime)],
    ],
    folder,
  );
  let memory = 0;
  let killed = '';
  const watching = setInterval(() => {
    memory = Math.max(memory, readMemory(program.processId, true));
    if (memory > limits.memory) killed = `it used ${toMegabytes(memory)}`;
    else if (readSeconds() > limits.seconds) killed = `it did not end within ${limits.seconds} s`;
    if (killed !== '') program.end('SIGKILL');
  }, 50);
  const code = await program.ended;
  clearInterval(watching);
  const size = statSync(reportFile, { throwIfNoEntry: false })?.size ?? 0;
  rmSync(reportFile, { force: true });
  if (killed !== '') report(killed);
  else if (code !== 1 && code !== 2) report(`it exited with ${code}:\n${program.tail()}`);
  if (size > limits.report) report(`the size of its report is ${toMegabytes(size)}`);
  for (const bug of new Set(program.bugs)) report(`it logged: ${bug}`);
  return { code, memory, seconds: readSeconds() };
}

function startTarget(attack: Attack, good: number, port: number) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    if (connections <= good) forward(socket, port);
    else attackOnHead(socket, attack);
  });
  return listen(server);
}

/** Forwards one request to the mock; the next one needs a new connection, and may be attacked. */
function forward(socket: Socket, port: number): void {
  const mock = connect({ host: '127.0.0.1', port });
  for (const event of ['error', 'close']) mock.on(event, () => socket.destroy());
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
