import { describe, expect, test } from '@jest/globals';
import {
  type AssumptionId,
  type AssumptionValues,
  contract,
  listAssumptions,
} from '../contract/index.ts';
import { createMock, type Mock } from '../mock/index.ts';
import { assume } from './support/assume.ts';
import { fieldOf, namesOf, placesOf, problemOf, textOf } from './support/read-fields.ts';
import {
  call,
  otherWorkspace,
  sitesOf,
  type TestReply,
  webhooksOf,
  workspace,
} from './support/test-client.ts';

type Value = AssumptionValues[AssumptionId];
type Values = { [Id in AssumptionId]?: AssumptionValues[Id] };

/** An observation of a mock: a text, or responses, of which the statuses are compared. */
type Observe = (mock: Mock) => Promise<unknown>;

/** The behaviour of a mock with one value of an assumption, and perhaps with other values of others. */
interface AssumptionCase {
  id: AssumptionId;
  value: Value;
  others: Values;
  observe: Observe;
  want: unknown;
}

const cases: AssumptionCase[] = [];

/** Adds the same observation with several values of one assumption. */
function observe<Id extends AssumptionId>(
  id: Id,
  how: Observe,
  rows: readonly (readonly [value: AssumptionValues[Id], want: unknown])[],
  others: Values = {},
): void {
  cases.push(...rows.map(([value, want]) => ({ id, value, others, observe: how, want })));
}

const statuses = (replies: readonly TestReply[]): string =>
  replies.map(({ status }) => status).join(' ');

/** Calls the mock for one value after the other. */
async function each<T>(
  values: readonly T[],
  ask: (value: T) => Promise<TestReply>,
): Promise<TestReply[]> {
  const replies: TestReply[] = [];
  for (const value of values) replies.push(await ask(value));
  return replies;
}

const create = (mock: Mock, json: object = {}, where = workspace) =>
  call(mock, `POST ${sitesOf(where)}`, { json: { name: 'Harbour', ...json } });

const createId = async (mock: Mock, json: object = {}, where = workspace): Promise<string> =>
  textOf(await create(mock, json, where), 'id');

const update = async (mock: Mock, sent: Parameters<typeof call>[2]) =>
  call(mock, `PATCH /v1/sites/${await createId(mock)}`, sent);

const refusedBody = (mock: Mock) => call(mock, `POST ${sitesOf()}`, { json: {} });

// Sites

observe('update-site-status', async (mock) => (await update(mock, { json: {} })).status, [
  [200, 200],
  [201, 201],
  [202, 202],
]);
observe(
  'empty-update',
  async (mock) =>
    statuses(await each([{}, { unknown: 1 }, { name: 'New' }], (json) => update(mock, { json }))),
  [
    ['accepted', '200 200 200'],
    ['refused', '422 422 200'],
  ],
);
observe(
  'null-host-url',
  async (mock) => {
    const site = await create(mock, { hostUrl: 'https://harbour.example' });
    const line = `PATCH /v1/sites/${textOf(site, 'id')}`;
    const reply = await call(mock, line, { json: { hostUrl: null } });
    return reply.status === 200 ? fieldOf(reply, 'hostUrl') : reply.status;
  },
  [
    ['refused', 422],
    ['removed', null],
    ['ignored', 'https://harbour.example'],
  ],
);
observe('missing-update-body', async (mock) => (await update(mock, {})).status, [
  ['refused', 400],
  ['accepted', 200],
]);
observe(
  'missing-duplicate-body',
  async (mock) => (await call(mock, `POST /v1/sites/${await createId(mock)}/duplicate`)).status,
  [
    ['accepted', 201],
    ['refused', 400],
  ],
);

async function duplicate(mock: Mock, original: TestReply, field: string): Promise<unknown> {
  const line = `POST /v1/sites/${textOf(original, 'id')}/duplicate`;
  return fieldOf(await call(mock, line, { json: {} }), field);
}
observe(
  'unnamed-copy-name',
  async (mock) => duplicate(mock, await create(mock, { name: '$& {name}' }), 'name'),
  [
    ['Copy of {name}', 'Copy of $& {name}'],
    ['{name} (copy)', '$& {name} (copy)'],
    ['{name}', '$& {name}'],
    ['Untitled', 'Untitled'],
    ['{name}, {name}', '$& {name}, $& {name}'],
  ],
);
observe(
  'copied-api-key',
  async (mock) => {
    const original = await create(mock);
    return (await duplicate(mock, original, 'apiKey')) === fieldOf(original, 'apiKey');
  },
  [
    ['own', false],
    ['original', true],
  ],
);

const namesTaken =
  (...names: readonly string[]): Observe =>
  async (mock) =>
    statuses(await each(names, (name) => create(mock, { name })));
observe('name-form', namesTaken('Café!', 'Shop-2 b', ' \t', ''), [
  ['any', '201 201 201 201'],
  ['not-blank', '201 201 422 422'],
  ['plain', '422 201 422 422'],
]);
// The length counts characters, not UTF-16 code units.
const lengths = ['🏬'.repeat(3), '🏬'.repeat(4), 'a'.repeat(40), 'a'.repeat(41), 'a'.repeat(256)];
observe('name-max-length', namesTaken(...lengths), [
  [null, '201 201 201 201 201'],
  [255, '201 201 201 201 422'],
  [40, '201 201 201 422 422'],
  [3, '201 422 422 422 422'],
]);
observe(
  'unknown-fields',
  async (mock) => {
    const reply = await create(mock, { plan: 1, 'a/b~c': 2 });
    return `${reply.status} ${placesOf(reply)}`;
  },
  [
    ['ignored', '201 '],
    ['refused', '422 /plan,/a~1b~0c'],
  ],
);

// Hosts

/** The stored origins of host URLs, or the statuses of refusals. */
const hostsBecome =
  (...hostUrls: readonly string[]): Observe =>
  async (mock) => {
    const replies = await each(hostUrls, (hostUrl) => create(mock, { hostUrl }));
    return replies.map((reply) =>
      reply.status === 201 ? fieldOf(reply, 'hostUrl') : reply.status,
    );
  };
observe(
  'host-url-default',
  async (mock) => {
    const reply = await create(mock);
    return String(fieldOf(reply, 'hostUrl')).replace(textOf(reply, 'id'), 'ID');
  },
  [
    [null, 'null'],
    ['https://{id}.site.example', 'https://ID.site.example'],
    ['https://none.example', 'https://none.example'],
  ],
);
observe(
  'host-url-form',
  hostsBecome('HTTPS://Example.COM:443', 'http://[::1]:3000', 'Git://A.b/'),
  [
    ['normalised', ['https://example.com', 'http://[::1]:3000', 'git://a.b']],
    ['verbatim', ['HTTPS://Example.COM:443', 'http://[::1]:3000', 'Git://A.b']],
  ],
);
const beyond = ['/b', '?b', '#b', ''].map((end) => `https://a.example${end}`);
observe('host-url-beyond-origin', hostsBecome(...beyond, 'https://u:p@a.example', 'https://'), [
  ['refused', [422, 422, 422, 'https://a.example', 422, 422]],
  ['trimmed', [...Array(5).fill('https://a.example'), 422]],
]);
observe(
  'host-url-beyond-origin',
  hostsBecome('HTTPS://u@A.example:8443/b?c#d'),
  [['trimmed', ['HTTPS://A.example:8443']]],
  { 'host-url-form': 'verbatim' },
);
observe(
  'unique-host-url',
  async (mock) => {
    const hostUrl = 'https://harbour.example';
    const first = await createId(mock, { hostUrl });
    const second = await createId(mock, { hostUrl: 'https://other.example' });
    return statuses([
      await create(mock, { hostUrl: 'HTTPS://HARBOUR.example:443' }),
      await create(mock, { hostUrl }, otherWorkspace),
      await call(mock, `PATCH /v1/sites/${second}`, { json: { hostUrl } }),
      await call(mock, `PATCH /v1/sites/${first}`, { json: { hostUrl } }),
      await call(mock, `POST /v1/sites/${first}/duplicate`),
      await create(mock),
    ]);
  },
  [
    ['allowed', '201 201 200 200 201 201'],
    ['refused', '409 201 409 200 201 201'],
  ],
  { 'host-url-default': null },
);

// Routes and webhooks

const pathnamesTaken =
  (query: string): Observe =>
  async (mock) => {
    const line = `POST /v1/sites/${await createId(mock)}/routes${query}`;
    const pathnames = ['/', '/a/b-1', '/A', '/a//b', '/a b', '/%C3%BC', 'a'];
    return statuses(await each(pathnames, (pathname) => call(mock, line, { json: { pathname } })));
  };
observe('pathname-form', pathnamesTaken(''), [
  ['uri-path', '201 201 201 201 422 201 422'],
  ['leading-slash', '201 201 201 201 201 201 422'],
  ['lower-case', '201 201 422 422 422 422 422'],
]);
observe('pathname-form', pathnamesTaken('?skipValidation=true'), [
  ['uri-path', '201 201 201 201 201 201 201'],
  ['lower-case', '201 201 201 201 201 201 201'],
]);
const locales = ['de-DE', 'gsw-CH', 'es-419', 'de', 'de_DE', 'DE-de', ''];
observe(
  'locale-form',
  async (mock) => {
    const line = `POST /v1/sites/${await createId(mock)}/routes`;
    const ofRoute = (locale: string) => {
      return { json: { pathname: '/a', localizedVariants: [{ locale, pathname: '/b' }] } };
    };
    return [
      statuses(await each(locales, (locale) => call(mock, line, ofRoute(locale)))),
      statuses(await each(locales, (locale) => create(mock, { locale }))),
      statuses(
        await each(locales, (each) => call(mock, `${line}?skipValidation=true`, ofRoute(each))),
      ),
    ];
  },
  [
    [
      'language-region',
      ['201 201 201 422 422 422 422', '201 201 201 422 422 422 422', '201 201 201 201 201 201 201'],
    ],
    ['any', Array(3).fill('201 201 201 201 201 201 201')],
  ],
);
observe(
  'unique-pathname',
  async (mock) => {
    const first = `POST /v1/sites/${await createId(mock)}/routes`;
    const json = { pathname: '/a' };
    const route = textOf(await call(mock, first, { json }), 'id');
    const other = textOf(await call(mock, first, { json: { pathname: '/b' } }), 'id');
    return statuses([
      await call(mock, first, { json }),
      await call(mock, `POST /v1/sites/${await createId(mock)}/routes`, { json }),
      await call(mock, `PATCH /v1/routes/${other}`, { json }),
      await call(mock, `PATCH /v1/routes/${route}`, { json }),
    ]);
  },
  [
    ['allowed', '201 201 200 200'],
    ['refused', '409 201 409 200'],
  ],
);

const register = (mock: Mock, url: string, eventType = 'page.created', where = workspace) =>
  call(mock, `POST ${webhooksOf(where)}`, { json: { url, eventType } });
const addresses = [
  'https://hooks.example.com/a?b=c',
  'http://hooks.example.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://intranet/a',
  'ftp://hooks.example.com/a',
  'urn:uuid:16fd2706-8baf-433b-82eb-8c7fada847da',
  'https://',
];
observe(
  'webhook-url-form',
  async (mock) => statuses(await each(addresses, (url) => register(mock, url))),
  [
    ['http', '201 201 201 201 201 201 422 422 422'],
    ['https', '201 422 201 201 201 201 422 422 422'],
    ['public-https', '201 422 422 422 422 422 422 422 422'],
    ['any', '201 201 201 201 201 201 201 201 201'],
  ],
);
observe(
  'unique-webhook',
  async (mock) => {
    const url = 'https://hooks.example.com/a';
    return statuses([
      await register(mock, url),
      await register(mock, url),
      await register(mock, url, 'page.updated'),
      await register(mock, url, 'page.created', otherWorkspace),
    ]);
  },
  [
    ['allowed', '201 201 201 201'],
    ['refused', '201 409 201 201'],
  ],
);

// Lists

/** The names in the order of pages of two, and whether that is the order of the ids. */
async function walk(mock: Mock): Promise<[names: string, isById: boolean]> {
  await each(['b', 'a', 'é', 'B', 'a'], (name) => create(mock, { name }));
  const names: unknown[] = [];
  const ids: string[] = [];
  for (let query = '?limit=2'; query !== ''; ) {
    const page = await call(mock, `GET ${sitesOf()}${query}`);
    names.push(...namesOf(page));
    ids.push(...(page.text?.match(/(?<="id":")[^"]+/g) ?? []));
    query = fieldOf(page, 'hasMore') === true ? `?limit=2&after=${ids.at(-1)}` : '';
  }
  return [names.join(' '), ids.join() === ids.toSorted().join()];
}
observe('list-order', async (mock) => (await walk(mock))[0], [
  ['oldest-first', 'b a é B a'],
  ['newest-first', 'a B é a b'],
  ['by-name', 'B a a b é'],
]);
observe('list-order', async (mock) => (await walk(mock))[1], [['by-id', true]]);
observe(
  'limit-zero',
  async (mock) => {
    const empty = await call(mock, `GET ${sitesOf()}?limit=0`);
    await create(mock);
    return [empty.text, (await call(mock, `GET ${sitesOf()}?limit=0`)).text];
  },
  [
    ['more', ['{"data":[],"hasMore":false}', '{"data":[],"hasMore":true}']],
    ['none', ['{"data":[],"hasMore":false}', '{"data":[],"hasMore":false}']],
  ],
);
observe(
  'limit-fraction',
  async (mock) => {
    await each(['a', 'b', 'c'], (name) => create(mock, { name }));
    const reply = await call(mock, `GET ${sitesOf()}?limit=2.9`);
    return reply.status === 201 ? namesOf(reply) : reply.status;
  },
  [
    ['refused', 400],
    ['floored', ['a', 'b']],
  ],
);
observe(
  'unknown-cursor',
  async (mock) => {
    await each(['a', 'b'], (name) => create(mock, { name }));
    const foreign = await createId(mock, {}, otherWorkspace);
    const replies = await each([foreign, otherWorkspace], (after) =>
      call(mock, `GET ${sitesOf()}?limit=1&after=${after}`),
    );
    return replies.map((reply) =>
      reply.status === 201
        ? `${namesOf(reply)} ${fieldOf(reply, 'hasMore')}`
        : `${reply.status} ${problemOf(reply)}`,
    );
  },
  [
    ['refused', Array(2).fill('400 invalid-parameter')],
    ['not-found', Array(2).fill('404 not-found')],
    ['empty', Array(2).fill(' false')],
    ['start', Array(2).fill('a true')],
  ],
);
observe(
  'unknown-workspace',
  async (mock) =>
    statuses([
      await call(mock, `GET ${sitesOf(workspace.toUpperCase())}`),
      await call(mock, `GET ${sitesOf(otherWorkspace)}`),
      await create(mock, {}, otherWorkspace),
    ]),
  [
    ['exists', '201 201 201'],
    [404, '201 404 404'],
    [403, '201 403 403'],
    [410, '201 410 410'],
  ],
);
observe(
  'unknown-query-parameters',
  async (mock) =>
    statuses([
      await call(mock, `GET ${sitesOf()}?limit=1&page=2`),
      await call(mock, `POST ${sitesOf()}?limit=1`, { json: { name: 'a' } }),
    ]),
  [
    ['ignored', '201 201'],
    ['refused', '400 400'],
  ],
);

// Identifiers and errors

async function listIds(mock: Mock): Promise<string[]> {
  const site = await create(mock);
  const webhook = await register(mock, 'https://hooks.example.com');
  return [
    ...['id', 'apiKey'].map((field) => textOf(site, field)),
    ...['id', 'workspaceId'].map((field) => textOf(webhook, field)),
  ];
}
observe('uuid-version', async (mock) => (await listIds(mock)).map((id) => id[14]).join(' '), [
  [4, '4 4 4 4'],
  // The client provides the workspace id, of version 4.
  [7, '7 7 7 4'],
]);
observe(
  'uuid-case',
  async (mock) => {
    const ids = await listIds(mock);
    const text = ids.join(' ');
    const written =
      text === text.toLowerCase() ? 'lower' : text === text.toUpperCase() ? 'upper' : 'mixed';
    const [id = ''] = ids;
    const swapped = written === 'lower' ? id.toUpperCase() : id.toLowerCase();
    // A site is found by its id in either case, also as a cursor.
    const found = await call(mock, `PATCH /v1/sites/${swapped}`, { json: {} });
    const page = await call(mock, `GET ${sitesOf()}?after=${swapped}`);
    return `${written} ${statuses([found, page])}`;
  },
  [
    ['lower', 'lower 200 201'],
    ['upper', 'upper 200 201'],
  ],
);
const title = 'The request body does not match the schema';
const problem = {
  ...{ type: 'TYPE', title, status: 422, detail: '/name is required.' },
  errors: [{ pointer: '/name', detail: 'is required' }],
};
observe(
  'error-format',
  async (mock) => {
    const { status, headers, text } = await refusedBody(mock);
    return [status, headers['content-type'], text?.replace(/(?<="type":")[^"]+/, 'TYPE')];
  },
  [
    ['problem-details', [422, 'application/problem+json', JSON.stringify(problem)]],
    [
      'json',
      [422, 'application/json', '{"error":{"code":"invalid-body","message":"/name is required."}}'],
    ],
    ['text', [422, 'text/plain; charset=utf-8', `${title}. /name is required.\n`]],
    ['empty', [422, undefined, '']],
  ],
);
observe('error-status-invalid-body', async (mock) => (await refusedBody(mock)).status, [
  [422, 422],
  [400, 400],
]);
observe(
  'error-status-invalid-parameter',
  async (mock) => {
    const targets = [`${sitesOf()}?limit=-1`, sitesOf('abc')];
    const replies = await each(targets, (target) => call(mock, `GET ${target}`));
    return replies.map((reply) => `${reply.status} ${problemOf(reply)}`);
  },
  [
    [400, Array(2).fill('400 invalid-parameter')],
    [422, Array(2).fill('422 invalid-parameter')],
    [404, Array(2).fill('404 invalid-parameter')],
  ],
);
observe(
  'error-status-unauthorized',
  async (mock) => {
    const reply = await call(mock, `GET ${sitesOf()}`, { headers: { authorization: '' } });
    return [reply.status, reply.headers['www-authenticate'] !== undefined];
  },
  [
    [401, [401, true]],
    [403, [403, false]],
  ],
);
observe(
  'error-status-not-found',
  async (mock) => {
    const [site, route] = ['sites', 'routes'].map((word) => `/v1/${word}/${otherWorkspace}`);
    const lines = [
      `PATCH ${site}`,
      `PATCH ${route}`,
      `POST ${site}/routes`,
      `POST ${site}/duplicate`,
    ];
    return statuses(await each(lines, (line) => call(mock, line, { json: { pathname: '/a' } })));
  },
  [
    [404, '404 404 404 404'],
    [403, '403 403 403 403'],
    [410, '410 410 410 410'],
  ],
);
observe(
  'body-size-limit',
  async (mock) => {
    const sizes = [mock.bodyLimit, mock.bodyLimit + 1];
    const replies = await each(sizes, (size) =>
      call(mock, `POST ${sitesOf()}`, { body: `{"name":"${'x'.repeat(size - 11)}"}` }),
    );
    return `${mock.bodyLimit}: ${statuses(replies)}`;
  },
  [
    [1048576, '1048576: 201 413'],
    [100, '100: 201 413'],
  ],
);

describe('the mock behaves as an assumption says', () => {
  test.each(cases.map((each, at) => ({ ...each, number: at + 1 })))(
    '$number: $id is $value',
    async ({ id, value, others, observe: look, want }) => {
      const mock = createMock({ contract: assume({ ...others, [id]: value }), seed: 1 });
      expect(await look(mock)).toEqual(want);
    },
  );
});

describe('every value supported according to the document', () => {
  const choices = listAssumptions(contract.document).filter(({ known }) => known.length > 1);
  test.each(choices)('is tested: $id', ({ id, known }) => {
    const tried = new Set<unknown>(cases.filter((one) => one.id === id).map(({ value }) => value));
    expect(known.map(({ value }) => value).filter((value) => !tried.has(value))).toEqual([]);
  });
});
