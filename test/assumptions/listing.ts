import type { Mock } from '../../mock/index.ts';
import { fieldOf, namesOf, problemOf, textOf } from '../support/read-fields.ts';
import { call, otherWorkspace, sitesOf, workspace } from '../support/test-client.ts';
import { type AssumptionCase, casesOf } from './assumption-case.ts';

async function givenSites(mock: Mock, names: readonly string[], where = workspace) {
  const ids: string[] = [];
  for (const name of names) {
    ids.push(textOf(await call(mock, `POST ${sitesOf(where)}`, { json: { name } }), 'id'));
  }
  return ids;
}

/** The names in the order of pages of two, and whether that is the order of the ids. */
async function walk(mock: Mock): Promise<unknown[]> {
  await givenSites(mock, ['b', 'a', 'é', 'B', 'a']);
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

/** The responses to lists with an unknown cursor: the names on the page, or the problem. */
async function listByUnknownCursors(mock: Mock): Promise<unknown[]> {
  await givenSites(mock, ['a', 'b']);
  const [foreign = ''] = await givenSites(mock, ['c'], otherWorkspace);
  const replies = [foreign, otherWorkspace].map(async (after) => {
    const reply = await call(mock, `GET ${sitesOf()}?limit=1&after=${after}`);
    if (reply.status !== 201) return [reply.status, problemOf(reply)];
    return [reply.status, namesOf(reply), fieldOf(reply, 'hasMore')];
  });
  return Promise.all(replies);
}

const workspaceStatuses = async (mock: Mock) => {
  const replies = [
    await call(mock, `GET ${sitesOf(workspace.toUpperCase())}`),
    await call(mock, `GET ${sitesOf(otherWorkspace)}`),
    await call(mock, `POST ${sitesOf(otherWorkspace)}`, { json: { name: 'a' } }),
  ];
  return replies.map((reply) => [reply.status, reply.status === 201 ? '' : problemOf(reply)]);
};

export const listingCases: readonly AssumptionCase[] = [
  ...casesOf('list-order', async (mock) => (await walk(mock))[0], [
    ['oldest-first', 'b a é B a'],
    ['newest-first', 'a B é a b'],
    ['by-name', 'B a a b é'],
  ]),
  ...casesOf('list-order', async (mock) => (await walk(mock))[1], [['by-id', true]]),
  ...casesOf(
    'limit-zero',
    async (mock) => {
      const empty = await call(mock, `GET ${sitesOf()}?limit=0`);
      await givenSites(mock, ['a']);
      const full = await call(mock, `GET ${sitesOf()}?limit=0`);
      return [empty.json, full.json];
    },
    [
      [
        'more',
        [
          { data: [], hasMore: false },
          { data: [], hasMore: true },
        ],
      ],
      [
        'none',
        [
          { data: [], hasMore: false },
          { data: [], hasMore: false },
        ],
      ],
    ],
  ),
  ...casesOf(
    'limit-fraction',
    async (mock) => {
      await givenSites(mock, ['a', 'b', 'c']);
      const reply = await call(mock, `GET ${sitesOf()}?limit=2.9`);
      return reply.status === 201 ? namesOf(reply) : reply.status;
    },
    [
      ['refused', 400],
      ['floored', ['a', 'b']],
    ],
  ),
  ...casesOf('unknown-cursor', listByUnknownCursors, [
    ['refused', Array(2).fill([400, 'invalid-parameter'])],
    ['not-found', Array(2).fill([404, 'not-found'])],
    ['empty', Array(2).fill([201, [], false])],
    ['start', Array(2).fill([201, ['a'], true])],
  ]),
  ...casesOf('unknown-workspace', workspaceStatuses, [
    [
      'exists',
      [
        [201, ''],
        [201, ''],
        [201, ''],
      ],
    ],
    [
      404,
      [
        [201, ''],
        [404, 'unknown-workspace'],
        [404, 'unknown-workspace'],
      ],
    ],
    [
      403,
      [
        [201, ''],
        [403, 'unknown-workspace'],
        [403, 'unknown-workspace'],
      ],
    ],
    [
      410,
      [
        [201, ''],
        [410, 'unknown-workspace'],
        [410, 'unknown-workspace'],
      ],
    ],
  ]),
  ...casesOf(
    'unknown-query-parameters',
    async (mock) => {
      const replies = [
        await call(mock, `GET ${sitesOf()}?limit=1&page=2`),
        await call(mock, `POST ${sitesOf()}?limit=1`, { json: { name: 'a' } }),
      ];
      return replies.map(({ status }) => status);
    },
    [
      ['ignored', [201, 201]],
      ['refused', [400, 400]],
    ],
  ),
];
