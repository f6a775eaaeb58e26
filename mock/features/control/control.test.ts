import { describe, expect, test } from '@jest/globals';
import { assumptionIds, contract } from '../../../contract/index.ts';
import { version } from '../../../generated/version.js';
import { token, useControlSurface } from '../../../test/support/control-surface.ts';
import { sendRaw } from '../../../test/support/send-raw.ts';
import { workspace as workspaceId } from '../../../test/support/test-client.ts';
import { isSharedStore } from '../../../test/support/test-mock.ts';

/** Mocks that share a store have random ids and use the clock of the machine. */
const hasSeed = !isSharedStore();
const { mock, send, listen } = useControlSurface();

describe('health and info', () => {
  test('report that the mock is ready, and its version', async () => {
    expect((await send('GET', '/__mock/health')).body).toEqual({ status: 'ok' });
    const { status, body } = await send('GET', '/__mock/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'site-contract',
      version,
      contractVersion: contract.version,
      seed: 1,
      baseUrl: listen().url,
      workspaces: [workspaceId],
      sessions: ['default'],
    });
    expect(body.operations).toHaveLength(contract.operations.length);
    expect(body.uptimeMs).toBeGreaterThanOrEqual(0);
  });

  test('report another hash for another contract', async () => {
    const before = (await send('GET', '/__mock/info')).body.contractHash;
    const document = structuredClone(contract.document);
    const changed = document['x-assumptions']['update-site-status'];
    if (changed !== undefined) changed.value = 201;
    mock.useContract({ ...contract, document });
    const after = (await send('GET', '/__mock/info')).body.contractHash;
    const { data } = (await send('GET', '/__mock/assumptions')).body;
    mock.useContract(contract);
    expect(after).not.toBe(before);
    expect((await send('GET', '/__mock/info')).body.contractHash).toBe(before);
    const sourceOf = (wanted: string) =>
      data.find(({ id }: { id: string }) => id === wanted).source;
    expect(sourceOf('update-site-status')).toBe('observed');
    expect(sourceOf('list-order')).toBe('assumed');
  });

  test('list assumptions and requirements', async () => {
    const { data, documented } = (await send('GET', '/__mock/assumptions')).body;
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...assumptionIds]);
    expect(documented.length).toBeGreaterThan(0);
  });

  test('show the contract with its overlays', async () => {
    expect((await send('GET', '/__mock/contract')).body).toEqual(
      JSON.parse(JSON.stringify(contract.document)),
    );
  });
});

describe('the clock', () => {
  const readDate = async () => (await fetch(`${listen().url}/v1/`)).headers.get('date');

  test('can be frozen, advanced and resumed', async () => {
    const at = '2030-05-01T12:00:00.000Z';
    expect((await send('POST', '/__mock/clock/freeze', { at })).body).toEqual({
      now: at,
      frozen: true,
    });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:00:00 GMT');
    expect(await readDate()).toBe('Wed, 01 May 2030 12:00:00 GMT');
    const advanced = await send('POST', '/__mock/clock/advance', { milliseconds: 60_000 });
    expect(advanced.body).toEqual({ now: '2030-05-01T12:01:00.000Z', frozen: true });
    expect(await readDate()).toBe('Wed, 01 May 2030 12:01:00 GMT');
    expect((await send('POST', '/__mock/clock/resume')).body.frozen).toBe(false);
    // A seeded clock advances by a second with each request.
    expect(await readDate()).toMatch(hasSeed ? 'Wed, 01 May 2030 12:01:01 GMT' : '01 May 2030');
  });

  test.each([
    ['/__mock/clock/freeze', { at: 'tomorrow' }],
    ['/__mock/clock/freeze', { at: '2030-13-01T00:00:00Z' }],
    ['/__mock/clock/freeze', { at: '0000-01-01T00:00:00+01:00' }],
    ['/__mock/clock/freeze', { at: '9999-12-31T23:59:59-01:00' }],
    ['/__mock/clock/advance', { milliseconds: -1 }],
    ['/__mock/clock/advance', {}],
  ])('refuses an invalid time at %s: %j', async (target, body) => {
    if (!hasSeed) await send('POST', '/__mock/clock/freeze');
    const before = (await send('GET', '/__mock/clock')).body;
    expect((await send('POST', target, body)).status).toBe(422);
    expect((await send('GET', '/__mock/clock')).body).toEqual(before);
  });
});

test('the clock stops at the end of the year 9999', async () => {
  const at = '9999-12-31T23:59:59.000Z';
  expect((await send('POST', '/__mock/clock/freeze', { at })).status).toBe(200);
  const advanced = await send('POST', '/__mock/clock/advance', { milliseconds: 60_000 });
  expect(advanced.body).toEqual({ now: '9999-12-31T23:59:59.999Z', frozen: true });
  expect(await send('POST', '/__mock/clock/advance', { milliseconds: 1 })).toMatchObject({
    status: 409,
  });
  expect((await send('POST', '/__mock/clock/resume')).body).toEqual({
    now: '9999-12-31T23:59:59.999Z',
    frozen: false,
  });
});

describe('an invalid request', () => {
  test.each([
    ['GET', '/__mock/requests?limit=0', 400, { parameter: 'limit' }],
    ['GET', '/__mock/requests?limt=5', 400, { parameter: 'limt' }],
    ['GET', '/__mock/requests?status=abc', 400, { parameter: 'status' }],
    ['POST', '/__mock/faults', 422, { pointer: '/effect/status' }, { effect: { kind: 'status' } }],
    ['POST', '/__mock/faults', 422, { pointer: '/effect/kind' }, { effect: { kind: 'flood' } }],
    ['POST', '/__mock/events', 422, { pointer: '/type' }, { type: 'no', workspaceId }],
  ])(
    'is refused with the place of the error: %s %s',
    async (method, target, status, place, ...body: object[]) => {
      const answer = await send(method, target, body[0]);
      expect(answer.status).toBe(status);
      expect(answer.body.errors).toEqual([{ ...place, detail: expect.any(String) }]);
    },
  );

  test.each(['{', '[1,]', '\ufeff{}'])('is refused if its body is %j', async (body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await sendRaw(listen().port, 'PUT', '/__mock/state', headers, body);
    expect(answer.status).toBe(400);
  });

  test('is refused if its body is missing', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await sendRaw(listen().port, 'PUT', '/__mock/state', headers);
    expect(answer.status).toBe(400);
  });

  test('is refused before a body that is too large has been sent', async () => {
    const answer = await sendRaw(listen().port, 'PUT', '/__mock/state', {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': '99999999999',
      expect: '100-continue',
    });
    expect(answer.status).toBe(413);
  });
});
