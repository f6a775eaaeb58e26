import { expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { createIdsFrom } from '../../mock/features/data/fixture-ids.ts';
import { createMock } from '../../mock/index.ts';
import { readContractState } from '../../mock/sessions/contract-state.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createJudge } from './judge-exchange.ts';
import { AnyFixtureRecorder } from './record-any-fixture.ts';

const baseUrl = 'http://library.example/api/v2';

/** Sends requests to a mock, and records what a proxy in front of it would see. */
async function record(
  contract: Contract,
  requests: readonly (readonly [string, string, object?])[],
) {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const judge = createJudge(contract, { baseUrl, hasCredentials: true });
  const recorder = new AnyFixtureRecorder(contract);
  for (const [method, target, sent] of requests) {
    const requestBody = sent === undefined ? '' : JSON.stringify(sent);
    const headers = { 'X-Library-Key': 'key', 'Content-Type': 'application/json' };
    const url = baseUrl + target;
    const body = sent === undefined ? {} : { body: requestBody };
    const reply = await mock.fetch(url, { method, headers, ...body });
    const received = Object.fromEntries(reply.headers);
    const response = { status: reply.status, headers: received, body: await reply.text() };
    const startedAt = '2026-01-01T00:00:00Z';
    const requestHeaders = { 'x-library-key': 'key', 'content-type': 'application/json' };
    const judged = judge({
      method,
      url,
      requestHeaders,
      requestBody,
      response,
      startedAt,
      durationMs: 1,
    });
    if (judged === undefined) throw new Error(`${method} ${target} was not judged`);
    recorder.add(judged);
  }
  return recorder;
}

test('traffic of another contract becomes a fixture by its resources', async () => {
  const contract = await loadTestContract('library');
  const recorder = await record(contract, [
    ['POST', '/branches', { name: 'Harbour', city: 'Kiel' }],
    ['POST', '/branches', { name: 'Hill', city: 'Bonn' }],
    ['POST', '/branches/1/shelves', { label: 'A' }],
    ['PUT', '/branches/1/shelves/1/books/9780000000001', { title: 'One' }],
    ['DELETE', '/branches/2'],
    ['GET', '/branches?limit=5'],
    ['PATCH', '/settings', { language: 'de' }],
    ['GET', '/statistics'],
    ['GET', '/branches/7'],
  ]);
  const fixture = recorder.toFixture();
  expect(fixture).toMatchObject({
    formatVersion: 1,
    branches: [
      {
        id: 1,
        name: 'Harbour',
        shelves: [{ id: 1, label: 'A', books: [{ isbn: '9780000000001', title: 'One' }] }],
      },
    ],
    settings: [{ language: 'de' }],
  });
  expect(recorder.listLeftOut()).toEqual([]);
  const read = readContractState(contract, fixture, createIdsFrom(0, contract.assumptions));
  expect(read.faults).toBeUndefined();
});
