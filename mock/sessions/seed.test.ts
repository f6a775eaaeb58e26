import { describe, expect, test } from '@jest/globals';
import { createRandom, createUuidFactory } from '../../contract/random.ts';
import { textOf } from '../../test/support/read-fields.ts';
import { call, sitesOf, workspace } from '../../test/support/test-client.ts';
import { createMock, type Mock } from '../index.ts';

/** Returns the exact responses of a mock to some requests. */
async function run(mock: Mock): Promise<unknown[]> {
  const site = await call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour' } });
  const id = textOf(site, 'id');
  return [
    site,
    await call(mock, `POST /v1/sites/${id}/routes`, { json: { pathname: '/a' } }),
    await call(mock, `POST /v1/sites/${id}/duplicate`),
    await call(mock, `GET ${sitesOf()}`),
    await call(mock, `GET ${sitesOf()}?limit=x`),
  ];
}

describe('a seed', () => {
  test('gives the same bytes for the same requests, including the date', async () => {
    const first = await run(createMock({ seed: 42 }));
    expect(await run(createMock({ seed: 42 }))).toEqual(first);
    expect(await run(createMock({ seed: 43 }))).not.toEqual(first);
  });

  test('that was generated can be read and used again', async () => {
    const mock = createMock();
    const first = textOf(await call(mock, `POST ${sitesOf()}`, { json: { name: 'a' } }), 'id');
    const again = createMock({ seed: mock.seed });
    expect(textOf(await call(again, `POST ${sitesOf()}`, { json: { name: 'a' } }), 'id')).toBe(
      first,
    );
    expect(createMock().seed).not.toBe(mock.seed);
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('of %p is refused', (seed) => {
    expect(() => createMock({ seed })).toThrow(`the seed ${seed} is not an integer`);
  });

  test('uses all of its bits', () => {
    const numbers = [1, 2, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map((seed) =>
      createRandom(seed).next(),
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('the clock', () => {
  test('advances by a second with each request of a seeded mock', async () => {
    const mock = createMock({ seed: 1 });
    const dates = [await call(mock, 'GET /'), await call(mock, 'GET /')].map(
      ({ headers }) => headers['date'],
    );
    expect(dates).toEqual(['Thu, 01 Jan 2026 00:00:01 GMT', 'Thu, 01 Jan 2026 00:00:02 GMT']);
  });

  test('starts at the given time', async () => {
    const mock = createMock({ seed: 1, clock: () => Date.UTC(2030, 1, 2, 3, 4, 5) });
    expect((await call(mock, 'GET /')).headers['date']).toBe('Sat, 02 Feb 2030 03:04:05 GMT');
  });
});

describe('reset, snapshot and restore', () => {
  test('reset restores the initial state, including ids', async () => {
    const mock = createMock({ seed: 5 });
    const first = await run(mock);
    await mock.reset();
    expect(await run(mock)).toEqual(first);
  });

  test('restore returns to a moment, with the same ids afterwards', async () => {
    const mock = createMock({ seed: 5 });
    await run(mock);
    const snapshot = await mock.snapshot();
    const first = await run(mock);
    await run(mock);
    await mock.restore(snapshot);
    expect(await run(mock)).toEqual(first);
    await mock.restore(snapshot);
    expect(await run(mock)).toEqual(first);
  });
});

describe('UUIDs', () => {
  const make = (version: 4 | 7, now = 0) => {
    const random = createRandom(9);
    const create = createUuidFactory({ 'uuid-version': version, 'uuid-case': 'lower' });
    return () => create(random, now);
  };

  test.each([4, 7] as const)('of version %d have that version', (version) => {
    const create = make(version);
    const form = new RegExp(
      `^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`,
    );
    const made = Array.from({ length: 1000 }, create);
    for (const id of made) expect(id).toMatch(form);
    expect(new Set(made).size).toBe(1000);
  });

  test('of version 7 start with the time (the example of RFC 9562, appendix A.6)', () => {
    expect(make(7, 0x017f22e279b0)()).toMatch(/^017f22e2-79b0-7/);
  });

  test('come from the source in the options', async () => {
    const mock = createMock({ createId: () => workspace });
    const site = await call(mock, `POST ${sitesOf()}`, { json: { name: 'a' } });
    expect([textOf(site, 'id'), textOf(site, 'apiKey')]).toEqual([workspace, workspace]);
  });
});
