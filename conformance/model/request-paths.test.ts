import { expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { findOperation } from '../runner/run.ts';
import { hasMalformedId, listPathIds, looseUuid, uuid } from './request-paths.ts';

const site = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const other = '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94';

test('listPathIds returns ids in lower case, whatever their case and encoding', () => {
  const written = site.toUpperCase().replace('5', '%35');
  expect(listPathIds(`/v1/sites/${written}/routes?after=${other}`)).toEqual([site]);
  expect(listPathIds(`/v1/sites/${site}?after=${other.toUpperCase()}`, { query: true })).toEqual([
    site,
    other,
  ]);
});

test.each([
  { title: 'takes a UUID', path: `/v1/sites/${site}`, want: false },
  { title: 'finds another text', path: '/v1/sites/42', want: true },
  { title: 'finds it after further slashes', path: '/v1//sites/42/', want: true },
  { title: 'takes braces as UUIDs in another form', path: `/v1/sites/%7B${site}%7d`, want: false },
  {
    title: 'finds braces where only the usual form counts',
    form: uuid,
    path: `/v1/sites/%7B${site}%7d`,
    want: true,
  },
  { title: 'leaves out paths of other operations', path: '/v1/sites/42/routes', want: false },
])('hasMalformedId $title', ({ path, form = looseUuid, want }) => {
  expect(hasMalformedId(findOperation(contract, 'updateSite'), path, form)).toBe(want);
});
