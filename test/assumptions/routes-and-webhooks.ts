import type { Mock } from '../../mock/index.ts';
import { textOf } from '../support/read-fields.ts';
import { call, otherWorkspace, sitesOf, webhooksOf, workspace } from '../support/test-client.ts';
import { type AssumptionCase, casesOf } from './assumption-case.ts';

async function givenSite(mock: Mock): Promise<string> {
  return textOf(await call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour' } }), 'id');
}

const pathnames = ['/', '/a/b-1', '/A', '/a//b', '/a b', '/%C3%BC', 'a'];
const locales = ['de-DE', 'gsw-CH', 'es-419', 'de', 'de_DE', 'DE-de', ''];

/** The statuses of routes with these pathnames. */
const pathnamesTaken = (query: string) => async (mock: Mock) => {
  const site = await givenSite(mock);
  const line = `POST /v1/sites/${site}/routes${query}`;
  return Promise.all(
    pathnames.map(async (pathname) => (await call(mock, line, { json: { pathname } })).status),
  );
};

/** The statuses of a route and of a site with each of these locales. */
async function localesTaken(mock: Mock): Promise<number[][]> {
  const site = await givenSite(mock);
  return Promise.all(
    locales.map(async (locale) => {
      const route = { pathname: '/a', localizedVariants: [{ locale, pathname: '/b' }] };
      const replies = [
        await call(mock, `POST /v1/sites/${site}/routes`, { json: route }),
        await call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour', locale } }),
        await call(mock, `POST /v1/sites/${site}/routes?skipValidation=true`, { json: route }),
      ];
      return replies.map(({ status }) => status);
    }),
  );
}

/**
 * The statuses of a repeated pathname: on the same site, on another site, by an update, by an update of the same route.
 */
async function sharePathname(mock: Mock): Promise<number[]> {
  const site = await givenSite(mock);
  const first = `POST /v1/sites/${site}/routes`;
  const route = textOf(await call(mock, first, { json: { pathname: '/a' } }), 'id');
  const other = textOf(await call(mock, first, { json: { pathname: '/b' } }), 'id');
  const json = { pathname: '/a' };
  const replies = [
    await call(mock, first, { json }),
    await call(mock, `POST /v1/sites/${await givenSite(mock)}/routes`, { json }),
    await call(mock, `PATCH /v1/routes/${other}`, { json }),
    await call(mock, `PATCH /v1/routes/${route}`, { json }),
  ];
  return replies.map(({ status }) => status);
}

async function register(mock: Mock, url: string, type = 'page.created', where = workspace) {
  return (await call(mock, `POST ${webhooksOf(where)}`, { json: { url, eventType: type } })).status;
}

const addresses = [
  'https://hooks.example.com/a?b=c',
  'http://hooks.example.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://localhost/a',
  'https://intranet/a',
  'https://a.localhost/a',
  'ftp://hooks.example.com/a',
  'urn:uuid:16fd2706-8baf-433b-82eb-8c7fada847da',
  'https://',
];

export const routeAndWebhookCases: readonly AssumptionCase[] = [
  ...casesOf('pathname-form', pathnamesTaken(''), [
    ['uri-path', [201, 201, 201, 201, 422, 201, 422]],
    ['leading-slash', [201, 201, 201, 201, 201, 201, 422]],
    ['lower-case', [201, 201, 422, 422, 422, 422, 422]],
  ]),
  ...casesOf('pathname-form', pathnamesTaken('?skipValidation=true'), [
    ['uri-path', [201, 201, 201, 201, 201, 201, 201]],
    ['lower-case', [201, 201, 201, 201, 201, 201, 201]],
  ]),
  ...casesOf('locale-form', localesTaken, [
    ['language-region', locales.map((_, at) => (at < 3 ? [201, 201, 201] : [422, 422, 201]))],
    ['any', locales.map(() => [201, 201, 201])],
  ]),
  ...casesOf('unique-pathname', sharePathname, [
    ['allowed', [201, 201, 200, 200]],
    ['refused', [409, 201, 409, 200]],
  ]),
  ...casesOf(
    'webhook-url-form',
    (mock) => Promise.all(addresses.map((url) => register(mock, url))),
    [
      ['http', [201, 201, 201, 201, 201, 201, 201, 422, 422, 422]],
      ['https', [201, 422, 201, 201, 201, 201, 201, 422, 422, 422]],
      ['public-https', [201, 422, 422, 422, 422, 422, 422, 422, 422, 422]],
      ['any', [201, 201, 201, 201, 201, 201, 201, 201, 201, 201]],
    ],
  ),
  ...casesOf(
    'unique-webhook',
    async (mock) => {
      const url = 'https://hooks.example.com/a';
      return [
        await register(mock, url),
        await register(mock, url),
        await register(mock, url, 'page.updated'),
        await register(mock, url, 'page.created', otherWorkspace),
      ];
    },
    [
      ['allowed', [201, 201, 201, 201]],
      ['refused', [201, 409, 201, 201]],
    ],
  ),
];
