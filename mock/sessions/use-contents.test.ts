import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { routeKind, siteKind } from '../../service/mock/site-records.ts';
import { readState } from '../../service/mock/state.ts';
import { namesOf } from '../../test/support/read-fields.ts';
import { call, sitesOf, workspace } from '../../test/support/test-client.ts';
import { createIdsFrom } from '../features/data/fixture-ids.ts';
import { createMock, type StoreContents } from '../index.ts';

/** Creates sites by name. Their hosts distinguish versions of a site. */
function fixture(hosts: Record<string, string | null>): StoreContents {
  const sites = Object.entries(hosts).map(([name, hostUrl]) => ({
    name,
    hostUrl,
    routes: [{ pathname: '/' }],
  }));
  const read = readState(
    contract,
    { workspaces: [{ id: workspace, sites }] },
    createIdsFrom(0, contract.assumptions),
  );
  if (read.faults !== undefined) throw new Error('the contract does not allow the fixture');
  return read.contents;
}

const list = async (mock: ReturnType<typeof createMock>) =>
  namesOf(await call(mock, `GET ${sitesOf()}`));

describe('different initial contents', () => {
  test('are merged into a state, and changes by requests are kept', async () => {
    const mock = createMock({ contents: fixture({ a: null, b: null, c: null }) });
    const [, , c] = siteKind.select(fixture({ a: null, b: null, c: null }));
    await call(mock, `POST ${sitesOf()}`, { json: { name: 'mine' } });
    await call(mock, `PATCH /v1/sites/${c?.id}`, { json: { name: 'c of mine' } });
    const other = fixture({ a: 'https://a.example', d: null });
    await mock.useContents(other);
    expect(await list(mock)).toEqual(['a', 'c of mine', 'mine', 'd']);
    const { contents } = await mock.snapshot();
    const sites = siteKind.select(contents);
    expect(sites[0]?.value.hostUrl).toBe('https://a.example');
    const ids = new Set(sites.map(({ id }) => id));
    expect(routeKind.select(contents).every(({ parent = '' }) => ids.has(parent))).toBe(true);
    await mock.reset();
    expect((await mock.snapshot()).contents).toEqual(other);
  });

  test('apply to every session, including later ones', async () => {
    const mock = createMock({ contents: fixture({ a: null }) });
    const one = mock.session('one');
    await mock.useContents(fixture({ b: null }));
    for (const session of [one, mock.session('two')]) {
      const { contents } = await session.snapshot();
      expect(siteKind.select(contents).map(({ value }) => value.name)).toEqual(['b']);
    }
  });
});

test('a contract that the mock cannot serve leaves the previous one in use', async () => {
  const mock = createMock();
  const [first] = contract.operations;
  if (first === undefined) throw new Error('the contract has no operations');
  // As an untyped caller might pass it.
  const strange = { ...contract, operations: [Object.assign({ ...first }, { id: 'dropSite' })] };
  expect(() => mock.useContract(strange)).toThrow(
    'x-resources/site/create: unknown operation "createSite"',
  );
  expect(mock.contract).toBe(contract);
  expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(201);
});
