import type { Mock } from '../../mock/index.ts';
import { fieldOf, placesOf, textOf } from '../support/read-fields.ts';
import { call, sitesOf } from '../support/test-client.ts';
import { type AssumptionCase, casesOf } from './assumption-case.ts';

const create = (mock: Mock, json: unknown) => call(mock, `POST ${sitesOf()}`, { json });

async function givenSite(mock: Mock, json: object = {}): Promise<string> {
  return textOf(await create(mock, { name: 'Harbour', ...json }), 'id');
}

/** The statuses of sites with these names. */
const namesTaken = (names: readonly string[]) => async (mock: Mock) =>
  Promise.all(names.map(async (name) => (await create(mock, { name })).status));

async function updateStatus(mock: Mock, sent: Parameters<typeof call>[2]): Promise<number> {
  const site = await givenSite(mock);
  return (await call(mock, `PATCH /v1/sites/${site}`, sent)).status;
}

async function duplicate(mock: Mock, id: string, name: string): Promise<unknown> {
  return fieldOf(await call(mock, `POST /v1/sites/${id}/duplicate`, { json: {} }), name);
}

export const siteCases: readonly AssumptionCase[] = [
  ...casesOf('update-site-status', (mock) => updateStatus(mock, { json: { name: 'New' } }), [
    [200, 200],
    [201, 201],
    [202, 202],
  ]),
  ...casesOf(
    'empty-update',
    async (mock) => [
      await updateStatus(mock, { json: {} }),
      await updateStatus(mock, { json: { unknown: 1 } }),
      await updateStatus(mock, { json: { name: 'New' } }),
    ],
    [
      ['accepted', [200, 200, 200]],
      ['refused', [422, 422, 200]],
    ],
  ),
  ...casesOf('missing-update-body', (mock) => updateStatus(mock, {}), [
    ['refused', 400],
    ['accepted', 200],
  ]),
  ...casesOf(
    'missing-duplicate-body',
    async (mock) => (await call(mock, `POST /v1/sites/${await givenSite(mock)}/duplicate`)).status,
    [
      ['accepted', 201],
      ['refused', 400],
    ],
  ),
  ...casesOf(
    'unnamed-copy-name',
    async (mock) => duplicate(mock, await givenSite(mock, { name: '$& {name}' }), 'name'),
    [
      ['Copy of {name}', 'Copy of $& {name}'],
      ['{name} (copy)', '$& {name} (copy)'],
      ['{name}', '$& {name}'],
      ['Untitled', 'Untitled'],
      ['{name}, {name}', '$& {name}, $& {name}'],
    ],
  ),
  ...casesOf(
    'copied-api-key',
    async (mock) => {
      const original = await create(mock, { name: 'Harbour' });
      const copy = await duplicate(mock, textOf(original, 'id'), 'apiKey');
      return copy === fieldOf(original, 'apiKey');
    },
    [
      ['own', false],
      ['original', true],
    ],
  ),
  ...casesOf('name-form', namesTaken(['Café!', 'Shop-2 b', ' \t', '']), [
    ['any', [201, 201, 201, 201]],
    ['not-blank', [201, 201, 422, 422]],
    ['plain', [422, 201, 422, 422]],
  ]),
  ...casesOf(
    'name-max-length',
    // The length counts characters, not UTF-16 code units.
    namesTaken(['🏬'.repeat(3), '🏬'.repeat(4), 'a'.repeat(40), 'a'.repeat(41), 'a'.repeat(256)]),
    [
      [null, [201, 201, 201, 201, 201]],
      [255, [201, 201, 201, 201, 422]],
      [40, [201, 201, 201, 422, 422]],
      [3, [201, 422, 422, 422, 422]],
    ],
  ),
  ...casesOf(
    'unknown-fields',
    async (mock) => {
      const reply = await create(mock, { name: 'Harbour', plan: 1, 'a/b~c': 2 });
      return [reply.status, placesOf(reply)];
    },
    [
      ['ignored', [201, []]],
      ['refused', [422, ['/plan', '/a~1b~0c']]],
    ],
  ),
];
