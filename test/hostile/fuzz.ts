import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sitesOf } from '../support/test-client.ts';
import { type CampaignOptions, type Finding, type PartResult, toAgain } from './campaign.ts';
import { createClient, type Send } from './control-client.ts';
import { createCase, type FuzzCase, type KnownIds } from './fuzz-case.ts';
import { type MockProgram, startMock } from './start-program.ts';

/** The timeout of a response, even to the largest request on a very busy machine. */
const patience = 90_000;

/** Number of mocks that are attacked at the same time: a case mostly waits for responses. */
const lanes = 4;

/**
 * Sends raw bytes and mutated requests to the service and the control surface of several mocks, one case after the
 * other to each. After each case, the mock has to be running without logged bugs, and refused requests must have had no
 * effect.
 */
export async function fuzz({ seed, requests, first }: CampaignOptions): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-fuzz-'));
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  let refused = 0;
  let next = first;
  const attack = async (): Promise<void> => {
    let subject = await startSubject(folder);
    try {
      while (next < first + requests && findings.length < 50) {
        const number = next;
        next += 1;
        const done = number - first;
        if (done > 0 && done % 5000 === 0) console.error(`fuzz: ${done} of ${requests} cases`);
        subject = await judge(number, subject);
      }
    } finally {
      await endSubject(subject);
    }
  };
  /** @returns the mock for the next case */
  const judge = async (number: number, subject: Subject): Promise<Subject> => {
    const fuzzed = createCase(seed, number, subject.ids);
    const found = (what: string): void => {
      const again = toAgain('fuzz', { seed, first: number, requests: 1 });
      findings.push({ part: 'fuzz', what: `${what} (${fuzzed.how})`, again });
    };
    const answer = await exchange(subject.mock.port, fuzzed);
    const outcomes = answer.hangs ? ['no response'] : answer.statuses.map(String);
    for (const outcome of outcomes.length === 0 ? ['closed'] : outcomes) count(statuses, outcome);
    if (answer.hangs) found(`no response and no close within ${patience} ms`);
    const broken = answer.statuses.find((status) => status >= 500);
    if (broken !== undefined && !answer.isInjected) found(`returned ${broken}`);
    const after = await readWholeState(subject.send);
    for (const bug of subject.mock.bugs.splice(0))
      if (!answer.isInjected) found(`the log contains: ${bug}`);
    if (after === undefined) {
      found(`the mock stopped responding:\n${subject.mock.tail()}`);
      await endSubject(subject);
      return startSubject(folder);
    }
    const isRefused = !answer.isAccepted && !fuzzed.vanishes;
    if (isRefused) refused += 1;
    if (isRefused && after !== subject.state)
      found(
        `refused with ${answer.statuses.join(', ') || 'a closed connection'}, but the state changed`,
      );
    // Requests of a disconnected client may be handled after the state was read: the next case waits for them.
    if (fuzzed.vanishes) await prepare(subject.send);
    return after !== subject.state || fuzzed.vanishes || answer.isAccepted
      ? refresh(subject)
      : subject;
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, requests) }, attack));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const shown = [...statuses].toSorted((one, other) => other[1] - one[1]);
  const how = `${requests} cases, seed ${seed}, ${refused} of them refused; the whole state is compared each time`;
  const result = shown.map(([status, times]) => `${status}: ${times}`).join(', ');
  return { rows: [{ what: 'Fuzzed requests on real sockets', how, result }], findings };
}

/** The attacked mock, in the same state for every case, so that a finding does not depend on earlier cases. */
interface Subject {
  mock: MockProgram;
  send: Send;
  close: () => void;
  ids: KnownIds;
  state: string;
}

async function startSubject(folder: string): Promise<Subject> {
  const mock = await startMock(['--seed', '1'], folder);
  const { send, close } = createClient(mock, 4);
  return refresh({ mock, send, close, ids: { siteId: '', routeId: '' }, state: '' });
}

async function refresh(subject: Subject): Promise<Subject> {
  const ids = await prepare(subject.send);
  return { ...subject, ids, state: (await readWholeState(subject.send)) ?? '' };
}

async function endSubject({ mock, close }: Subject): Promise<void> {
  close();
  await mock.end('SIGKILL');
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface Exchanged {
  statuses: number[];
  hangs: boolean;
  /** Whether the control surface or `Prefer` requested the response. */
  isInjected: boolean;
  /** Whether a request was accepted, which may have changed the behaviour of the mock. */
  isAccepted: boolean;
}

function exchange(port: number, { bytes, vanishes }: FuzzCase): Promise<Exchanged> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    const received: Buffer[] = [];
    const finish = (hangs: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(received).toString('latin1');
      const statuses = [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3}) /g)]
        .map(([, status]) => Number(status))
        .filter((status) => status >= 200);
      const isAccepted = statuses.some((status) => status < 300);
      resolve({
        statuses,
        hangs,
        isInjected: /X-Mock-Fault|Preference-Applied/i.test(text),
        isAccepted,
      });
    };
    const timer = setTimeout(() => finish(true), patience);
    socket.on('connect', () => {
      if (!vanishes) socket.end(bytes);
      else socket.write(bytes, () => socket.resetAndDestroy());
    });
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('end', () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => finish(false));
  });
}

/** Restores the state after any case: one site with one route, no faults, and a running clock. */
async function prepare(send: Send): Promise<KnownIds> {
  await send('DELETE', '/__mock/faults');
  await send('POST', '/__mock/clock/resume');
  await send('POST', '/__mock/reset');
  const siteId = await create(send, sitesOf(), { name: 'A site' });
  return { siteId, routeId: await create(send, `/v1/sites/${siteId}/routes`, { pathname: '/a' }) };
}

async function create(send: Send, target: string, body: object): Promise<string> {
  const { text } = await send('POST', target, body);
  return String(JSON.parse(text).id);
}

/** Returns everything that a refused request must not change; undefined if the mock does not respond. */
async function readWholeState(send: Send): Promise<string | undefined> {
  const parts = ['state', 'faults', 'snapshots', 'webhooks'];
  try {
    const answers = await Promise.all(parts.map((part) => send('GET', `/__mock/${part}`)));
    return answers.map(({ text }) => text).join('\n');
  } catch {
    return undefined;
  }
}
