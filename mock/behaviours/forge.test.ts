import { describe, expect, test } from '@jest/globals';
import { type Questions, runSteps, type Step, useContract } from '../../test/support/run-steps.ts';

const some = (fields: object): unknown => expect.objectContaining(fields);

const repo: Step = { send: 'PUT /repos/ada/engine', body: {}, status: 201 };
const issues = '/repos/ada/engine/issues';
const issue: Step = { send: `POST ${issues}`, body: { text: 'Stuck' }, status: 201 };
const comment = (text: string): Step => {
  return { send: `POST ${issues}/1/comments`, body: { text }, status: 201 };
};

const questions: Questions = {
  'finds a record whose path does not name what contains it': [
    repo,
    issue,
    comment('a'),
    { send: `GET ${issues}/comments/1`, status: 200, want: some({ text: 'a' }) },
    { send: `PATCH ${issues}/comments/1`, body: { text: 'b' }, status: 200 },
    { send: `GET ${issues}/1/comments`, status: 200, want: [{ id: 1, text: 'b' }] },
    { send: `GET ${issues}/comments/2`, status: 404, want: { message: expect.any(String) } },
  ],
  'finds what contains a record that does not belong to it': [
    repo,
    issue,
    { send: `POST ${issues}/1/sessions`, status: 201 },
    { send: `POST ${issues}/2/sessions`, status: 404 },
  ],
  'returns the id that later paths name, also under a shorter name': [
    repo,
    { send: 'POST /repos/ada/engine/pages/deployments', body: { ref: 'main' }, status: 200 },
    { send: 'GET /repos/ada/engine/pages/deployments/{2}', status: 200 },
  ],
  'makes a slug of the name, so that no two are equal by an example': [
    { send: 'POST /orgs/o/teams', body: { name: 'Night Shift' }, status: 201 },
    { send: 'POST /orgs/o/teams', body: { name: 'Day Shift!' }, status: 201 },
    { send: 'GET /orgs/o/teams/day-shift', status: 200, want: some({ name: 'Day Shift!' }) },
    { send: 'GET /orgs/o/teams/night-shift', status: 200, want: some({ name: 'Night Shift' }) },
  ],
  'shows nothing of a record in an object that may have no fields': [
    { send: 'PUT /orgs/o/template', body: { keys: ['a'] }, status: 201, want: {} },
    { send: 'GET /orgs/o/template', status: 200, want: { keys: ['a'] } },
  ],
  'replaces the members of a collection that nothing creates': [
    { send: 'PUT /orgs/o/members', body: { member_ids: [7, 9] }, status: 204 },
    { send: 'GET /orgs/o/members', status: 200, want: [some({ id: 7 }), some({ id: 9 })] },
    { send: 'PUT /orgs/o/members', body: { member_ids: [9] }, status: 204 },
    { send: 'GET /orgs/o/members', status: 200, want: [some({ id: 9 })] },
  ],
  'leaves out a field named source that is no place in a request': [
    repo,
    { send: `POST ${issues}`, body: {}, status: 422, want: { message: expect.any(String) } },
  ],
};

describe('the mock of forge', () => {
  const load = useContract('forge');

  test.each(Object.entries(questions))('%s', (_, steps) => runSteps(load(), steps));
});
