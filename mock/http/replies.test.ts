import { describe, expect, test } from '@jest/globals';
import type { Site, Validators } from '../../contract/index.ts';
import {
  type Behaviours,
  behaviours,
  createMock,
  type Mock,
  Refusal,
} from '../../service/entries/mock.ts';
import { createSiteRecord, siteKind } from '../../service/mock/site-records.ts';
import { placesOf, problemOf, textOf } from '../../test/support/read-fields.ts';
import { call, sitesOf } from '../../test/support/test-client.ts';

const id = '16fd2706-8baf-433b-82eb-8c7fada847da';
const elsewhere = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const site: Site = { id, name: 'Harbour', hostUrl: null, apiKey: id };

/** Creates a mock with broken behaviours, and collects the lines that it logs. */
function breakMock(broken: Partial<Behaviours>): { mock: Mock; lines: string[] } {
  const lines: string[] = [];
  return { mock: createMock({ behaviours: broken, onError: (line) => lines.push(line) }), lines };
}

/** Creates values that the types forbid, as a bug would. */
const asSite = (value: object): Site => Object.assign({ ...site }, value);

test('the Date header follows the clock, forwards and backwards', async () => {
  const times = [
    '2026-01-01T00:00:00.999Z',
    '2026-01-01T00:00:01.000Z',
    '2026-01-01T00:00:59.000Z',
    '2026-01-01T00:01:00.000Z',
    '2025-12-31T23:59:59.000Z',
    '2024-02-29T12:34:56.789Z',
    '2025-03-01T12:34:56.789Z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00.000Z',
  ].map((text) => Date.parse(text));
  let now = 0;
  const mock = createMock({ clock: () => now });
  const dates: (string | null)[] = [];
  for (now of times) dates.push((await mock.fetch('http://localhost/')).headers.get('date'));
  expect(dates).toEqual(times.map((time) => new Date(time).toUTCString()));
});

test.each(['returned', 'thrown'])('a refusal that is %s takes the changes back', async (way) => {
  const refusal = new Refusal('conflict', 'Taken.');
  const { mock } = breakMock({
    createSite: async ({ parameters: { workspaceId } }, { store }) => {
      await store.insert(createSiteRecord(workspaceId, site, undefined));
      if (way === 'thrown') throw refusal;
      return refusal;
    },
  });
  const reply = await call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour' } });
  expect(problemOf(reply)).toBe('conflict');
  const list = await call(mock, `GET ${sitesOf()}`);
  expect(list.json).toEqual({ data: [], hasMore: false });
});

describe('a reply that violates the contract is a logged 500', () => {
  const pages: readonly { title: string; broken: Behaviours['listSites']; places: string[] }[] = [
    {
      title: 'a page without hasMore',
      broken: () => ({ body: JSON.parse('{"data":[]}') }),
      places: ['/hasMore'],
    },
    {
      title: 'a page whose hasMore is a string',
      broken: () => ({ body: Object.assign({ data: [] }, JSON.parse('{"hasMore":"yes"}')) }),
      places: ['/hasMore'],
    },
    {
      title: 'a page whose data is an object',
      broken: () => ({ body: JSON.parse('{"data":{},"hasMore":false}') }),
      places: ['/data'],
    },
    {
      title: 'a page with one invalid site among valid ones',
      broken: () => ({
        body: {
          data: [site, asSite({ id: 'abc', hostUrl: 'https://a.example/b' })],
          hasMore: false,
        },
      }),
      places: ['/data/1/id', '/data/1/hostUrl'],
    },
    {
      title: 'a page of new sites with a modified copy',
      broken: async (request, context) => {
        const kept = context.createResource('Site', site, {});
        const copy: Site = { ...kept, apiKey: 'abc' };
        await behaviours.listSites(request, context);
        return { body: { data: [kept, copy], hasMore: false } };
      },
      places: ['/data/1/apiKey'],
    },
    {
      title: 'a page of stored sites, one of which was changed after it was read',
      broken: async (request, context) => {
        for (const each of [site, { ...site, id: elsewhere }])
          await context.store.insert(createSiteRecord(id, each, undefined));
        await behaviours.listSites(request, context);
        const data = (await siteKind.list(context.store, id)).map(({ value }) => value);
        Object.assign(data[1] ?? {}, { apiKey: 'abc' });
        return { body: { data, hasMore: false } };
      },
      places: ['/data/1/apiKey'],
    },
    {
      title: 'a page of another resource',
      broken: (_, { createResource }) => {
        const route = createResource('Route', { id, pathname: '/a', localizedVariants: [] }, {});
        return { body: { data: [Object.assign(route, JSON.parse('{}'))], hasMore: false } };
      },
      places: ['/data/0/name', '/data/0/hostUrl', '/data/0/apiKey'],
    },
    {
      title: 'no body at all',
      broken: () => ({ body: JSON.parse('null') }),
      places: [''],
    },
  ];

  test.each(pages)('$title', async ({ broken, places }) => {
    const { mock, lines } = breakMock({ listSites: broken });
    const reply = await call(mock, `GET ${sitesOf()}`);
    expect([reply.status, problemOf(reply)]).toEqual([500, 'internal-error']);
    expect(placesOf(reply)).toEqual(places);
    expect(textOf(reply, 'detail')).toContain('listSites');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^500 GET \/v1\/workspaces\/.+: listSites: the response of listSites breaks/,
    );
    for (const place of places) expect(lines[0]).toContain(place || 'the body');
  });

  test('an invalid site is noticed when it is created, and not stored', async () => {
    const { mock, lines } = breakMock({
      createSite: (_, { createResource, store }) => {
        const made = createResource('Site', asSite({ apiKey: 5 }), {});
        store.insert(createSiteRecord(id, made, undefined));
        return { body: made };
      },
    });
    const reply = await call(mock, `POST ${sitesOf(id)}`, { json: { name: 'a' } });
    expect([reply.status, placesOf(reply)]).toEqual([500, ['/apiKey']]);
    expect(lines[0]).toContain('createSite: a new Site breaks the contract: /apiKey');
    expect((await call(mock, `GET ${sitesOf(id)}`)).json).toEqual({ data: [], hasMore: false });
  });

  test('an undocumented status', async () => {
    const { mock } = breakMock({ createSite: () => ({ status: JSON.parse('200'), body: site }) });
    const reply = await call(mock, `POST ${sitesOf()}`, { json: { name: 'a' } });
    expect(reply.status).toBe(500);
    expect(textOf(reply, 'detail')).toContain('has the undocumented status 200');
  });

  test('a missing status where the document only has a range', async () => {
    const { mock } = breakMock({ updateSite: () => ({ body: site }) });
    expect((await call(mock, `PATCH /v1/sites/${id}`, { json: {} })).status).toBe(500);
  });
});

describe('a bug is a logged 500', () => {
  const bugs: readonly Behaviours['listSites'][] = [
    () => {
      throw new Error('secret insides');
    },
    async () => {
      throw new Error('secret insides');
    },
  ];

  test.each(bugs)('that reveals no internals to the client', async (listSites) => {
    const { mock, lines } = breakMock({ listSites });
    const reply = await call(mock, `GET ${sitesOf()}`);
    expect([reply.status, problemOf(reply)]).toEqual([500, 'internal-error']);
    expect(reply.text).not.toMatch(/secret|\bat \//);
    expect(lines[0]).toMatch(/listSites: Error: secret insides at .+replies\.test\.ts/);
    expect(lines[0]).not.toContain('\n');
  });

  test('wherever it is thrown', async () => {
    const lines: string[] = [];
    const clock = (): number => {
      throw new Error('no time');
    };
    const mock = createMock({ clock, onError: (line) => lines.push(line) });
    expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(500);
    expect(lines[0]).toContain('Error: no time');
  });
});

describe('a stored site', () => {
  test('has the right length in bytes, whatever its characters', async () => {
    const mock = createMock();
    for (const name of ['plain', 'Café 🏬', '\u2028 "', '\ud800']) {
      const created = await call(mock, `POST ${sitesOf()}`, { json: { name } });
      const page = await call(mock, `GET ${sitesOf()}`);
      for (const { headers, text = '' } of [created, page]) {
        expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
      }
    }
  });

  test('appears in the journal as it was when the page was sent', async () => {
    const mock = createMock();
    const created = await call(mock, `POST ${sitesOf()}`, { json: { name: 'Before 🏬' } });
    const page = await call(mock, `GET ${sitesOf()}`);
    await call(mock, `PATCH /v1/sites/${textOf(created, 'id')}`, { json: { name: 'After' } });
    const [entry] = mock.journal.list({ operation: 'listSites' });
    const shown: unknown = JSON.parse(entry?.response.body?.text ?? '');
    expect(shown).toMatchObject({ data: [{ name: 'Before 🏬' }], hasMore: false });
    expect(entry?.response.body?.bytes).toBe(Buffer.byteLength(page.text ?? ''));
    await call(mock, `HEAD ${sitesOf()}`);
    expect(mock.journal.list({ limit: 1 })[0]?.response.body).toBeUndefined();
  });

  test('is validated again for another contract', async () => {
    const lines: string[] = [];
    const mock = createMock({ onError: (line) => lines.push(line) });
    await call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour' } });
    const refuse = { pointer: '/data/0', detail: 'no longer exists' };
    // This refuses a list with whole sites, and would accept the empty list that represents stored ones.
    const reply: Validators['reply'] = () => (value) =>
      JSON.stringify(value).includes('Harbour') ? [refuse] : [];
    mock.useContract({ ...mock.contract, validators: { ...mock.contract.validators, reply } });
    expect((await call(mock, `GET ${sitesOf()}`)).status).toBe(500);
    expect(lines[0]).toContain('/data/0 no longer exists');
  });
});
