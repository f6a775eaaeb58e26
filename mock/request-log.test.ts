import { describe, expect, test } from '@jest/globals';
import { call, sitesOf } from '../test/support/test-client.ts';
import { createMock, type JournalSummary } from './index.ts';

describe('a listener is called', () => {
  test('after each response', async () => {
    const entries: JournalSummary[] = [];
    const mock = createMock({ onRequest: (entry) => entries.push(entry) });
    await call(mock, `POST ${sitesOf()}`, { json: { name: 1 } });
    await call(mock, `GET ${sitesOf()}?limit=1`);
    await call(mock, 'GET /nothing');
    expect(entries).toMatchObject([
      {
        method: 'POST',
        path: sitesOf(),
        query: '',
        status: 422,
        operation: 'createSite',
        faults: [{ pointer: '/name', detail: 'must be a string' }],
      },
      { query: 'limit=1', status: 201, operation: 'listSites', faults: [] },
      { status: 404 },
    ]);
    await call(mock, `GET ${sitesOf()}?access_token=a-very-secret-key&limit=1`);
    expect(entries.at(-1)?.query).toBe('access_token=a-ve…&limit=1');
    for (const { durationMs } of entries) expect(durationMs).toBeGreaterThan(0);
  });
});

test.each([
  {
    title: 'throws',
    onRequest: () => {
      throw new Error('listener');
    },
  },
  { title: 'rejects', onRequest: () => Promise.reject(new Error('listener')) },
])('a listener that $title is logged, and the client gets its response', async ({ onRequest }) => {
  const lines: string[] = [];
  const mock = createMock({ onRequest, onError: (line) => lines.push(line) });
  expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(201);
  expect(lines).toEqual(['onRequest threw Error: listener']);
});
