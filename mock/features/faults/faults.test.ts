import { describe, expect, test } from '@jest/globals';
import { contract, matchStatus } from '../../../contract/index.ts';
import { assume } from '../../../test/support/assume.ts';
import { problemOf } from '../../../test/support/read-fields.ts';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock, isSharedStore } from '../../../test/support/test-mock.ts';
import type { FaultEffect } from './fault-rule.ts';

const create = `POST ${sitesOf()}`;
const list = `GET ${sitesOf()}`;
const site = { json: { name: 'One' } };
const unavailable: FaultEffect = { kind: 'status', status: 503 };

type Mock = ReturnType<typeof createTestMock>;

async function statuses(mock: Mock, line: string, count: number, sent = {}): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) found.push((await call(mock, line, sent)).status);
  return found;
}

describe('a fault rule', () => {
  test('responds with a status and a marked problem, and leaves the state unchanged', async () => {
    const mock = createTestMock({ seed: 1 });
    const before = JSON.stringify((await mock.snapshot()).contents);
    const rule = await mock.faults.add({ operation: 'createSite', next: 2, effect: unavailable });
    const refused = await call(mock, create, site);
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({
      'x-mock-fault': `${rule.id}; status=503`,
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(refused.text ?? '')),
    });
    expect(refused.json).toMatchObject({ type: 'about:blank', title: 'Service Unavailable' });
    expect(await mock.faults.list()).toMatchObject([{ id: rule.id, next: 1, injected: 1 }]);
    expect(await statuses(mock, list, 1)).toEqual([201]);
    expect((await call(mock, create, site)).status).toBe(503);
    expect(JSON.stringify((await mock.snapshot()).contents)).toBe(before);
    expect(await mock.faults.list()).toEqual([]);
    const made = await call(mock, create, site);
    expect(made.status).toBe(201);
    expect(made.headers['x-mock-fault']).toBeUndefined();
  });

  test('does not change the ids of later resources', async () => {
    const [plain, faulty] = [createTestMock({ seed: 1 }), createTestMock({ seed: 1 })];
    for (const kind of ['reset', 'truncate', 'hang'] as const)
      await faulty.faults.add({ next: 1, effect: { kind } });
    for (let at = 0; at < 3; at += 1) await call(faulty, create, site);
    const [one, other] = [await call(plain, create, site), await call(faulty, create, site)];
    // Mocks that share a store generate random ids.
    if (!isSharedStore()) expect(other.json).toEqual(one.json);
    expect((await faulty.journal.list()).map(({ status }) => status)).toEqual([0, 201, 0, 201]);
  });

  test("uses the contract's own problem if one exists, with additional fields", async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({ next: 1, effect: { kind: 'status', status: 422 } });
    expect(problemOf(await call(mock, create, site))).toBe('invalid-body');
    const problem = { type: 'urn:mine', title: 'Mine', detail: 'As I said.' };
    await mock.faults.add({ next: 1, effect: { kind: 'status', status: 422, problem } });
    expect((await call(mock, create, site)).json).toEqual({ ...problem, status: 422 });
  });

  test.each([
    ['json', { error: { code: 'internal-error' } }],
    ['text', undefined],
    ['empty', undefined],
  ] as const)('follows the form of refusals: %s', async (form, want) => {
    const mock = createTestMock({ contract: assume({ 'error-format': form }) });
    await mock.faults.add({ effect: unavailable });
    const { status, json, headers } = await call(mock, list);
    expect(status).toBe(503);
    if (want !== undefined) expect(json).toMatchObject(want);
    else expect(json).toBeUndefined();
    expect(headers['x-mock-fault']).toBe('fault-1; status=503');
  });

  test('selects by operation and session, and never a preflight request', async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({ operation: 'listSites', session: 'worker-1', effect: unavailable });
    expect(await statuses(mock, list, 1)).toEqual([201]);
    const headers = { 'x-mock-session': 'worker-1' };
    expect(await statuses(mock, list, 1, { headers })).toEqual([503]);
    expect(await statuses(mock, create, 1, { ...site, headers })).toEqual([201]);
    await mock.faults.add({ effect: unavailable });
    expect(await statuses(mock, `OPTIONS ${sitesOf()}`, 1)).toEqual([204]);
    expect(await statuses(mock, 'GET /nowhere', 1)).toEqual([503]);
  });

  test('lets a page of another origin read the response', async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({ effect: unavailable });
    const { headers } = await call(mock, list, { headers: { origin: 'http://localhost:3000' } });
    expect(headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(headers['access-control-expose-headers']).toContain('X-Mock-Fault');
  });

  test('applies with its probability, to the same requests for the same seed', async () => {
    const run = async (seed: number): Promise<number[]> => {
      const mock = createTestMock({ seed });
      await mock.faults.add({ probability: 0.3, effect: unavailable });
      return statuses(mock, list, 400);
    };
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    const share = first.filter((status) => status === 503).length / first.length;
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(Math.abs(share - 0.3)).toBeLessThan(0.08);
    const never = createTestMock({ seed: 1 });
    await never.faults.add({ probability: 0, effect: unavailable });
    expect(new Set(await statuses(never, list, 50))).toEqual(new Set([201]));
  });

  test.each([
    {
      title: 'JSON',
      effect: { status: 202, body: { queued: true } },
      want: { status: 202, type: 'application/json', text: '{"queued":true}' },
    },
    {
      title: 'a text with headers',
      effect: { status: 200, body: 'é', headers: { 'content-type': 'text/csv', ETag: '"1"' } },
      want: { status: 200, type: 'text/csv', text: 'é', etag: '"1"' },
    },
    {
      title: 'an example of the contract that has the status',
      effect: { status: 201 },
      want: { status: 201, type: 'application/json', text: expect.stringContaining('"id":') },
    },
    {
      title: 'a refusal with its own body',
      effect: { status: 503, body: '<h1>Sorry</h1>', headers: { 'Content-Type': 'text/html' } },
      want: { status: 503, type: 'text/html', text: '<h1>Sorry</h1>' },
    },
  ])('responds once as given, with $title, and creates nothing', async ({ effect, want }) => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({
      operation: 'createSite',
      next: 1,
      effect: { kind: 'status', ...effect },
    });
    const { status, headers, text } = await call(mock, create, site);
    expect({ status, text, type: headers['content-type'], ...headers }).toMatchObject(want);
    const length = text === undefined ? undefined : String(Buffer.byteLength(text));
    expect(headers['content-length']).toBe(length);
    expect((await mock.snapshot()).contents).toEqual([]);
    expect((await call(mock, create, site)).status).toBe(201);
  });

  test('applies from the start, and again after a reset', async () => {
    const mock = createTestMock({
      seed: 1,
      faults: [
        { effect: unavailable, next: 1 },
        { session: 'worker-1', effect: unavailable },
      ],
    });
    const headers = { 'x-mock-session': 'worker-1' };
    expect(await statuses(mock, list, 2)).toEqual([503, 201]);
    expect(await statuses(mock, list, 2, { headers })).toEqual([503, 503]);
    await mock.faults.clear();
    expect(await statuses(mock, list, 1, { headers })).toEqual([201]);
    await mock.reset();
    expect(await statuses(mock, list, 2)).toEqual([503, 201]);
    expect(await statuses(mock, list, 1, { headers })).toEqual([201]);
    await mock.session('worker-1').reset();
    expect(await statuses(mock, list, 1, { headers })).toEqual([503]);
    expect(() => createTestMock({ faults: [{ next: 0, effect: unavailable }] })).toThrow('/next');
  });

  test("limits the rate within a window of the mock's clock", async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.clock.freeze();
    await mock.faults.add({ effect: { kind: 'rateLimit', requests: 2, windowMs: 10_000 } });
    for (const left of ['r=1;t=10', 'r=0;t=9', 'r=0;t=8']) {
      const { headers } = await call(mock, list);
      expect(headers['ratelimit-policy']).toBe('"fault-1";q=2;w=10');
      expect(headers['ratelimit']).toBe(`"fault-1";${left}`);
      await mock.clock.advance(1000);
    }
    await mock.clock.advance(4500);
    const limited = await call(mock, list);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '3']);
    expect(limited.headers['x-mock-fault']).toBe('fault-1; rateLimit');
    expect(limited.json).toMatchObject({ title: 'Too Many Requests', status: 429 });
    await mock.clock.advance(2500);
    expect(await statuses(mock, list, 3)).toEqual([201, 201, 429]);
    const headers = { 'x-mock-session': 'worker-1' };
    expect(await statuses(mock, list, 2, { headers })).toEqual([201, 201]);
  });

  test('adds latencies to the effect that follows, and to a preferred delay', async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({ effect: { kind: 'latency', from: 100, to: 200 } });
    await mock.faults.add({ next: 1, effect: unavailable });
    const first = await call(mock, list);
    expect(first.headers['x-mock-fault']).toMatch(/^fault-1; latency=1\d\d, fault-2; status=503$/);
    const real = await call(mock, list, { headers: { prefer: 'delay=1000' } });
    expect([real.status, real.headers['x-mock-fault']]).toEqual([
      201,
      expect.stringMatching(/^fault-1; latency=1\d\d$/),
    ]);
    const [, entry] = await mock.journal.list();
    expect(entry?.durationMs).toBeGreaterThanOrEqual(1100);
    expect(entry?.injected).toEqual({ id: 'fault-1', effect: real.headers['x-mock-fault'] });
  });

  test('truncates the documented response of every write operation', async () => {
    const mock = createTestMock({ seed: 1 });
    await mock.faults.add({ effect: { kind: 'truncate' } });
    const writing = contract.operations.filter(({ method }) => method !== 'GET');
    for (const { id, method, path, responses } of writing) {
      const line = `${method} ${path.replaceAll(/\{.+?\}/g, '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10')}`;
      const { status } = await call(mock, line, site);
      const documented = responses.some((response) => matchStatus(response.status, status));
      expect([id, documented, status < 300]).toEqual([id, true, true]);
    }
  });

  test('is removed by its id, together with all others, or by a reset', async () => {
    const mock = createTestMock({ seed: 1 });
    const [one, two] = [await mock.faults.add({ effect: unavailable }), unavailable];
    await mock.faults.add({ session: 'worker-1', effect: two });
    expect([await mock.faults.remove(one.id), await mock.faults.remove(one.id)]).toEqual([
      true,
      false,
    ]);
    expect(await statuses(mock, list, 1)).toEqual([201]);
    await mock.faults.add({ effect: unavailable });
    await mock.reset();
    expect(await mock.faults.list()).toMatchObject([{ session: 'worker-1' }]);
    await mock.session('worker-1').reset();
    expect(await mock.faults.list()).toEqual([]);
    expect(await mock.faults.add(one)).toMatchObject({ effect: unavailable, injected: 0 });
    await mock.faults.clear();
    await mock.faults.add({ effect: unavailable });
    await mock.faults.clear();
    expect(await statuses(mock, list, 1)).toEqual([201]);
  });
});
