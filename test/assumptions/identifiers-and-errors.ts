import type { Mock } from '../../mock/index.ts';
import { problemOf, textOf } from '../support/read-fields.ts';
import { call, sitesOf, webhooksOf } from '../support/test-client.ts';
import { type AssumptionCase, casesOf } from './assumption-case.ts';

const unknownId = '16fd2706-8baf-433b-82eb-8c7fada847da';

const givenSite = (mock: Mock) => call(mock, `POST ${sitesOf()}`, { json: { name: 'Harbour' } });

const refusedBody = (mock: Mock) => call(mock, `POST ${sitesOf()}`, { json: {} });

async function writtenIds(mock: Mock): Promise<string[]> {
  const site = await givenSite(mock);
  const json = { url: 'https://hooks.example.com', eventType: 'page.created' };
  const webhook = await call(mock, `POST ${webhooksOf()}`, { json });
  return [
    textOf(site, 'id'),
    textOf(site, 'apiKey'),
    textOf(webhook, 'id'),
    textOf(webhook, 'workspaceId'),
  ];
}

/** The case of new ids, and whether a site is found by its id in the other case. */
async function caseOfIds(mock: Mock): Promise<unknown[]> {
  const ids = await writtenIds(mock);
  const [id = ''] = ids;
  const isLower = ids.every((text) => text === text.toLowerCase());
  const isUpper = ids.every((text) => text === text.toUpperCase());
  const swapped = isLower ? id.toUpperCase() : id.toLowerCase();
  const found = await call(mock, `PATCH /v1/sites/${swapped}`, { json: {} });
  return [isLower, isUpper, found.status];
}

export const identifierAndErrorCases: readonly AssumptionCase[] = [
  ...casesOf('uuid-version', async (mock) => (await writtenIds(mock)).map((id) => id[14]), [
    [4, ['4', '4', '4', '4']],
    // The client provides the workspace id, of version 4.
    [7, ['7', '7', '7', '4']],
  ]),
  ...casesOf('uuid-case', caseOfIds, [
    ['lower', [true, false, 200]],
    ['upper', [false, true, 200]],
  ]),
  ...casesOf(
    'error-format',
    async (mock) => {
      const { status, headers, text } = await refusedBody(mock);
      return [status, headers['content-type'], text?.replace(/(?<="type":")[^"]+/, 'TYPE')];
    },
    [
      [
        'problem-details',
        [
          422,
          'application/problem+json',
          JSON.stringify({
            type: 'TYPE',
            title: 'The request body does not match the schema',
            status: 422,
            detail: '/name is required.',
            errors: [{ pointer: '/name', detail: 'is required' }],
          }),
        ],
      ],
      [
        'json',
        [
          422,
          'application/json',
          '{"error":{"code":"invalid-body","message":"/name is required."}}',
        ],
      ],
      [
        'text',
        [
          422,
          'text/plain; charset=utf-8',
          'The request body does not match the schema. /name is required.\n',
        ],
      ],
      ['empty', [422, undefined, '']],
    ],
  ),
  ...casesOf('error-status-invalid-body', async (mock) => (await refusedBody(mock)).status, [
    [422, 422],
    [400, 400],
  ]),
  ...casesOf(
    'error-status-invalid-parameter',
    async (mock) => {
      const replies = [
        await call(mock, `GET ${sitesOf()}?limit=101`),
        await call(mock, `GET ${sitesOf('abc')}`),
      ];
      return replies.map((reply) => [reply.status, problemOf(reply)]);
    },
    [
      [400, Array(2).fill([400, 'invalid-parameter'])],
      [422, Array(2).fill([422, 'invalid-parameter'])],
      [404, Array(2).fill([404, 'invalid-parameter'])],
    ],
  ),
  ...casesOf(
    'error-status-unauthorized',
    async (mock) => {
      const reply = await call(mock, `GET ${sitesOf()}`, { headers: { authorization: '' } });
      return [reply.status, reply.headers['www-authenticate'] !== undefined];
    },
    [
      [401, [401, true]],
      [403, [403, false]],
    ],
  ),
  ...casesOf(
    'error-status-not-found',
    async (mock) => {
      const json = { pathname: '/a' };
      const replies = [
        await call(mock, `PATCH /v1/sites/${unknownId}`, { json: {} }),
        await call(mock, `PATCH /v1/routes/${unknownId}`, { json }),
        await call(mock, `POST /v1/sites/${unknownId}/routes`, { json }),
        await call(mock, `POST /v1/sites/${unknownId}/duplicate`),
      ];
      return replies.map(({ status }) => status);
    },
    [
      [404, [404, 404, 404, 404]],
      [403, [403, 403, 403, 403]],
      [410, [410, 410, 410, 410]],
    ],
  ),
  ...casesOf(
    'body-size-limit',
    async (mock) => {
      const body = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`;
      const replies = [
        await call(mock, `POST ${sitesOf()}`, { body: body(mock.bodyLimit) }),
        await call(mock, `POST ${sitesOf()}`, { body: body(mock.bodyLimit + 1) }),
      ];
      return [mock.bodyLimit, ...replies.map(({ status }) => status)];
    },
    [
      [1048576, [1048576, 201, 413]],
      [100, [100, 201, 413]],
    ],
  ),
];
