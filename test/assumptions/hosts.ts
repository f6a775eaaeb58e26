import type { Mock } from '../../mock/index.ts';
import { fieldOf, textOf } from '../support/read-fields.ts';
import { call, otherWorkspace, sitesOf, workspace } from '../support/test-client.ts';
import { type AssumptionCase, casesOf } from './assumption-case.ts';

const create = (mock: Mock, hostUrl: string | undefined, where: string = workspace) =>
  call(mock, `POST ${sitesOf(where)}`, { json: { name: 'Harbour', hostUrl } });

/** The results of host URLs: the stored origin, or the status of a refusal. */
const hostsBecome = (hostUrls: readonly string[]) => async (mock: Mock) =>
  Promise.all(
    hostUrls.map(async (hostUrl) => {
      const reply = await create(mock, hostUrl);
      return reply.status === 201 ? fieldOf(reply, 'hostUrl') : reply.status;
    }),
  );

/**
 * The statuses of a second site with the same host: in the same workspace, in another one, by an update, by a
 * duplication.
 */
async function shareHost(mock: Mock): Promise<number[]> {
  const hostUrl = 'https://harbour.example';
  const first = textOf(await create(mock, hostUrl), 'id');
  const second = textOf(await create(mock, 'https://other.example'), 'id');
  const replies = [
    await create(mock, 'HTTPS://HARBOUR.example:443'),
    await create(mock, hostUrl, otherWorkspace),
    await call(mock, `PATCH /v1/sites/${second}`, { json: { hostUrl } }),
    await call(mock, `PATCH /v1/sites/${first}`, { json: { hostUrl } }),
    await call(mock, `POST /v1/sites/${first}/duplicate`),
  ];
  return replies.map(({ status }) => status);
}

export const hostCases: readonly AssumptionCase[] = [
  ...casesOf(
    'host-url-default',
    async (mock) => {
      const reply = await create(mock, undefined);
      const hostUrl = fieldOf(reply, 'hostUrl');
      return typeof hostUrl === 'string' ? hostUrl.replace(textOf(reply, 'id'), 'ID') : hostUrl;
    },
    [
      [null, null],
      ['https://{id}.site.example', 'https://ID.site.example'],
      ['https://none.example', 'https://none.example'],
    ],
  ),
  ...casesOf(
    'host-url-form',
    hostsBecome([
      'HTTPS://Example.COM:443',
      'https://example.com/',
      'http://[::1]:3000',
      'Git://A.b/',
    ]),
    [
      [
        'normalised',
        ['https://example.com', 'https://example.com', 'http://[::1]:3000', 'git://a.b'],
      ],
      [
        'verbatim',
        ['HTTPS://Example.COM:443', 'https://example.com', 'http://[::1]:3000', 'Git://A.b'],
      ],
    ],
  ),
  ...casesOf(
    'host-url-beyond-origin',
    hostsBecome([
      'https://a.example/b',
      'https://a.example?b',
      'https://a.example#b',
      'https://u:p@a.example',
      'https://',
    ]),
    [
      ['refused', [422, 422, 422, 422, 422]],
      [
        'trimmed',
        ['https://a.example', 'https://a.example', 'https://a.example', 'https://a.example', 422],
      ],
    ],
  ),
  {
    id: 'host-url-beyond-origin',
    value: 'trimmed',
    others: { 'host-url-form': 'verbatim' },
    observe: hostsBecome(['HTTPS://u@A.example:8443/b?c#d']),
    want: ['HTTPS://A.example:8443'],
  },
  ...casesOf('unique-host-url', shareHost, [
    ['allowed', [201, 201, 200, 200, 201]],
    ['refused', [409, 201, 409, 200, 201]],
  ]),
];
