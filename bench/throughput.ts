import { spawn } from 'node:child_process';
import path from 'node:path';
import { type Effort, type Part, type Section, writeSpread } from './figures.ts';
import { pin, type Server, startServer } from './server.ts';
import { type BenchRequest, fastify, mock, peers, raw, type Subject } from './subjects.ts';
import { anyGround, firstRequest, prepareGround, toHeaders, type Work, works } from './works.ts';

/** One turn of a server. */
interface Turn {
  requestsPerSecond: number;
  /** Processor time of the server for one request, in microseconds. It hardly depends on other programs. */
  processor: number;
  p99Ms: number;
}

interface Contestant {
  subject: Subject;
  server: Server;
  requests: readonly BenchRequest[];
  turns: Turn[];
}

/** Throughput: a section for each kind of work. */
export const throughput: readonly Part[] = works.map((work) => ({
  id: work.id,
  measure: async (effort) => [await measureWork(work, effort)],
}));

async function measureWork(work: Work, { rounds, seconds }: Effort): Promise<Section> {
  const able = [raw, mock, fastify, ...peers].filter(
    ({ works: own }) => own === undefined || own.includes(work.id),
  );
  const contestants: Contestant[] = [];
  for (const subject of able) contestants.push(await startContestant(subject, work));
  try {
    for (const contestant of contestants) await takeTurn(contestant, work, seconds);
    for (let round = 0; round < rounds; round += 1) {
      // Every second round goes backwards, so that no server always follows the same other one.
      const order = round % 2 === 0 ? contestants : contestants.toReversed();
      for (const contestant of order)
        contestant.turns.push(await takeTurn(contestant, work, seconds));
    }
  } finally {
    await Promise.all(contestants.map(({ server }) => server.stop()));
  }
  return toSection(work, contestants);
}

async function startContestant(subject: Subject, work: Work): Promise<Contestant> {
  const first = { method: 'GET' as const, path: firstRequest.path };
  const request = subject.translate?.(first) ?? first;
  const server = await startServer(subject.toArguments, { ...firstRequest, path: request.path });
  const ground = subject.keepsState ? await prepareGround(server.baseUrl) : anyGround;
  const translate = (original: BenchRequest): BenchRequest =>
    subject.translate?.(original) ?? original;
  const requests = work.toRequests(ground).map(translate);
  return { subject, server, requests, turns: [] };
}

/** @throws when a response is not as expected */
async function takeTurn(
  { subject, server, requests }: Contestant,
  work: Work,
  seconds: number,
): Promise<Turn> {
  const before = server.readProcessorMs();
  const result = await generateLoad({
    url: server.baseUrl,
    seconds,
    isRefused: work.isRefused === true && subject !== raw,
    requests: requests.map(({ method, path: target, body }) => ({
      method,
      path: target,
      headers: toHeaders(body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })),
  });
  if (result.failed > 0 || result.requests === 0)
    throw new Error(`${subject.title}: ${result.failed} of ${result.requests} responses failed`);
  return {
    requestsPerSecond: result.requests / result.seconds,
    processor: ((server.readProcessorMs() - before) * 1000) / result.requests,
    p99Ms: result.p99Ms,
  };
}

interface LoadResult {
  requests: number;
  seconds: number;
  failed: number;
  p99Ms: number;
}

function generateLoad(load: object): Promise<LoadResult> {
  const program = path.resolve('bench/peers/autocannon.mjs');
  const [file = '', ...words] = pin(1, [process.execPath, program]);
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`the load generator exited with ${code}`));
    });
    child.stdin.end(JSON.stringify(load));
  });
}

function toSection({ title }: Work, contestants: readonly Contestant[]): Section {
  const reference = contestants[0]?.turns ?? [];
  const ofRaw = (turns: readonly Turn[], toSpeed: (turn: Turn) => number): string =>
    writeSpread(
      turns.flatMap((turn, round) => {
        const referenceFigure = reference[round];
        return referenceFigure === undefined ? [] : [toSpeed(turn) / toSpeed(referenceFigure)];
      }),
    );
  return {
    title,
    about:
      'Fifty connections, as fast as the server responds. Each response has to be as expected.',
    columns: [
      ...['', 'requests/s', 'rate, of raw'],
      ...['processor per request, µs', 'processor, of raw', 'p99, ms'],
    ],
    rows: contestants.map(({ subject, turns }) => [
      subject.title,
      writeSpread(
        turns.map(({ requestsPerSecond }) => requestsPerSecond),
        0,
      ),
      ofRaw(turns, ({ requestsPerSecond }) => requestsPerSecond),
      writeSpread(
        turns.map(({ processor }) => processor),
        1,
      ),
      ofRaw(turns, ({ processor }) => 1 / processor),
      writeSpread(
        turns.map(({ p99Ms }) => p99Ms),
        1,
      ),
    ]),
  };
}
