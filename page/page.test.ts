import { describe, expect, test } from '@jest/globals';
import { type OpenApiDocument, contract as shipped } from '../contract/index.ts';
import { readContract } from './contract.ts';
import { filterRequests, selectRange } from './journal.ts';
import { createDraft, toCurlLine, toFetchCall, toMessage, toRequest } from './request.ts';
import { decodePath } from './words.ts';

test.each([
  { path: '/caf%C3%A9/{id}', text: '/café/{id}' },
  { path: '/a%2Fb%3Fc%20d', text: '/a%2Fb%3Fc%20d' },
  { path: '/100%/%ff', text: '/100%/%ff' },
])('the path $path is shown as $text', ({ path, text }) => {
  expect(decodePath(path)).toBe(text);
});

describe('a draft of a request', () => {
  const document: OpenApiDocument = {
    ...shipped.document,
    paths: {
      ...shipped.document.paths,
      '/v1/visits': {
        post: {
          operationId: 'bookVisit',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['at', 'reason'],
                  properties: {
                    at: { type: 'string', format: 'date-time' },
                    reason: { type: 'string' },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
      '/v1/robots/{robotId}/arms': {
        put: {
          operationId: 'moveArm',
          parameters: [
            { name: 'robotId', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'speed', in: 'query', required: true, schema: { enum: ['slow', 'fast'] } },
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/SiteCreation' },
                examples: { up: { value: { name: 'up' } } },
              },
            },
          },
          responses: {},
        },
      },
    },
  };
  const operations = readContract(document);
  const info = { apiKeys: ['key'], workspaces: ['w'] };
  // Only what a draft reads.
  const known = JSON.parse(
    JSON.stringify({ info, state: { robots: [{ id: 'r2 d2' }], workspaces: [] } }),
  );
  const find = (id: string) => operations.find((operation) => operation.id === id);

  test('starts with texts in the format of required fields', () => {
    const { body } = createDraft(find('bookVisit'), known, 'default');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(JSON.parse(body)).toEqual({ at, reason: '' });
  });

  test('is available for an operation added to the contract, with existing ids', () => {
    const draft = createDraft(find('moveArm'), known, 'default');
    expect(toRequest(draft, find('moveArm'), known.info)).toEqual({
      method: 'PUT',
      target: '/v1/robots/r2%20d2/arms?speed=slow',
      headers: [
        { name: 'Authorization', value: 'Bearer key' },
        { name: 'Content-Type', value: 'application/json' },
      ],
      body: '{\n  "name": "up"\n}',
    });
    const typed = toRequest(
      { ...draft, headers: 'content-type: a/b' },
      find('moveArm'),
      known.info,
    );
    expect(typed.headers.slice(1)).toEqual([{ name: 'content-type', value: 'a/b' }]);
  });

  test.each(shipped.operations.map(({ id }) => id))('%s starts with the examples', (id) => {
    const { target, body } = toRequest(createDraft(find(id), known, ''), find(id), known.info);
    expect(target).not.toMatch(/[{}]|\/\//);
    expect(body === undefined).toBe(find(id)?.requestBody === undefined);
  });
});

describe('a copied request', () => {
  const body = `{"name":"L'Étoile $HOME"}`;
  const request = {
    method: 'POST',
    target: '/v1/sites?a=1',
    headers: [
      { name: 'Host', value: '127.0.0.1:4010' },
      { name: 'Authorization', value: 'Bearer site…' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    body,
  };
  const baseUrl = 'http://127.0.0.1:4010/';
  const known = { baseUrl, shownApiKey: 'site-contract-key' };
  const hidden = { baseUrl, shownApiKey: '$API_KEY' };

  /** Runs the lines, and returns the request that they would send. */
  async function run(lines: string): Promise<Request> {
    const sent: Request[] = [];
    const fetch = (url: string, init: RequestInit) => sent.push(new Request(url, init));
    await new Function('fetch', `return (async () => { ${lines} })()`)(fetch);
    expect(sent).toHaveLength(1);
    return sent[0] ?? new Request('about:blank');
  }

  test('contains the default key, but never one that the user chose', async () => {
    expect(toCurlLine(request, known)).toContain("-H 'Authorization: Bearer site-contract-key'");
    expect(toCurlLine(request, hidden)).toContain('-H "Authorization: Bearer $API_KEY"');
    const sent = await run(toFetchCall(request, known));
    expect([sent.method, sent.url]).toEqual(['POST', 'http://127.0.0.1:4010/v1/sites?a=1']);
    expect(sent.headers.get('authorization')).toBe('Bearer site-contract-key');
    expect(sent.headers.has('host')).toBe(false);
    expect(await sent.text()).toBe(body);
    const other = await run(toFetchCall(request, hidden).replace("''", "'mine'"));
    expect(other.headers.get('authorization')).toBe('Bearer mine');
  });

  test('is shown with shortened secrets', () => {
    const { headers, body } = toMessage(
      [{ name: 'Set-Cookie', value: 'a=secret-of-mine' }],
      '{"apiKey":"abcdefghijklmnop"}',
    );
    expect(JSON.stringify([headers, body])).not.toMatch(/secret-of-mine|ijklmnop/);
  });
});

test('a request without a response is found with the failures of the server', () => {
  const requests = JSON.parse('[{"id":1,"status":0},{"id":2,"status":404},{"id":3,"status":503}]');
  const all = { text: '', until: 3, allSessions: true, preflights: true, operation: '' } as const;
  const found = filterRequests({ requests, filter: { ...all, status: '5xx' }, session: 'default' });
  expect(found.map(({ id }) => id)).toEqual([3, 1]);
});

test.each([
  { title: 'from the start of the range', anchor: 6, id: 2, want: [6, 5, 2] },
  { title: 'in the other direction', anchor: 6, id: 9, want: [9, 8, 6] },
  { title: 'only itself, without a start', anchor: undefined, id: 5, want: [5] },
  { title: 'only itself, if the start is not shown', anchor: 7, id: 5, want: [5] },
])('a range of requests is selected $title', ({ anchor, id, want }) => {
  const shown = [9, 8, 6, 5, 2].map((each) => ({ id: each }));
  expect([...selectRange({ ids: new Set(), anchor }, id, shown).ids]).toEqual(want);
});
