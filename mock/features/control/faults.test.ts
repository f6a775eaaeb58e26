import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const mock = createTestMock({ seed: 1 });
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen({ control: { token: 'admin-token-of-this-test' } });
});
afterAll(() => mock.close());

async function ask(method: string, target: string, json?: unknown) {
  const headers = {
    authorization: 'Bearer admin-token-of-this-test',
    'content-type': 'application/json',
  };
  const body = json === undefined ? null : JSON.stringify(json);
  const response = await fetch(`${listening.url}/__mock/faults${target}`, {
    method,
    headers,
    body,
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

const effect = { kind: 'status', status: 503 };

describe('fault rules on the control surface', () => {
  test('are added, listed, applied and removed', async () => {
    const added = await ask('POST', '', { next: 3, effect });
    const rule = { id: 'fault-1', operation: '*', next: 3, effect, injected: 0 };
    expect(added).toEqual({ status: 201, json: rule });
    expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(503);
    expect((await ask('GET', '')).json).toEqual({ data: [{ ...rule, next: 2, injected: 1 }] });
    expect((await ask('DELETE', '/fault-1')).status).toBe(204);
    expect((await ask('DELETE', '/fault-1')).status).toBe(404);
    await ask('POST', '', { effect: { kind: 'latency', from: 1, to: 2 } });
    await ask('POST', '', { effect: { kind: 'rateLimit', requests: 0, windowMs: 1000 } });
    expect((await ask('GET', '')).json.data).toHaveLength(2);
    expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(429);
    expect((await ask('DELETE', '')).status).toBe(204);
    expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(201);
  });

  test.each([
    [{}, 422],
    [{ effect: { kind: 'explode' } }, 422],
    [{ effect: { kind: 'latency' } }, 422],
    [{ effect: { kind: 'latency', from: 3, to: 2 } }, 422],
    [{ effect, operation: 'listSite' }, 422],
    [{ effect, probability: 2 }, 422],
    [{ effect, next: 0 }, 422],
    [{ effect, operations: 'createSite' }, 422],
    [{ effect: { ...effect, next: 1 } }, 422],
  ])('are refused if they could never apply: %j', async (rule, status) => {
    const { json, ...answer } = await ask('POST', '', rule);
    expect(answer.status).toBe(status);
    expect(json.errors[0]).toHaveProperty('pointer');
    expect((await ask('GET', '')).json).toEqual({ data: [] });
  });

  test('with an unknown effect are refused with a list of known ones', async () => {
    const { status, json } = await ask('POST', '', { effect: { kind: 'delay' } });
    const detail = expect.stringMatching(/^must be one of status, latency, .*rateLimit$/);
    expect(status).toBe(422);
    expect(json.errors).toEqual([{ pointer: '/effect/kind', detail }]);
  });

  test('respond with their own body and headers', async () => {
    const own = { kind: 'status', status: 202, body: { ok: true }, headers: { 'X-Own': 'yes' } };
    expect((await ask('POST', '', { next: 1, effect: own })).status).toBe(201);
    const reply = await call(mock, `GET ${sitesOf()}`);
    expect([reply.status, reply.json, reply.headers['x-own']]).toEqual([202, { ok: true }, 'yes']);
  });
});
