import type { Context } from '../../context.ts';
import type { Section } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { apiKey } from '../../works/work.ts';
import {
  type BenchDatabase,
  fill,
  type Page,
  readPlan,
  type StoreServer,
  token,
} from './database.ts';

const resetSites = 100_000;
const pages: readonly Page[] = ['first', 'middle', 'last'];

interface PageCost {
  page: Page;
  /** Number of database blocks that the statement reads: the same on every machine. */
  blocks: number;
  times: number[];
}

/** Measures the cost of a page in a large workspace, and of a reset. */
export async function measureStoreGrowth(
  mock: StoreServer,
  database: BenchDatabase,
  { effort, note }: Context,
): Promise<Section> {
  const sizes = [1000, effort.sizes.at(-1) ?? 1000];
  const found: { sites: number; costs: PageCost[] }[] = [];
  for (const sites of sizes) {
    note(`Store: pages of ${sites.toLocaleString('en-US')} sites`);
    await reset(mock);
    await createFirst(mock);
    await fill(database, sites);
    const costs: PageCost[] = pages.map((page) => ({ page, blocks: 0, times: [] }));
    for (let round = -1; round < 4 * effort.rounds; round += 1) {
      for (const cost of costs) {
        const { blocks, milliseconds } = await readPlan(database, cost.page);
        cost.blocks = blocks;
        if (round >= 0) cost.times.push(milliseconds);
      }
    }
    found.push({ sites, costs });
  }
  const resets: number[] = [];
  const single: number[] = [];
  for (let round = 0; round <= effort.rounds; round += 1) {
    note(`Store: reset of ${resetSites.toLocaleString('en-US')} sites`);
    await reset(mock);
    await createFirst(mock);
    await fill(database, resetSites);
    const time = await reset(mock);
    await createFirst(mock);
    const singleTime = await reset(mock);
    if (round === 0) continue;
    resets.push(time);
    single.push(singleTime);
  }
  return toSection(found, resets, single);
}

/** @returns the duration in milliseconds */
async function reset({ port }: StoreServer): Promise<number> {
  const url = `http://127.0.0.1:${port}/__mock/reset`;
  const start = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(url, { method: 'POST', headers });
  if (status !== 204) throw new Error(`the reset returned ${status}`);
  return performance.now() - start;
}

async function createFirst({ port }: StoreServer): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example' });
  const { status } = await fetch(url, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`createSite returned ${status}`);
}

function toSection(
  found: readonly { sites: number; costs: readonly PageCost[] }[],
  resets: readonly number[],
  single: readonly number[],
): Section {
  const [small, large] = found;
  const most = (costs: readonly PageCost[] = []): number =>
    Math.max(...costs.map(({ blocks }) => blocks));
  const count = (large?.sites ?? 0).toLocaleString('en-US');
  return {
    title: 'A large workspace on PostgreSQL',
    about: [
      'The statement of a page of 100 sites, executed by the database with EXPLAIN (ANALYZE, BUFFERS). A block has 8 KiB; the number of blocks read is the same on every machine. The cursor is the site before the page.',
      `A reset of ${resetSites.toLocaleString('en-US')} sites took ${writeSpread(toSpread(resets), (value) => value.toFixed(1))} ms from the request to its reply, and a reset of a single site ${writeSpread(toSpread(single), (value) => value.toFixed(1))} ms. It assigns new rows to the session, and the old rows are deleted later.`,
    ],
    table: {
      columns: ['sites', 'page', 'blocks read', 'time in the database, ms'],
      rows: found.flatMap(({ sites, costs }) =>
        costs.map(({ page, blocks, times }) => [
          sites.toLocaleString('en-US'),
          page,
          String(blocks),
          writeSpread(toSpread(times), (value) => value.toFixed(2)),
        ]),
      ),
    },
    goals: [
      {
        title: `A page of ${count} sites on PostgreSQL: blocks read, relative to 1,000 sites`,
        goal: { atMost: 1.5 },
        measured: most(large?.costs) / most(small?.costs),
      },
      {
        title: `Reset of ${resetSites.toLocaleString('en-US')} sites on PostgreSQL, ms`,
        goal: { atMost: 20 },
        measured: toSpread(resets).median,
      },
    ],
  };
}
