/**
 * Prints the behaviour of a cluster under increasing load, calculated and simulated from the costs that the bench
 * measured.
 *
 * npm run simulate -- [--write]
 *
 * With `--write`, the tables in docs/scale.md are replaced.
 */

import { readStoreCosts, type StoreCosts } from '../sections/store/costs.ts';
import { readBetween, writeBetween } from '../write-between.ts';
import { type Costs, type Layout, type Part, type Simulated, simulate } from './simulate.ts';

const place = {
  file: 'docs/scale.md',
  begin: '<!-- npm run simulate -- --write -->',
  end: '<!-- end of the simulation -->',
};
/**
 * Costs that cannot be measured on one machine, in microseconds: a network within a data centre, and a disk that really
 * flushes its cache.
 */
const assumed = { roundTrip: 300, commit: 1000 };
const writes = 0.1;
/** The maximum utilisation of a part, to keep queues short. */
const atMost = 0.6;

interface Case {
  title: string;
  layout: Layout;
}

const toCosts = ({ mock, database, balancer }: StoreCosts): Costs => ({
  mock,
  database,
  balancer,
  ...assumed,
});

const mix = ({ list, create }: { list: number; create: number }): number =>
  (1 - writes) * list + writes * create;

/** Returns the number of each part that the rate requires. */
export function sizeFor(costs: Costs, requestsPerSecond: number): Layout {
  const count = (microseconds: number): number =>
    Math.max(1, Math.ceil((requestsPerSecond * microseconds) / 1e6 / atMost));
  const mocks = Math.max(2, count(mix(costs.mock)));
  return {
    requestsPerSecond,
    writes,
    mocks,
    poolSize: 10,
    databaseProcessors: count(mix(costs.database)),
    balancerProcessors: count(costs.balancer),
  };
}

function listCases(costs: Costs): Case[] {
  const three = (requestsPerSecond: number): Layout => ({
    requestsPerSecond,
    writes,
    mocks: 3,
    poolSize: 10,
    databaseProcessors: 4,
    balancerProcessors: 1,
  });
  // Up to the capacity of the three mocks, and beyond.
  const most = 3e6 / mix(costs.mock);
  const rates = [0.25, 0.5, 0.8, 0.95, 1.1].map((share) => Math.round((share * most) / 100) * 100);
  const sized = [10_000, 100_000].map((rate) => sizeFor(costs, rate));
  return [
    ...rates.map((rate) => ({ title: 'three mocks, database of 4', layout: three(rate) })),
    ...sized.map((layout) => ({
      title: `${layout.mocks} mocks, database of ${layout.databaseProcessors}`,
      layout,
    })),
    ...sized.map((layout) => ({
      title: `${layout.mocks} mocks, database of ${Math.ceil(layout.databaseProcessors / 2)}`,
      layout: { ...layout, databaseProcessors: Math.ceil(layout.databaseProcessors / 2) },
    })),
  ];
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (value: number): string => `${Math.round(100 * value)} %`;
const parts: readonly Part[] = ['balancer', 'mocks', 'connections', 'database'];

function toRow({ title, layout }: Case, costs: Costs): string {
  // About the same number of requests in each case.
  const seconds = Math.min(5, 60_000 / layout.requestsPerSecond);
  const found: Simulated = simulate(costs, layout, { seed: 1, seconds });
  const [fullest = 'mocks'] = [...parts].sort(
    (one, other) => found.inUse[other] - found.inUse[one],
  );
  const isOverloaded = found.inUse[fullest] > 0.97;
  return [
    title,
    count(layout.requestsPerSecond),
    ...parts.map((part) => percent(found.inUse[part])),
    isOverloaded ? 'grows' : found.medianMs.toFixed(1),
    isOverloaded ? 'grows' : found.p99Ms.toFixed(1),
    isOverloaded ? `**${fullest}**` : fullest,
  ].join(' | ');
}

/** @returns Markdown */
export function describeSimulation(stored: StoreCosts): string {
  const costs = toCosts(stored);
  const rates = [1000, 10_000, 100_000];
  const calculated = rates.map((rate) => {
    const { mocks, databaseProcessors, balancerProcessors } = sizeFor(costs, rate);
    // Mocks write their journals one after the other, each at most twice a second and for at most a sixth of its time.
    const behind = Math.max(0.5, (Math.max(6, mocks) * stored.journalWriteMs) / 1000);
    return [rate, mocks, databaseProcessors, balancerProcessors, 10 * mocks]
      .map(count)
      .concat(behind.toFixed(1))
      .join(' | ');
  });
  return [
    `Measured (${stored.date}, ${stored.machine}, load average ${stored.loadAverage}), processor time of one request: mock ${stored.mock.list} µs for a list of 20 sites and ${stored.mock.create} µs for a creation, database ${stored.database.list} and ${stored.database.create} µs, nginx ${stored.balancer} µs. Writing 250 entries of the journal takes ${stored.journalWriteMs} ms. Assumed: ${assumed.roundTrip} µs for a round trip to the database, ${assumed.commit} µs until a change is on its disk, and one creation in ten requests.`,
    '',
    `By calculation, with a utilisation of at most ${percent(atMost)}:`,
    '',
    '| requests/s | mocks | processors of the database | of the balancer | connections | journal behind, s |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...calculated.map((row) => `| ${row} |`),
    '',
    'By simulation. The last column names the part with the highest utilisation, in bold if it is overloaded.',
    '',
    '| layout | requests/s | balancer | mocks | connections | database | p50, ms | p99, ms | limited by |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...listCases(costs).map((each) => `| ${toRow(each, costs)} |`),
  ].join('\n');
}

/** @returns the current text of the document */
export const readWritten = (): string => readBetween(place);

export function run(argv: readonly string[]): void {
  const text = describeSimulation(readStoreCosts());
  console.log(text);
  if (argv.includes('--write')) writeBetween(place, text);
}
