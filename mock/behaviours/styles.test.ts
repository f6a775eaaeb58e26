import { describe, expect, test } from '@jest/globals';
import { loadContract } from '../../contract/load-contract.ts';
import { createMock, type Mock } from '../index.ts';

/** One request, and what has to be in its reply. `{1}` in a path is the id in the first reply. */
interface Question {
  send: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  status: number;
  want?: unknown;
  header?: readonly [name: string, value: unknown];
  /** Names of fields that it must not have. */
  lacks?: readonly string[];
}

interface Story {
  title: string;
  questions: readonly Question[];
}

interface Service {
  name: string;
  headers: Readonly<Record<string, string>>;
  stories: readonly Story[];
}

const json = { 'Content-Type': 'application/json' };
const bearer = { Authorization: 'Bearer key', ...json };
const basic = { Authorization: `Basic ${btoa('ada:key')}`, ...json };
const merge = { 'Content-Type': 'application/merge-patch+json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const error = (message: unknown) => ({ error: { code: expect.any(String), message } });
const anyError = error(expect.any(String));
const project = (name: string): Question => ({
  send: 'POST /projects',
  body: { name },
  status: 201,
});
const secret = (name: string): Question => ({
  send: 'POST /v1/secrets',
  body: { kind: 'password', name, value: 'x' },
  status: 201,
});

const services: readonly Service[] = [
  {
    name: 'tickets',
    headers: bearer,
    stories: [
      {
        title: 'creates a record with defaults, times and an integer id',
        questions: [
          {
            send: 'POST /projects',
            body: { name: 'Web', secret: 's', id: 99, archived: true },
            status: 201,
            want: {
              data: {
                id: 1,
                name: 'Web',
                visibility: 'private',
                archived: false,
                created_at: '2026-01-02T00:00:00.000Z',
                updated_at: '2026-01-02T00:00:00.000Z',
              },
            },
          },
          { send: 'GET /projects/1', status: 200, want: { data: { id: 1, name: 'Web' } } },
          { send: 'GET /api/projects/1', status: 200, want: { data: { id: 1 } } },
          { send: 'HEAD /projects/1', status: 200 },
          project('Next'),
          { send: 'GET /projects/2', status: 200, want: { data: { name: 'Next' } } },
        ],
      },
      {
        title: 'pages by number to the end',
        questions: [
          ...['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(project),
          {
            send: 'GET /projects',
            status: 200,
            want: {
              data: [1, 2, 3, 4, 5].map((id) => expect.objectContaining({ id })),
              meta: { page: 1, per_page: 5, total: 7, total_pages: 2 },
              links: { next: expect.stringContaining('page=2') },
            },
          },
          {
            send: 'GET /projects?page=2',
            status: 200,
            want: {
              data: [6, 7].map((id) => expect.objectContaining({ id })),
              meta: { page: 2, per_page: 5, total: 7, total_pages: 2 },
              links: { next: null, prev: expect.stringContaining('page=1') },
            },
          },
          { send: 'GET /projects?page=9', status: 200, want: { data: [] } },
          {
            send: 'GET /projects?page=2&per_page=3',
            status: 200,
            want: { data: [4, 5, 6].map((id) => expect.objectContaining({ id })) },
          },
          {
            send: 'GET /projects?sort=-name&per_page=1',
            status: 200,
            want: { data: [expect.objectContaining({ name: 'G' })] },
          },
          { send: 'GET /projects?per_page=0', status: 400, want: anyError },
          {
            send: 'GET /projects?page=x',
            status: 400,
            want: error(expect.stringContaining('page')),
          },
          { send: 'GET /projects?sort=size', status: 400, want: anyError },
          { send: 'GET /projects?unknown=1', status: 200 },
        ],
      },
      {
        title: 'updates, replaces and deletes',
        questions: [
          {
            send: 'POST /projects',
            body: { name: 'Web', description: 'Old', visibility: 'public' },
            status: 201,
          },
          {
            send: 'PATCH /projects/1',
            body: { name: 'New' },
            status: 200,
            want: { data: { name: 'New', description: 'Old', visibility: 'public' } },
          },
          {
            send: 'PATCH /projects/1',
            body: { description: null },
            status: 200,
            want: { data: { description: null } },
          },
          {
            send: 'PUT /projects/1',
            body: { name: 'Put' },
            status: 200,
            want: { data: { id: 1, name: 'Put', visibility: 'private' } },
          },
          { send: 'PATCH /projects/1', body: { name: '' }, status: 400, want: anyError },
          { send: 'GET /projects/1', status: 200, want: { data: { name: 'Put' } } },
          { send: 'DELETE /projects/1', status: 204 },
          { send: 'GET /projects/1', status: 404, want: anyError },
          { send: 'DELETE /projects/1', status: 404, want: anyError },
          { send: 'PATCH /projects/1', body: { name: 'x' }, status: 404 },
        ],
      },
      {
        title: 'runs actions',
        questions: [
          project('Web'),
          {
            send: 'POST /projects/1/archive',
            status: 200,
            want: { data: { id: 1, archived: true } },
          },
          {
            send: 'GET /projects?archived=true',
            status: 200,
            want: {
              data: [expect.objectContaining({ id: 1 })],
              meta: expect.objectContaining({ total: 1 }),
            },
          },
          { send: 'GET /projects?archived=false', status: 200, want: { data: [] } },
          {
            send: 'POST /projects/1/tickets',
            body: { title: 'Bug' },
            status: 201,
            want: { data: { status: 'open' } },
          },
          {
            send: 'POST /tickets/1/close',
            body: { comment: 'Done' },
            status: 200,
            want: { data: { id: 1, status: 'closed' } },
          },
          { send: 'GET /tickets/1', status: 200, want: { data: { status: 'closed' } } },
          { send: 'POST /tickets/1/reopen', status: 200, want: { data: { status: 'open' } } },
          { send: 'POST /tickets/9/close', status: 404, want: anyError },
          {
            send: 'GET /projects/1/tickets?status=open,closed',
            status: 200,
            want: { data: [expect.objectContaining({ id: 1 })] },
          },
          { send: 'GET /projects/1/tickets?status=closed', status: 200, want: { data: [] } },
          { send: 'GET /projects/1/tickets?status=wrong', status: 400 },
        ],
      },
      {
        title: 'names records below the path of the server',
        questions: [
          project('A'),
          {
            send: 'POST /api/projects/1/tickets',
            body: { title: 'Bug' },
            status: 201,
            header: ['location', '/api/tickets/1'],
          },
          { send: 'GET /api/tickets/1', status: 200 },
        ],
      },
      {
        title: 'keeps records below their parents',
        questions: [
          project('A'),
          project('B'),
          {
            send: 'POST /projects/2/tickets',
            body: { title: 'Bug', tags: ['x'] },
            status: 201,
            want: { data: { id: 1, project_id: 2, priority: 3, tags: ['x'], closed_at: null } },
            header: ['location', '/tickets/1'],
          },
          { send: 'GET /projects/1/tickets', status: 200, want: { data: [] } },
          {
            send: 'GET /projects/2/tickets',
            status: 200,
            want: { data: [expect.objectContaining({ id: 1 })] },
          },
          { send: 'POST /projects/9/tickets', body: { title: 'Bug' }, status: 404, want: anyError },
          { send: 'GET /projects/9/tickets', status: 404 },
          { send: 'DELETE /projects/2', status: 204 },
          { send: 'GET /tickets/1', status: 404 },
        ],
      },
      {
        title: 'links records by an id in the body',
        questions: [
          project('A'),
          { send: 'POST /projects/1/tickets', body: { title: 'Bug' }, status: 201 },
          {
            send: 'POST /labels',
            body: { name: 'red' },
            status: 201,
            want: { data: { id: 1, color: '#cccccc' } },
          },
          { send: 'POST /tickets/1/labels', body: { label_id: 1 }, status: 204 },
          { send: 'POST /tickets/1/labels', body: { label_id: 7 }, status: 404 },
          { send: 'POST /tickets/1/labels', body: {}, status: 422 },
          {
            send: 'GET /tickets/1/labels',
            status: 200,
            want: { data: [expect.objectContaining({ name: 'red' })] },
          },
          { send: 'DELETE /tickets/1/labels/1', status: 204 },
          { send: 'GET /tickets/1/labels', status: 200, want: { data: [] } },
          { send: 'DELETE /tickets/1/labels/1', status: 404 },
          { send: 'GET /labels/1', status: 200 },
        ],
      },
      {
        title: 'refuses what the document does not allow',
        questions: [
          { send: 'GET /projects', headers: { Authorization: '' }, status: 401, want: anyError },
          {
            send: 'GET /projects',
            headers: { Authorization: 'Bearer wrong' },
            status: 401,
            want: anyError,
          },
          {
            send: 'POST /projects',
            body: {},
            status: 400,
            want: error(expect.stringContaining('name')),
          },
          { send: 'POST /projects', body: { name: 5 }, status: 400, want: anyError },
          { send: 'POST /projects', body: { name: 'x', visibility: 'secret' }, status: 400 },
          { send: 'POST /projects', status: 400 },
          {
            send: 'POST /projects',
            body: 'x',
            headers: { 'Content-Type': 'text/plain' },
            status: 415,
          },
          { send: 'GET /projects/abc', status: 400 },
          {
            send: 'PUT /projects',
            body: {},
            status: 405,
            header: ['allow', 'GET, POST, HEAD, OPTIONS'],
          },
          { send: 'GET /nowhere', status: 404 },
          { send: 'OPTIONS /projects', status: 204, header: ['allow', 'GET, POST, HEAD, OPTIONS'] },
        ],
      },
    ],
  },
  {
    name: 'vault',
    headers: basic,
    stories: [
      {
        title: 'accepts every alternative of security',
        questions: [
          { send: 'GET /v1/secrets?api_key=key', headers: { Authorization: '' }, status: 200 },
          { send: 'GET /v1/secrets', headers: { Authorization: '' }, status: 401 },
          {
            send: 'GET /v1/secrets',
            headers: { Authorization: `Basic ${btoa('ada:no')}` },
            status: 401,
          },
          { send: 'GET /v1/settings', headers: { Authorization: '' }, status: 200 },
        ],
      },
      {
        title: 'creates records of each alternative',
        questions: [
          {
            send: 'POST /v1/secrets',
            body: { kind: 'password', name: 'db', value: 'pw', labels: { a: '1' } },
            status: 201,
            want: {
              id: expect.stringMatching(/^sec_[A-Za-z0-9]{8}$/),
              kind: 'password',
              name: 'db',
              created: 1767312000,
              strength: expect.any(Number),
              labels: { a: '1' },
            },
          },
          { send: 'GET /v1/secrets/{1}', status: 200, want: { name: 'db' }, lacks: ['value'] },
          {
            send: 'POST /v1/secrets',
            body: { kind: 'certificate', name: 'tls', domains: ['a.example'] },
            status: 201,
            want: { kind: 'certificate', domains: ['a.example'] },
            lacks: ['strength'],
          },
          { send: 'POST /v1/secrets', body: { kind: 'certificate', name: 'tls' }, status: 422 },
          { send: 'POST /v1/secrets', body: { kind: 'other', name: 'tls' }, status: 422 },
          {
            send: 'GET /v1/secrets?filter[kind]=certificate',
            status: 200,
            want: { data: [expect.objectContaining({ name: 'tls' })], has_more: false },
          },
        ],
      },
      {
        title: 'changes what a merge patch names',
        questions: [
          {
            send: 'POST /v1/secrets',
            body: {
              kind: 'password',
              name: 'db',
              value: 'pw',
              note: 'n',
              labels: { a: '1', b: '2' },
            },
            status: 201,
          },
          {
            send: 'PATCH /v1/secrets/{1}',
            headers: merge,
            body: { note: null, labels: { a: null, c: '3' } },
            status: 200,
            want: { name: 'db', labels: { b: '2', c: '3' } },
          },
          { send: 'PATCH /v1/secrets/{1}', body: { name: 'x' }, status: 415 },
          { send: 'DELETE /v1/secrets/{1}', status: 200, want: { deleted: true } },
          {
            send: 'GET /v1/secrets/{1}',
            status: 404,
            want: { status: 404, title: expect.any(String) },
          },
        ],
      },
      {
        title: 'creates and replaces by PUT',
        questions: [
          { send: 'GET /v1/policies/admin', status: 404 },
          {
            send: 'PUT /v1/policies/admin',
            body: { rules: ['read'], title: 'Admin' },
            status: 201,
            want: { slug: 'admin', rules: ['read'], title: 'Admin' },
          },
          {
            send: 'PUT /v1/policies/admin',
            body: { rules: ['write'] },
            status: 200,
            want: { slug: 'admin', rules: ['write'] },
            lacks: ['title'],
          },
          { send: 'GET /v1/policies', status: 200, want: [{ slug: 'admin', rules: ['write'] }] },
          { send: 'PUT /v1/policies/Bad', body: { rules: ['x'] }, status: 400 },
          { send: 'PUT /v1/policies/none', body: { rules: [] }, status: 422 },
          { send: 'DELETE /v1/policies/admin', status: 204 },
          { send: 'GET /v1/policies', status: 200, want: [] },
        ],
      },
      {
        title: 'pages by opaque cursors to the end',
        questions: [
          secret('a'),
          secret('b'),
          secret('c'),
          {
            send: 'GET /v1/secrets?limit=2',
            status: 200,
            want: {
              object: 'list',
              data: ['a', 'b'].map((name) => expect.objectContaining({ name })),
              has_more: true,
              next_cursor: expect.any(String),
            },
          },
          {
            send: 'GET /v1/secrets?limit=2&cursor={next}',
            status: 200,
            want: { data: [expect.objectContaining({ name: 'c' })], has_more: false },
          },
          { send: 'GET /v1/secrets?cursor=unknown', status: 400, want: { status: 400 } },
        ],
      },
      {
        title: 'keeps and returns texts',
        questions: [
          {
            send: 'PUT /v1/notes',
            headers: { 'Content-Type': 'text/plain' },
            body: 'hello',
            status: 200,
          },
          {
            send: 'PUT /v1/notes',
            headers: { 'Content-Type': 'text/plain' },
            body: 'longer than twenty characters',
            status: 422,
          },
          { send: 'PUT /v1/notes', body: {}, status: 415 },
        ],
      },
      {
        title: 'reads forms',
        questions: [
          {
            send: 'POST /v1/tokens',
            headers: form,
            body: 'name=ci&ttl=120&renewable=true&policies=a&policies=b&metadata[team]=core',
            status: 200,
            want: {
              id: expect.stringMatching(/^[0-9a-f-]{36}$/),
              name: 'ci',
              ttl: 120,
              renewable: true,
              policies: ['a', 'b'],
              metadata: { team: 'core' },
            },
          },
          { send: 'GET /v1/tokens/{1}', status: 200, want: { name: 'ci' } },
          {
            send: 'POST /v1/tokens',
            headers: form,
            body: 'name=ci',
            status: 200,
            want: { ttl: 3600, renewable: false },
          },
          { send: 'POST /v1/tokens', headers: form, body: 'name=ci&ttl=5', status: 422 },
          { send: 'POST /v1/tokens', headers: form, body: 'ttl=120', status: 422 },
          { send: 'POST /v1/tokens', body: { name: 'ci' }, status: 415 },
        ],
      },
      {
        title: 'keeps singletons',
        questions: [
          { send: 'GET /v1/settings', status: 200, want: { retention_days: expect.any(Number) } },
          {
            send: 'PUT /v1/settings',
            body: { retention_days: 7, banner: 'Hi' },
            status: 200,
            want: { retention_days: 7, banner: 'Hi' },
          },
          { send: 'GET /v1/settings', status: 200, want: { retention_days: 7, banner: 'Hi' } },
          { send: 'PUT /v1/settings', body: { retention_days: 0 }, status: 422 },
          {
            send: 'PUT /v1/settings',
            body: { retention_days: 3 },
            status: 200,
            want: { retention_days: 3 },
            lacks: ['banner'],
          },
        ],
      },
    ],
  },
];

async function ask(
  mock: Mock,
  usual: Service['headers'],
  question: Question,
  ids: readonly string[],
  cursor: string,
) {
  const [method = '', template = ''] = question.send.split(' ');
  const filled = template.replaceAll(/\{(\d+)\}/g, (_, number) => ids[Number(number) - 1] ?? '');
  const path = filled.replace('{next}', cursor);
  const headers = new Headers({ ...usual, ...question.headers });
  if (headers.get('authorization') === '') headers.delete('authorization');
  const { body } = question;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = { method, headers, ...(body !== undefined && { body: text }) };
  const response = await mock.fetch(`http://mock${path}`, init);
  const received = await response.text();
  return { response, received };
}

/** The text of the first field with a name, anywhere in a reply. */
function readField(text: string, name: string): string {
  return new RegExp(`"${name}":"?([^",}]+)`).exec(text)?.[1] ?? '';
}

for (const { name, headers, stories } of services) {
  describe(`the mock of ${name}`, () => {
    test.each(stories)('$title', async ({ questions }) => {
      const contract = await loadContract({ document: `test/contracts/${name}.yaml` });
      const clock = () => Date.UTC(2026, 0, 2);
      const mock = createMock({ contract, seed: 1, apiKeys: ['key'], clock });
      const ids: string[] = [];
      let cursor = '';
      const wrong: string[] = [];
      for (const question of questions) {
        const { response, received } = await ask(mock, headers, question, ids, cursor);
        cursor = readField(received, 'next_cursor');
        ids.push(readField(received, 'id'));
        const { send, status, want, header, lacks = [] } = question;
        try {
          expect(response.status).toBe(status);
          if (want !== undefined) expect(JSON.parse(received)).toMatchObject(Object(want));
          for (const field of lacks) expect(JSON.parse(received)).not.toHaveProperty(field);
          if (header !== undefined) expect(response.headers.get(header[0])).toEqual(header[1]);
        } catch (cause) {
          wrong.push(`${send}: ${response.status} ${received}\n${String(cause)}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });
}
