import { connect } from 'node:net';
import { sitesOf } from '../support/test-client.ts';
import { type Part, tally } from './campaign.ts';
import { createCase, type FuzzCase, type KnownIds } from './fuzz-case.ts';
import { createClient, type MockProgram, type Send, startMock } from './programs.ts';

/** The timeout of a response, even to the largest request on a very busy machine. */
const patience = 90_000;

/** Number of mocks that are attacked at the same time: a case mostly waits for responses. */
const lanes = 4;

/**
 * Sends raw bytes and mutated requests to the service and the control surface of several mocks, one case after the
 * other to each. After each case, the mock has to be running without logged bugs, and refused requests must have had no
 * effect.
 */
export const fuzz: Part = async ({ seed, requests, first, folder, addFinding, findings }) => {
  const outcomes: string[] = [];
  let refused = 0;
  let next = first;
  const attack = async (): Promise<void> => {
    let subject = await startSubject(folder);
    while (next < first + requests && findings() < 50) {
      next += 1;
      if ((next - first) % 5000 === 0) console.error(`fuzz: ${next - first} of ${requests} cases`);
      subject = await judge(next - 1, subject);
    }
    await endSubject(subject);
  };
  /** Returns the mock for the next case. */
  const judge = async (number: number, subject: Subject): Promise<Subject> => {
    const fuzzed = createCase(seed, number, subject.ids);
    const report = (what: string): void =>
      addFinding(`${what} (${fuzzed.how})`, { first: number, requests: 1 });
    const { statuses, hangs, isInjected } = await exchange(subject.mock.port, fuzzed);
    outcomes.push(...(hangs ? ['no response'] : statuses.length === 0 ? ['closed'] : statuses));
    if (hangs) report(`no response and no close within ${patience} ms`);
    const broken = statuses.find((status) => status >= '500');
    if (broken !== undefined && !isInjected) report(`returned ${broken}`);
    const after = await readWholeState(subject.send);
    for (const bug of subject.mock.bugs.splice(0)) if (!isInjected) report(`it logged: ${bug}`);
    if (after === undefined) {
      report(`the mock stopped responding:\n${subject.mock.tail()}`);
      await endSubject(subject);
      return startSubject(folder);
    }
    const isAccepted = statuses.some((status) => status < '300');
    const isRefused = !isAccepted && !fuzzed.vanishes;
    if (isRefused) refused += 1;
    if (isRefused && after !== subject.state)
      report(`refused with ${statuses.join() || 'a closed connection'}, but the state changed`);
    // Requests of a disconnected client may be handled after the state was read: the next case waits for them.
    if (fuzzed.vanishes) await prepare(subject.send);
    return after === subject.state && isRefused ? subject : refresh(subject);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, requests) }, attack));
  const how = `${requests} cases, seed ${seed}, ${refused} of them refused; the whole state is compared each time`;
  return [{ what: 'Fuzzed requests on real sockets', how, result: tally(outcomes) }];
};

/** The attacked mock, in the same state for every case, so that a finding does not depend on earlier cases. */
interface Subject {
  mock: MockProgram;
  send: Send;
  close: () => void;
  ids: KnownIds;
  state: string | undefined;
}

async function startSubject(folder: string): Promise<Subject> {
  const mock = await startMock(['--seed', '1'], folder);
  return refresh({ mock, ...createClient(mock, 4) });
}

async function refresh(subject: Pick<Subject, 'mock' | 'send' | 'close'>): Promise<Subject> {
  const ids = await prepare(subject.send);
  return { ...subject, ids, state: await readWholeState(subject.send) };
}

async function endSubject({ mock, close }: Subject): Promise<void> {
  close();
  await mock.end('SIGKILL');
}

/** Restores the state after any case: one site with one route, no faults, and a running clock. */
async function prepare(send: Send): Promise<KnownIds> {
  const create = async (target: string, body: object): Promise<string> =>
    JSON.parse((await send('POST', target, body)).text).id;
  await send('DELETE', '/__mock/faults');
  await send('POST', '/__mock/clock/resume');
  await send('POST', '/__mock/reset');
  const siteId = await create(sitesOf(), { name: 'A site' });
  return { siteId, routeId: await create(`/v1/sites/${siteId}/routes`, { pathname: '/a' }) };
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

interface Exchanged {
  statuses: string[];
  hangs: boolean;
  /** Whether the control surface or `Prefer` requested the response. */
  isInjected: boolean;
}

function exchange(port: number, { bytes, vanishes }: FuzzCase): Promise<Exchanged> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    let text = '';
    const finish = (hangs: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const statusLines = [...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 ([2-5]\d\d) /g)];
      const statuses = statusLines.map(([, status = '']) => status);
      resolve({ statuses, hangs, isInjected: /X-Mock-Fault|Preference-Applied/i.test(text) });
    };
    const timer = setTimeout(() => finish(true), patience);
    socket.on('connect', () => {
      if (!vanishes) socket.end(bytes);
      else socket.write(bytes, () => socket.resetAndDestroy());
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    for (const event of ['end', 'error', 'close']) socket.on(event, () => finish(false));
  });
}
