import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AssumptionValues } from '../contract/index.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import { assume } from '../test/support/assume.ts';
import { fieldOf, textOf } from '../test/support/read-fields.ts';
import { call, otherWorkspace, sitesOf } from '../test/support/test-client.ts';
import { createMock, type Mock } from './index.ts';

interface Listed {
  id: string;
  name: string;
}

/** The expected list in each order, given the sites in order of creation. */
const models: readonly {
  order: AssumptionValues['list-order'];
  model: (sites: readonly Listed[]) => Listed[];
}[] = [
  { order: 'oldest-first', model: (sites) => [...sites] },
  { order: 'newest-first', model: (sites) => sites.toReversed() },
  {
    order: 'by-name',
    model: (sites) => sites.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
  },
  { order: 'by-id', model: (sites) => sites.toSorted((a, b) => compare(a.id, b.id)) },
];

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function readPage(mock: Mock, query: string): Promise<{ sites: Listed[]; hasMore: boolean }> {
  const page = await call(mock, `GET ${sitesOf()}?${query}`);
  const data = fieldOf(page, 'data');
  if (!Array.isArray(data)) throw new Error(`${query} was answered ${page.text}`);
  const sites = data.map((site: unknown) => {
    if (!isRecord(site)) throw new Error('no site');
    return { id: String(site['id']), name: String(site['name']) };
  });
  return { sites, hasMore: fieldOf(page, 'hasMore') === true };
}

/** Creates and renames sites in this workspace, and creates some in another workspace in between. */
async function write(mock: Mock, names: readonly string[], renamed: readonly [number, string][]) {
  const sites: Listed[] = [];
  for (const name of names) {
    const created = await call(mock, `POST ${sitesOf()}`, { json: { name } });
    sites.push({ id: textOf(created, 'id'), name });
    await call(mock, `POST ${sitesOf(otherWorkspace)}`, { json: { name } });
  }
  for (const [at, name] of renamed) {
    const site = sites[at % Math.max(sites.length, 1)];
    if (site === undefined) continue;
    await call(mock, `PATCH /v1/sites/${site.id}`, { json: { name } });
    site.name = name;
  }
  return sites;
}

describe.each(models)('pages of a list in the order $order', ({ order, model }) => {
  const name = fc.string({ maxLength: 3 });
  const limits = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
  const renamed = fc.array(fc.tuple(fc.nat(), name), { maxLength: 6 });

  test('of any size add up to the whole list, and hasMore marks its end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 15 }),
        renamed,
        limits,
        async (names, changes, sizes) => {
          const contract = assume({ 'list-order': order });
          const mock = createMock({ contract, seed: 7 });
          const want = model(await write(mock, names, changes));
          expect((await readPage(mock, 'limit=100')).sites).toEqual(want);
          const walked: Listed[] = [];
          for (let turn = 0, hasMore = true; hasMore; turn += 1) {
            const last = walked.at(-1);
            const limit = sizes[turn % sizes.length] ?? 1;
            const cursor = turn % 2 === 0 ? last?.id : last?.id.toUpperCase();
            const after = cursor === undefined ? '' : `&after=${cursor}`;
            const page = await readPage(mock, `limit=${limit}${after}`);
            walked.push(...page.sites);
            hasMore = page.hasMore;
            expect(page.sites).toEqual(
              want.slice(walked.length - page.sites.length, walked.length),
            );
            expect(page.sites.length).toBe(
              Math.min(limit, want.length - walked.length + page.sites.length),
            );
            expect(hasMore).toBe(walked.length < want.length);
          }
          expect(walked).toEqual(want);
        },
      ),
      { numRuns: 25 },
    );
  });
});
