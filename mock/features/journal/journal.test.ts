import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { until } from '../../../test/installed/until.ts';
import { textOf } from '../../../test/support/read-fields.ts';
import { call, otherWorkspace, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock, eventually } from '../../../test/support/test-mock.ts';
import type { JournalEntry } from '../../store/journal.ts';

const create = `POST ${sitesOf()}`;
const list = `GET ${sitesOf()}`;

function headerOf({ headers }: JournalEntry['request'], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

describe('the journal', () => {
  test('keeps requests and responses, oldest first', async () => {
    const mock = createTestMock({ seed: 1 });
    await call(mock, create, { json: { name: 'One' } });
    await call(mock, `${list}?limit=5`);
    const [first, second, ...others] = await mock.journal.list();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: 1,
      session: 'default',
      operation: 'createSite',
      method: 'POST',
      path: sitesOf(),
      query: '',
      status: 201,
      faults: [],
      request: { body: { text: '{"name":"One"}', bytes: 14, truncated: false } },
    });
    expect(first?.response.body?.text).toContain('"name":"One"');
    expect(second).toMatchObject({ id: 2, operation: 'listSites', query: 'limit=5', status: 201 });
    expect(Math.abs(Date.parse(first?.time ?? '') - Date.now())).toBeLessThan(60_000);
    expect(first?.durationMs).toBeGreaterThan(0);
  });

  test('keeps requests that match no operation, are too large, or come from fetch', async () => {
    const mock = createTestMock({ seed: 1, bodyLimit: 20 });
    await call(mock, 'GET /nowhere');
    await call(mock, create, { json: { name: 'much longer than that' } });
    await mock.fetch(new Request(`http://localhost${sitesOf()}`, { headers: { 'x-own': 'yes' } }));
    const entries = await mock.journal.list();
    expect(entries.map(({ status }) => status)).toEqual([404, 413, 401]);
    expect(entries[0]?.operation).toBeUndefined();
    expect(headerOf({ headers: entries[2]?.request.headers ?? [] }, 'x-own')).toBe('yes');
  });

  test('shortens secrets in headers, bodies and queries', async () => {
    const mock = createTestMock({ seed: 1, apiKeys: ['a-very-secret-key'] });
    const headers = { authorization: 'Bearer a-very-secret-key' };
    const made = await call(mock, create, { json: { name: 'One' }, headers });
    const apiKey = textOf(made, 'apiKey');
    await call(mock, `${list}?api_key=a-very-secret-key`, { headers });
    const entries = await mock.journal.list();
    const text = JSON.stringify(entries);
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain(apiKey);
    expect(text).toContain(`${apiKey.slice(0, 4)}…`);
    expect(entries.map(({ request }) => headerOf(request, 'authorization'))).toEqual([
      'Bearer a-ve…',
      'Bearer a-ve…',
    ]);
  });

  test('keeps the beginning of long bodies, and no key that the limit truncates', async () => {
    const mock = createTestMock({ seed: 1 });
    const keys: string[] = [];
    for (let at = 0; at < 100; at += 1) {
      const made = await call(mock, create, {
        json: { name: `${at}é${'x'.repeat(40 + (at % 90))}` },
      });
      keys.push(textOf(made, 'apiKey'));
    }
    await call(mock, create, { json: { name: 'é'.repeat(20_000) } });
    const listed = await call(mock, `${list}?limit=100`);
    const [long, page] = await mock.journal.list({ limit: 2 });
    expect(long?.request.body?.truncated).toBe(true);
    expect(long?.request.body?.bytes).toBe(40_011);
    const body = page?.response.body;
    for (const text of [long?.request.body?.text, body?.text]) expect(text).not.toContain('\ufffd');
    expect(body).toMatchObject({ truncated: true, bytes: Buffer.byteLength(listed.text ?? '') });
    expect(Buffer.byteLength(body?.text ?? '')).toBeLessThanOrEqual(16_384);
    expect(listed.text).toContain(keys[0]);
    for (const key of keys) expect(body?.text).not.toContain(key.slice(0, 9));
  });

  test('copies what it shows, and does not keep the buffers of requests', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const read = (): number => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const mock = createTestMock({ seed: 1, journal: 60 });
    const before = read();
    for (let at = 0; at < 60; at += 1)
      await call(mock, create, { json: { name: 5, text: 'x'.repeat(900_000) } });
    // Another thread frees the collected memory.
    await until(() => (read() - before) / 60 < 100_000);
    expect(await mock.journal.list()).toHaveLength(60);
  });

  test('keeps no more requests than its size, and continues to count', async () => {
    const mock = createTestMock({ seed: 1, journal: 3 });
    for (let at = 0; at < 7; at += 1) await call(mock, `${list}?limit=${at}`);
    expect((await mock.journal.list()).map(({ id, query }) => `${id} ${query}`)).toEqual([
      '5 limit=4',
      '6 limit=5',
      '7 limit=6',
    ]);
    await mock.journal.clear();
    expect(await mock.journal.list()).toEqual([]);
    await call(mock, list);
    expect((await mock.journal.list()).map(({ id }) => id)).toEqual([8]);
  });

  test('can be filtered by operation, status, range, session, id and number', async () => {
    const mock = createTestMock({ seed: 1 });
    await call(mock, create, { json: { name: 'One' } });
    await call(mock, create, { json: {} });
    await call(mock, list, { headers: { 'x-mock-session': 'worker-1' } });
    await call(mock, list, { headers: { authorization: '' } });
    const ids = async (query: Parameters<typeof mock.journal.list>[0]) =>
      (await mock.journal.list(query)).map(({ id }) => id);
    expect(await ids({ operation: 'createSite' })).toEqual([1, 2]);
    expect(await ids({ status: '4xx' })).toEqual([2, 4]);
    expect(await ids({ status: '4XX', operation: 'listSites' })).toEqual([4]);
    expect(await ids({ status: 401 })).toEqual([4]);
    expect(await ids({ session: 'worker-1' })).toEqual([3]);
    expect(await ids({ after: 2 })).toEqual([3, 4]);
    expect(await ids({ limit: 2 })).toEqual([3, 4]);
    await mock.journal.clear('worker-1');
    expect(await ids({})).toEqual([1, 2, 4]);
    await mock.reset();
    expect(await ids({})).toEqual([]);
  });

  test('calls listeners for each request until they unsubscribe, and survives one that throws', async () => {
    const lines: string[] = [];
    const mock = createTestMock({ seed: 1, onError: (line) => lines.push(line) });
    const all: number[] = [];
    const refused: number[] = [];
    const end = mock.journal.subscribe(({ id }) => all.push(id));
    mock.journal.subscribe(({ id }) => refused.push(id), { status: '4xx' });
    mock.journal.subscribe(() => {
      throw new Error('not mine');
    });
    await call(mock, list);
    await call(mock, 'GET /nowhere');
    await eventually(() => expect(all).toEqual([1, 2]));
    end();
    await call(mock, list);
    expect(all).toEqual([1, 2]);
    expect(refused).toEqual([2]);
    const told = 'a listener of the journal threw Error: not mine';
    await eventually(() => expect(lines).toEqual([told, told, told]));
  });

  test('is not shared, and can be turned off', async () => {
    const one = createTestMock();
    const other = createTestMock();
    const none = createTestMock({ journal: 0 });
    await call(one, `GET ${sitesOf(otherWorkspace)}`);
    await call(none, list);
    const lists = [one, other, none].map((mock) => mock.journal.list());
    expect((await Promise.all(lists)).map(({ length }) => length)).toEqual([1, 0, 0]);
  });
});
