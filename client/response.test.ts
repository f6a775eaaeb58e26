import { describe, expect, test } from '@jest/globals';
import { createMock } from '../mock/browser.ts';
import { createClient } from './create-client.ts';
import { ApiProblem } from './response.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const problemType = 'application/problem+json';

/** Returns the rejection of `listSites` for a response. */
async function refuse(answer: () => Response): Promise<ApiProblem> {
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'key-of-an-app',
    fetch: async () => answer(),
  });
  const error: unknown = await client.listSites({ workspaceId }).catch((caught) => caught);
  if (error instanceof ApiProblem) return error;
  throw new Error(`it rejected with ${String(error)}`);
}

describe('a refused call', () => {
  test("rejects with the mock's problem and every pointer", async () => {
    const mock = createMock();
    const [apiKey = ''] = mock.apiKeys;
    const client = createClient({ baseUrl: 'http://mock', apiKey, fetch: mock.fetch });
    const body = { url: 'not a URL', eventType: 'page.created' } as const;
    const error: unknown = await client.createWebhook({ workspaceId, body }).catch((e) => e);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      name: 'ApiProblem',
      operation: 'createWebhook',
      status: mock.contract.problems['invalid-body'].status,
      problem: {
        title: mock.contract.problems['invalid-body'].title,
        errors: [{ pointer: '/url', detail: expect.any(String) }],
      },
    });
    expect(String(error)).toMatch(
      /^ApiProblem: createWebhook: 422 .+\/url: .+ \(POST http:\/\/mock\/v1\/workspaces\/.+\/webhooks\)$/,
    );
    await expect(client.listSites({ workspaceId, limit: -1 })).rejects.toThrow(/ limit: must be /);
  });

  const given = { headers: { 'content-type': `${problemType}; charset=utf-8` }, status: 404 };
  test.each([
    {
      title: 'ignores members of the wrong type',
      body: { type: 7, title: null, status: '404', detail: [], errors: {} },
      want: { type: 'about:blank', title: '', status: 404 },
    },
    {
      title: 'keeps extensions, but no errors without a detail',
      body: { title: 'Gone', balance: 3, errors: [{ detail: 'd', code: 2 }, {}, null] },
      want: {
        type: 'about:blank',
        title: 'Gone',
        status: 404,
        balance: 3,
        errors: [{ detail: 'd', code: 2 }],
      },
    },
  ])('reads problem details leniently: $title', async ({ body, want }) => {
    const { problem } = await refuse(() => new Response(JSON.stringify(body), given));
    expect(problem).toEqual(want);
  });

  const headers = { 'content-type': problemType };
  test.each([
    {
      title: 'another JSON',
      make: () => Response.json({ error: 'x' }, { status: 400 }),
      body: { error: 'x' },
    },
    { title: 'a text', make: () => new Response('no', { status: 400 }), body: 'no' },
    { title: 'nothing', make: () => new Response(null, { status: 400 }), body: '' },
    {
      title: 'problem details that are not JSON',
      make: () => new Response('{', { status: 400, headers }),
      body: '{',
    },
    {
      title: 'problem details that are null',
      make: () => new Response('null', { status: 400, headers }),
      body: null,
    },
  ])('returns the body in the error for $title', async ({ make, body }) => {
    const error = await refuse(make);
    expect(error).toMatchObject({ status: 400, problem: undefined, body });
    expect(error.message).toBe(
      `listSites: 400 (GET https://api.example.com/v1/workspaces/${workspaceId}/sites)`,
    );
  });

  test.each([
    { body: { title: 'Service Unavailable' }, statusText: 'Service Unavailable' },
    { body: { title: 'Service Unavailable', detail: 'Service Unavailable.' }, statusText: '' },
    { body: {}, statusText: 'Service Unavailable' },
  ])('names the status once: %j', async ({ body, statusText }) => {
    const init = { status: 503, statusText, headers };
    const { message } = await refuse(() => new Response(JSON.stringify(body), init));
    expect(message).toMatch(/^listSites: 503 Service Unavailable \(GET /);
  });

  test('reports the status and headers of a response that breaks off', async () => {
    const lost = new TypeError('terminated');
    const error = await refuse(() => {
      const body = new ReadableStream({ start: (stream) => stream.error(lost) });
      return new Response(body, { status: 503, headers: { 'retry-after': '3' } });
    });
    expect(error).toMatchObject({ status: 503, problem: undefined, body: undefined, cause: lost });
    expect(error.response.headers.get('retry-after')).toBe('3');
  });

  test.each([
    {
      title: 'an HTML page from a proxy',
      make: () => new Response('<html>'),
      says: 'has a body that is not JSON',
    },
    {
      title: 'no content',
      make: () => new Response(null, { status: 204 }),
      says: 'has no body',
    },
  ])('is also rejected after a success status: $title', async ({ make, says }) => {
    const error = await refuse(make);
    expect(error.message).toContain(`The response ${says}`);
    expect(error.status).toBe(make().status);
  });
});
