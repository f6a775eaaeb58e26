import { describe, expect, test } from '@jest/globals';
import { type ProblemId, problemIds } from '../contract/index.ts';
import { assume } from '../test/support/assume.ts';
import { problemOf, textOf } from '../test/support/read-fields.ts';
import {
  call,
  otherWorkspace,
  type Sent,
  sitesOf,
  workspace,
} from '../test/support/test-client.ts';
import { createMock, type Mock } from './index.ts';

interface Mistake {
  line: string;
  sent?: Sent;
  mock?: Mock;
}

const list = `GET ${sitesOf()}`;
const create = `POST ${sitesOf()}`;

/** One request for each problem that can occur without a socket. */
const mistakes: { readonly [Id in ProblemId]?: Mistake } = {
  'invalid-parameter': { line: `${list}?limit=-1` },
  'unreadable-body': { line: create, sent: { body: '{' } },
  unauthorized: { line: list, sent: { headers: { authorization: 'Bearer wrong' } } },
  'unknown-path': { line: 'GET /v1/sitez' },
  'not-found': { line: `PATCH /v1/sites/${workspace}`, sent: { json: {} } },
  'unknown-workspace': {
    line: `GET ${sitesOf(otherWorkspace)}`,
    mock: createMock({ workspaces: [workspace] }),
  },
  'method-not-allowed': { line: `DELETE ${sitesOf()}` },
  'not-acceptable': { line: list, sent: { headers: { accept: 'text/html' } } },
  conflict: {
    line: `POST /v1/workspaces/${workspace}/webhooks`,
    sent: { json: { url: 'https://hooks.example.com', eventType: 'page.created' } },
    mock: createMock({ contract: assume({ 'unique-webhook': 'refused' }) }),
  },
  'body-too-large': { line: create, sent: { body: '[]' }, mock: createMock({ bodyLimit: 1 }) },
  'unsupported-media-type': {
    line: create,
    sent: { body: '{}', headers: { 'content-type': 'a/b' } },
  },
  'invalid-body': { line: create, sent: { json: { name: 1 } } },
  'internal-error': {
    line: list,
    mock: createMock({ onError: () => {}, behaviours: { listSites: () => JSON.parse('{}') } }),
  },
};

/** Problems of sessions and of stores, which have their own tests. */
const found: readonly ProblemId[] = ['malformed-request', 'not-saved', 'unavailable'];

describe('a problem', () => {
  test.each(Object.entries(mistakes))(
    '%s explains what was wrong',
    async (id, { line, sent, mock }) => {
      const asked = mock ?? createMock();
      // A conflict needs the same request twice.
      if (id === 'conflict') await call(asked, line, sent);
      const reply = await call(asked, line, sent);
      const problem = Object.values(asked.contract.problems).find((one) => one.id === id);
      expect(problemOf(reply)).toBe(id);
      expect(reply.json).toMatchObject({ title: problem?.title, status: reply.status });
      expect(reply.status).toBe(problem?.status);
      expect(textOf(reply, 'detail')).toMatch(/^[A-Z/].+[.?]$/s);
      expect(asked.contract.validators.schema('Problem')(reply.json)).toEqual([]);
    },
  );

  test('of the catalogue is tested here, or comes from the server', () => {
    expect([...Object.keys(mistakes), ...found].toSorted()).toEqual([...problemIds].toSorted());
  });

  test('lists at most a hundred errors, and their number', async () => {
    const site = textOf(await call(createMock(), create, { json: { name: 'a' } }), 'id');
    const json = { pathname: '/a', localizedVariants: Array(5000).fill(5) };
    const reply = await call(createMock(), `POST /v1/sites/${site}/routes`, { json });
    expect(reply.json).toHaveProperty('errors.length', 100);
    expect(textOf(reply, 'detail')).toContain('and at least 97 more.');
  });
});
