import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sitesOf } from '../support/test-client.ts';
import { type CampaignOptions, type Finding, type PartResult, toAgain } from './campaign.ts';
import { createCase, type FuzzCase, type KnownIds } from './fuzz-case.ts';
import { adminToken, type MockProgram, startMock } from './start-program.ts';

/** No answer takes longer, not even the one to the largest request on a busy machine. */
const patience = 15_000;
/** After so many cases the mock is reset, so that its state stays small. */
const resetEvery = 200;

/**
 * Sends raw bytes and mutated requests to the service and the control surface of a mock, one case after the other.
 * After each, the mock has to be alive, must not have blamed itself, and a refused request must have changed nothing.
 */
export async function fuzz({ seed, requests, first }: CampaignOptions): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-fuzz-'));
  const findings: Finding[] = [];
  const statuses = new Map<string, number>();
  let mock = await startMock(['--seed', '1'], folder);
  let ids = await prepare(mock);
  let before = await readWholeState(mock);
  let refused = 0;
  try {
    for (let number = first; number < first + requests; number += 1) {
      const fuzzed = createCase(seed, number, ids);
      const found = (what: string): void => {
        const again = toAgain('fuzz', { seed, first: number, requests: 1 });
        findings.push({ part: 'fuzz', what: `${what} (${fuzzed.how})`, again });
      };
      const answer = await exchange(mock.port, fuzzed);
      for (const status of answer.statuses) count(statuses, String(status));
      if (answer.statuses.length === 0) count(statuses, answer.hangs ? 'no answer' : 'closed');
      if (answer.hangs) found(`no answer and no close within ${patience} ms`);
      const broken = answer.statuses.find((status) => status >= 500);
      if (broken !== undefined && !answer.isInjected) found(`answered with ${broken}`);
      for (const bug of mock.bugs.splice(0)) if (!answer.isInjected) found(`the log says: ${bug}`);
      if (!(await isAnswering(mock))) {
        found(`the process ended:\n${mock.tail()}`);
        await mock.end('SIGKILL');
        mock = await startMock(['--seed', '1'], folder);
        ids = await prepare(mock);
        before = await readWholeState(mock);
        continue;
      }
      const after = await readWholeState(mock);
      const isRefused = !answer.statuses.some((status) => status < 300) && !fuzzed.vanishes;
      if (isRefused) refused += 1;
      if (isRefused && after !== before)
        found(`refused with ${answer.statuses.join(', ') || 'a close'}, and yet the state changed`);
      before = after;
      if (number % resetEvery === 0 || answer.isAccepted) {
        ids = await prepare(mock);
        before = await readWholeState(mock);
      }
      if (findings.length >= 50) break;
    }
  } finally {
    await mock.end('SIGTERM');
    rmSync(folder, { recursive: true });
  }
  const shown = [...statuses].toSorted((one, other) => other[1] - one[1]);
  const how = `${requests} cases, seed ${seed}, ${refused} of them refused; the whole state compared each time`;
  const result = shown.map(([status, times]) => `${status}: ${times}`).join(', ');
  return { rows: [{ what: 'Fuzzed requests on real sockets', how, result }], findings };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface Exchanged {
  statuses: number[];
  hangs: boolean;
  /** Whether the control surface or `Prefer` was asked for what came back. */
  isInjected: boolean;
  /** Whether anything was accepted, which may have changed how the mock behaves. */
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

/** Whatever the cases before have done: one site with one route, no faults, a clock that goes on. */
async function prepare(mock: MockProgram): Promise<KnownIds> {
  await control(mock, 'DELETE', '/faults');
  await control(mock, 'POST', '/clock/resume');
  await control(mock, 'POST', '/reset');
  const siteId = await create(mock, sitesOf(), { name: 'A site' });
  return { siteId, routeId: await create(mock, `/v1/sites/${siteId}/routes`, { pathname: '/a' }) };
}

async function create({ url }: MockProgram, target: string, body: object): Promise<string> {
  const response = await fetch(url + target, {
    method: 'POST',
    headers: { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return String((await response.json()).id);
}

async function control({ url }: MockProgram, method: string, target: string): Promise<string> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${url}/__mock${target}`, { method, headers });
  return response.text();
}

async function readWholeState(mock: MockProgram): Promise<string> {
  const parts = ['/state', '/faults', '/snapshots', '/webhooks'];
  const texts = await Promise.all(parts.map((part) => control(mock, 'GET', part)));
  return texts.join('\n');
}

async function isAnswering(mock: MockProgram): Promise<boolean> {
  if (!mock.isAlive()) return false;
  return control(mock, 'GET', '/health').then(
    () => true,
    () => false,
  );
}
