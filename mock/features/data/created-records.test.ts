import { describe, expect, test } from '@jest/globals';
import {
  type Contract,
  createContract,
  type OpenApiDocument,
  contract as shipped,
} from '../../../contract/index.ts';
import { routeKind, siteKind, webhookKind } from '../../../service/mock/site-records.ts';
import { loadTestContract } from '../../../test/support/load-test-contract.ts';
import { createDemoFixture, createExampleFixture, createMock } from '../../index.ts';
import { readContractState, writeState } from '../../sessions/contract-state.ts';
import { createIdsFrom } from './fixture-ids.ts';

/** The readable state of a session, as in `/__mock/state`. */
function toTree(contract: Contract, contents: Parameters<typeof writeState>[1]) {
  return JSON.parse(JSON.stringify(writeState(contract, contents)));
}

/** Sends a request to a new mock with these contents. */
async function ask(
  contract: Contract,
  contents: Parameters<typeof writeState>[1],
  method: string,
  target: string,
  body?: unknown,
) {
  const mock = createMock({ contract, contents, apiKeys: ['key'], seed: 1 });
  const headers = { 'X-Library-Key': 'key', 'Content-Type': 'application/json' };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await mock.fetch(`http://mock${target}`, { method, headers, ...json });
  return { status: reply.status, body: await reply.json() };
}

describe('the demo records of another contract', () => {
  test('fill every resource, with records below each other, and are valid', async () => {
    const contract = await loadTestContract('library');
    const contents = createDemoFixture(1, { contract, records: 4 });
    const { branches, notes, settings } = toTree(contract, contents);
    expect(branches.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
    expect(branches[3].shelves).toHaveLength(3);
    expect(notes).toHaveLength(4);
    expect(settings).toHaveLength(1);
    const list = await ask(contract, contents, 'GET', '/branches?limit=3');
    expect([list.status, list.body.total, list.body.items.length]).toEqual([200, 4, 3]);
    const book = branches[0].shelves[0].books[0];
    const path = `/branches/1/shelves/${branches[0].shelves[0].id}/books/${book.isbn}`;
    expect(await ask(contract, contents, 'GET', path)).toEqual({ status: 200, body: book });
  });

  test('are what the document shows where there is only one', async () => {
    const { document } = await loadTestContract('library');
    const changed = JSON.parse(JSON.stringify(document));
    changed.components.schemas.Settings.properties.closedOn.example = ['Sunday'];
    const contract = await compile(changed);
    const { settings } = toTree(contract, createDemoFixture(1, { contract }));
    expect(settings).toMatchObject([{ closedOn: ['Sunday'] }]);
  });

  test('are the same for the same seed, and followed by new ids', async () => {
    const contract = await loadTestContract('library');
    const contents = createDemoFixture(7, { contract });
    expect(createDemoFixture(7, { contract })).toEqual(contents);
    expect(createDemoFixture(8, { contract })).not.toEqual(contents);
    const created = await ask(contract, contents, 'POST', '/branches', { name: 'a', city: 'b' });
    expect([created.status, created.body.id]).toEqual([201, 25]);
  });
});

/** The test contract with an example of a response that creates a branch, and of a list of shelves. */
async function withExamples(shelves: object[]): Promise<Contract> {
  const { document } = await loadTestContract('library');
  const changed = JSON.parse(JSON.stringify(document));
  const branch = {
    id: 12,
    name: 'Harbour',
    city: 'Kiel',
    phone: null,
    openSince: '2020-01-01',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };
  const { post } = changed.paths['/branches'];
  post.responses['201'].content['application/json'].example = branch;
  const { get } = changed.paths['/branches/{branchId}/shelves'];
  get.responses['200'].content['application/json'].example = shelves;
  return compile(changed);
}

async function compile(document: OpenApiDocument): Promise<Contract> {
  const { compileSchemas } = await import('../../../contract/schemas/compile-schemas.ts');
  return createContract(document, compileSchemas(document));
}

describe('the examples of a document', () => {
  test('become records, each below the one that it names', async () => {
    const contract = await withExamples([
      { id: 3, branchId: 12, label: 'A' },
      { id: 4, branchId: 12, label: 'B' },
    ]);
    const { contents, omitted } = createExampleFixture({ contract });
    expect(omitted).toEqual([]);
    const { branches } = toTree(contract, contents);
    expect(branches).toMatchObject([
      {
        id: 12,
        shelves: [
          { id: 3, label: 'A' },
          { id: 4, label: 'B' },
        ],
      },
    ]);
    const { body } = await ask(contract, contents, 'GET', '/branches/12/shelves/3');
    expect(body).toEqual({ id: 3, branchId: 12, label: 'A' });
  });

  test('are left out and named where they do not match their schema', async () => {
    const contract = await withExamples([{ id: 'wrong' }]);
    const { contents, omitted } = createExampleFixture({ contract });
    expect(omitted).toEqual(['an example of listShelves does not match the schema of shelf']);
    expect(toTree(contract, contents).branches).toMatchObject([{ id: 12, shelves: [] }]);
  });

  test('of the built-in contract fill its workspace', () => {
    const { contents, omitted } = createExampleFixture();
    expect(omitted).toEqual([]);
    const sites = siteKind.select(contents);
    expect(sites.map(({ value }) => value.name)).toContain('Harbour Café');
    expect(routeKind.select(contents).length).toBeGreaterThan(0);
    expect(webhookKind.select(contents).length).toBeGreaterThan(0);
    expect(toTree(shipped, contents).workspaces).toMatchObject([{ id: sites[0]?.parent }]);
  });
});

test('missing ids of a fixture have the form of their schema, and are not those of other records', async () => {
  const contract = await loadTestContract('library');
  const books = [{ title: 'One' }];
  const branches = [
    { name: 'a', city: 'Kiel' },
    { id: 1, name: 'b', city: 'Kiel', shelves: [{ label: 'A', books }] },
  ];
  const read = readContractState(contract, { branches }, createIdsFrom(1, contract.assumptions));
  if (read.faults !== undefined) throw new Error(JSON.stringify(read.faults));
  const tree = toTree(contract, read.contents);
  expect(tree.branches.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  expect(tree.branches[1].shelves[0].books[0].isbn).toMatch(/^\d{13}$/);
});
