/**
 * A cluster on this machine: PostgreSQL with a synchronous replica, three mocks, and nginx in front of them.
 *
 * node examples/cluster/run.mjs [seconds]
 *
 * While the conformance suite and a checker run through nginx, one mock is killed and restarted, and the database is
 * killed and its replica promoted.
 *
 * node examples/cluster/run.mjs --sessions [count]
 *
 * Uses many sessions at once, 5,000 by default, each through all mocks.
 *
 * It needs PostgreSQL and nginx (`apt-get install postgresql nginx`) and the package pg. The exit code is 0 if the
 * suite passes and no acknowledged write was lost, 1 if not, and 2 if it could not run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChecker } from './checker.mjs';
import {
  findMissing,
  findPort,
  runConformance,
  startBalancer,
  startDatabases,
  startMock,
} from './processes.mjs';
import { useSessions } from './sessions.mjs';

const [first, second] = process.argv.slice(2);
const usesSessions = first === '--sessions';
const seconds = Number((usesSessions ? undefined : first) ?? 20);
const sessions = Number(second ?? 5000);
const token = 'cluster-admin-token';
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-cluster-'));
const started = [];
const say = (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
const show = (label, text) => console.log(`${label.padEnd(9)} ${text}`);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const count = (number, what) => `${number.toLocaleString('en-US')} ${what}`;

async function main() {
  if (!(seconds > 0 && sessions > 0))
    throw new Error('the argument must be a number greater than 0');
  const missing = await findMissing();
  if (missing !== undefined) throw new Error(missing);
  const databases = await startDatabases(folder);
  started.push(databases.primary, databases.replica);
  say('PostgreSQL and its replica are running');
  const ports = [await findPort(), await findPort(), await findPort()];
  // All at once: they create the tables together.
  const mocks = await Promise.all(ports.map((port) => startMock(databases.url, token, port)));
  started.push(...mocks);
  const balancer = await startBalancer(folder, ports);
  started.push(balancer);
  say(`three mocks are running behind ${balancer.url}`);
  return usesSessions ? runSessions(balancer, mocks) : runFailures(databases, mocks, balancer);
}

async function runSessions(balancer, mocks) {
  say(`${count(sessions, 'sessions')} in parallel, each through all mocks`);
  const found = await useSessions(balancer.url, sessions, (done) =>
    say(`  ${count(done, 'requests done')}`),
  );
  const memory = mocks.map(({ pid }) => {
    const [, kilobytes = 0] =
      /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return `${Math.round(kilobytes / 1024)} MB`;
  });
  console.log();
  show(
    'Requests',
    `${count(found.requests, 'successful')}, ${found.repeated} of them only after a retry`,
  );
  show('Latency', `median ${found.medianMs} ms, 99 % within ${found.p99Ms} ms`);
  show('Memory', `${memory.join(', ')} (the three mocks)`);
  show(
    'Wrong',
    count(found.wrong.length, 'sessions showed data of another session, or lost their own'),
  );
  for (const line of found.wrong.slice(0, 10)) console.log(`  ${line}`);
  return judge(found.wrong.length === 0, 'all sessions stayed separate');
}

async function runFailures(databases, mocks, balancer) {
  const checker = createChecker(balancer.url, '16fd2706-8baf-433b-82eb-8c7fada847da');
  const progress = setInterval(() => {
    const { requests, acknowledged, wrong } = checker.counts;
    say(`  ${count(requests, 'requests')}, ${count(acknowledged, 'writes')}, ${wrong.length} lost`);
  }, 10_000);
  say('the suite and a checker are running through the balancer');
  const early = runConformance(balancer.url, '7c9e6679-7425-40de-944b-e07fc1f90ae7');
  await pause(seconds * 150);
  await mocks[1].end('SIGKILL');
  say('one mock was killed');
  await pause(seconds * 150);
  const again = await startMock(databases.url, token, mocks[1].port);
  started.push(again);
  say('the mock was restarted');
  const suites = [await early];
  say('the suite has finished; it runs once more');
  const late = runConformance(balancer.url, '3f333df6-90a4-4fda-8dd3-9485d27cee36');
  await pause(seconds * 100);
  await databases.primary.end('SIGKILL');
  say('the database was killed');
  await pause(500);
  databases.promote();
  say('its replica was promoted');
  suites.push(await late);
  say('the suite has finished');
  await pause(seconds * 200);
  const counts = await checker.stop();
  clearInterval(progress);
  for (const { output } of suites) console.log(`\n${output.trim()}`);
  const retries = await readRetries([mocks[0], again, mocks[2]]);
  const failed = suites.filter(({ code }) => code !== 0).length;
  console.log();
  show('Suite', failed === 0 ? 'conforms in both runs' : `fails in ${failed} of 2 runs`);
  show(
    'Requests',
    `${count(counts.requests, 'sent by the checker')}, ${counts.repeated} of them failed`,
  );
  show(
    'Writes',
    `${count(counts.acknowledged, 'acknowledged')}, to ${count(counts.records, 'sites')}`,
  );
  show('Reads', count(counts.reads, 'whole lists'));
  show('Retries', count(retries, 'operations repeated by the mocks'));
  show('Lost', count(counts.wrong.length, 'acknowledged writes, or inconsistent reads'));
  for (const line of counts.wrong.slice(0, 20)) console.log(`  ${line}`);
  const isGood = failed === 0 && counts.wrong.length === 0;
  if (!isGood)
    for (const each of [...mocks, again])
      console.error(each.readErrors().split('\n').slice(-5).join('\n'));
  return judge(isGood, 'the cluster conforms and lost nothing');
}

function judge(isGood, success) {
  console.log(isGood ? `\nVERDICT: ${success}` : '\nVERDICT: failed');
  return isGood ? 0 : 1;
}

async function readRetries(mocks) {
  const texts = await Promise.all(
    mocks.map(async ({ url }) => {
      const response = await fetch(`${url}/__mock/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return response.text();
    }),
  );
  const read = (text) => Number(/^site_contract_store_retries_total (\d+)$/m.exec(text)?.[1] ?? 0);
  return texts.reduce((sum, text) => sum + read(text), 0);
}

let isEnded = false;
async function end() {
  if (isEnded) return;
  isEnded = true;
  for (const each of started.reverse()) await each.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => end().then(() => process.exit(130)));

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`the cluster could not run: ${error.message}`);
  process.exitCode = 2;
} finally {
  await end();
}
