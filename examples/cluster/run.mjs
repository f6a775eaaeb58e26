/**
 * A cluster on this machine: PostgreSQL with a synchronous replica, three mocks, and nginx before them. While the
 * conformance suite and a checker run through nginx, one mock is killed and started again, and the database is killed and
 * its replica promoted.
 *
 *   node examples/cluster/run.mjs [seconds]
 *
 * It needs PostgreSQL and nginx (`apt-get install postgresql nginx`) and the package pg. The exit code is 0 when the suite
 * passes and no acknowledged write was lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createChecker } from './checker.mjs';
import {
  findPort,
  runConformance,
  startBalancer,
  startDatabases,
  startMock,
} from './processes.mjs';

const seconds = Number(process.argv[2] ?? 20);
const token = 'cluster-admin-token';
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-cluster-'));
const started = [];
const say = (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function main() {
  const databases = await startDatabases(folder);
  started.push(databases.primary, databases.replica);
  say('PostgreSQL and its replica run');
  const ports = [await findPort(), await findPort(), await findPort()];
  // All at once: they make the tables together.
  const mocks = await Promise.all(ports.map((port) => startMock(databases.url, token, port)));
  started.push(...mocks);
  const balancer = await startBalancer(folder, ports);
  started.push(balancer);
  say(`three mocks run behind ${balancer.url}`);

  const checker = createChecker(balancer.url, '16fd2706-8baf-433b-82eb-8c7fada847da');
  const first = runConformance(balancer.url, '7c9e6679-7425-40de-944b-e07fc1f90ae7');
  await pause(seconds * 150);
  await mocks[1].end('SIGKILL');
  say('one mock was killed');
  await pause(seconds * 150);
  const again = await startMock(databases.url, token, mocks[1].port);
  started.push(again);
  say('it was started again');
  const suites = [await first];
  const second = runConformance(balancer.url, '3f333df6-90a4-4fda-8dd3-9485d27cee36');
  await pause(seconds * 100);
  await databases.primary.end('SIGKILL');
  say('the database was killed');
  await pause(500);
  databases.promote();
  say('its replica was promoted');
  suites.push(await second);
  await pause(seconds * 200);
  const counts = await checker.stop();
  for (const { output } of suites) console.log(`\n${output}`);
  const retries = await readRetries([mocks[0], again, mocks[2]]);
  console.log(
    `Checker      ${counts.requests} requests, ${counts.acknowledged} acknowledged writes to ${counts.records} sites, ${counts.reads} whole lists, ${counts.repeated} requests without success`,
  );
  console.log(`Mocks        ${retries} operations ran again because of others`);
  console.log(`Lost or torn ${counts.wrong.length}`);
  for (const line of counts.wrong.slice(0, 20)) console.log(`  ${line}`);
  const isGood = suites.every(({ code }) => code === 0) && counts.wrong.length === 0;
  console.log(isGood ? '\nVERDICT: the cluster conforms, and lost nothing' : '\nVERDICT: failed');
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
