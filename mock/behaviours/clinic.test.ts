import { describe, expect, test } from '@jest/globals';
import { type Questions, runSteps, type Step, useContract } from '../../test/support/run-steps.ts';

const some = (fields: object): unknown => expect.objectContaining(fields);
const list = (...items: readonly object[]): unknown => items.map(some);
const page = (...results: readonly object[]): unknown => {
  return some({ count: results.length, results: list(...results) });
};

const patient = (number: number, fields: object = {}): Step => {
  const body = { name: `P${number}`, mrn: `M0000${number}`, birth_date: '1980-05-01', ...fields };
  return { send: 'POST /patients', body, status: 201, want: some({ id: number }) };
};

const visit = (fields: object = {}): Step => {
  const body = { starts_at: '2030-01-01T10:00:00Z', ...fields };
  return { send: 'POST /patients/1/visits', body, status: 201 };
};

const merge = 'application/merge-patch+json';
const conflict = some({ code: 'conflict' });

const records: Questions = {
  'keeps a deleted record until it is restored': [
    patient(1),
    patient(2),
    { send: 'DELETE /patients/1', status: 204 },
    { send: 'GET /patients/1', status: 404 },
    { send: 'GET /patients', status: 200, want: page({ id: 2 }) },
    {
      send: 'GET /patients?include_archived=true',
      status: 200,
      want: page({ id: 1, archived_at: expect.any(String) }, { id: 2, archived_at: null }),
    },
    {
      send: 'POST /patients/1/restore',
      status: 200,
      want: some({ id: 1, archived_at: null }),
    },
    { send: 'GET /patients', status: 200, want: page({ id: 1 }, { id: 2 }) },
    { send: 'POST /patients/3/restore', status: 404 },
  ],
  'selects by the only time that clients choose': [
    patient(1, { birth_date: '1950-06-01' }),
    patient(2, { birth_date: '1970-06-01' }),
    {
      send: 'GET /patients?born_after=1960-01-01&born_before=1980-01-01',
      status: 200,
      want: page({ id: 2 }),
    },
    visit({ starts_at: '2030-01-01T10:00:00Z' }),
    visit({ starts_at: '2030-02-01T10:00:00Z' }),
    {
      send: 'GET /patients/1/visits?from=2030-01-15T00:00:00Z&to=2030-03-01T00:00:00Z',
      status: 200,
      want: page({ starts_at: '2030-02-01T10:00:00Z' }),
    },
  ],
  'has a singleton with required fields only once it was sent': [
    patient(1),
    { send: 'GET /patients/1/insurance', status: 404 },
    { send: 'DELETE /patients/1/insurance', status: 404 },
    { send: 'PUT /patients/1/insurance', body: { company: 'A', number: '1' }, status: 200 },
    { send: 'GET /patients/1/insurance', status: 200, want: some({ company: 'A' }) },
    { send: 'DELETE /patients/1/insurance', status: 204 },
    { send: 'GET /patients/1/insurance', status: 404 },
  ],
};

const elements: Questions = {
  'adds to a list of a record, once, and removes from it': [
    patient(1, { tags: ['new'] }),
    {
      send: 'POST /patients/1/tags',
      body: { tag: 'vip' },
      status: 200,
      want: some({ id: 1, tags: ['new', 'vip'] }),
    },
    {
      send: 'POST /patients/1/tags',
      body: { tag: 'vip' },
      status: 200,
      want: some({ tags: ['new', 'vip'] }),
    },
    { send: 'DELETE /patients/1/tags/new', status: 204 },
    { send: 'DELETE /patients/1/tags/new', status: 404 },
    { send: 'GET /patients/1', status: 200, want: some({ tags: ['vip'] }) },
    { send: 'POST /patients/2/tags', body: { tag: 'vip' }, status: 404 },
  ],
};

const refusals: Questions = {
  'refuses an action in the states that its 409 names': [
    patient(1),
    visit(),
    visit(),
    { send: 'POST /patients/1/visits/1/cancel', status: 200, want: some({ status: 'cancelled' }) },
    { send: 'POST /patients/1/visits/1/cancel', status: 409, want: conflict },
    { send: 'POST /patients/1/visits/2/complete', status: 200 },
    { send: 'POST /patients/1/visits/2/complete', status: 200 },
    { send: 'POST /patients/1/visits/2/cancel', status: 409, want: conflict },
  ],
  'names every field that is wrong': [
    {
      send: 'POST /patients',
      body: { name: 'A', birth_date: '1980-05-01', address: {} },
      status: 400,
      want: some({ code: 'invalid', fields: some({ mrn: expect.any(Array) }) }),
    },
  ],
  'refuses other media types with 415, also where only 400 is documented': [
    patient(1),
    { send: 'POST /patients', body: '<a/>', type: 'application/xml', status: 415 },
    { send: 'PATCH /patients/1', body: { name: 'B' }, status: 415 },
    { send: 'PATCH /patients/1', body: { name: 'B' }, type: merge, status: 200 },
  ],
};

const organization = (slug: string, fields: object = {}): Step => {
  return { send: 'POST /orgs', body: { slug, name: slug.repeat(2), ...fields }, status: 201 };
};

const project: Step = { send: 'POST /orgs/a/projects', body: { name: 'Web' }, status: 201 };
const opened: Step = {
  send: 'POST /alerts',
  body: { projectId: '{2}', title: 'Down', severity: 'info' },
  status: 201,
  want: some({ openedAt: expect.stringMatching(/^2026-01-01T00:00/), resolvedAt: null }),
};

const launchpad: Questions = {
  'deletes no record while others keep it from that': [
    organization('a'),
    project,
    { send: 'DELETE /orgs/a', status: 409 },
    { send: 'DELETE /projects/{2}', status: 204 },
    { send: 'DELETE /orgs/a', status: 204 },
  ],
  'sorts by several fields': [
    organization('b', { plan: 'team' }),
    organization('c'),
    organization('a'),
    {
      send: 'GET /orgs?sort=-plan,name',
      status: 200,
      want: some({ data: list({ slug: 'b' }, { slug: 'a' }, { slug: 'c' }) }),
    },
  ],
  'points to what is wrong in a body, and names a parameter': [
    {
      send: 'POST /orgs',
      body: { slug: 'Not OK', name: 'A' },
      status: 422,
      want: {
        errors: [
          some({ status: '422', source: { pointer: '/slug' } }),
          some({ status: '422', source: { pointer: '/name' } }),
        ],
      },
    },
    {
      send: 'GET /orgs?size=0',
      status: 400,
      want: { errors: [some({ source: { parameter: 'size' } })] },
    },
  ],
  'sets the times that a new record always has, and no others': [
    organization('a'),
    project,
    opened,
  ],
  'writes the text of a reply whose JSON is another value': [
    {
      send: 'GET /status',
      with: { Accept: 'text/plain' },
      status: 200,
      want: 'up',
      headers: { 'content-type': expect.stringContaining('text/plain') },
    },
  ],
  'replaces a list of texts as one value': [
    organization('a'),
    project,
    opened,
    { send: 'GET /alerts/{3}/watchers', status: 200 },
    {
      send: 'PUT /alerts/{3}/watchers',
      body: { userIds: ['u1', 'u2'] },
      status: 200,
      want: { userIds: ['u1', 'u2'] },
    },
    { send: 'GET /alerts/{3}/watchers', status: 200, want: { userIds: ['u1', 'u2'] } },
  ],
};

const suites: readonly [name: string, questions: Questions][] = [
  ['clinic', { ...records, ...elements, ...refusals }],
  ['launchpad', launchpad],
];

describe.each(suites)('the mock of %s', (name, questions) => {
  const load = useContract(name);

  test.each(Object.entries(questions))('%s', (_, steps) => runSteps(load(), steps));
});
