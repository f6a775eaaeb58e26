import { expect, test } from '@jest/globals';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { createMock } from '../../../mock/index.ts';
import { type Change, serveChanged } from '../../../test/support/serve-changed.ts';
import { runSuite } from '../../suites.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** What some observations say about a mock whose replies are changed. */
async function observe(only: readonly string[], change: Change) {
  const mock = createMock({ seed: 1, apiKeys: ['key'] });
  const { url: baseUrl, close } = await serveChanged((request) => mock.fetch(request), change);
  try {
    const run = await runSuite({ baseUrl, apiKey: 'key', workspace, seed: 1, only });
    const answers = run.observations.map(({ assumption, statement }) => assumption ?? statement);
    return { answers, outcomes: run.checks.map(({ outcome }) => outcome) };
  } finally {
    await close();
  }
}

/** Changes the successful replies to requests that match. */
function changeReplies(
  isMeant: (request: Request, body: Record<string, unknown>) => boolean,
  change: (reply: Record<string, unknown>, body: Record<string, unknown>) => object,
): Change {
  return async (request, forward) => {
    const text = await request.clone().text();
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const reply = await forward(request);
    if (!isRecord(body) || !reply.ok || !isMeant(request, body)) return reply;
    const json: unknown = await reply.json();
    return Response.json(change(isRecord(json) ? json : {}, body), { status: reply.status });
  };
}

test('a service that fails refuses nothing', async () => {
  const { answers, outcomes } = await observe(
    ['updateSite/observes-empty-updates'],
    async (request, forward) => {
      const isEmpty = request.method === 'PATCH' && (await request.clone().text()) === '{}';
      return isEmpty ? new Response('', { status: 501 }) : forward(request);
    },
  );
  expect(answers).toEqual([]);
  const reason = expect.stringContaining('it responds with 501');
  expect(outcomes).toEqual([{ status: 'inconclusive', reason }]);
});

test('a host that is stored with its path is not trimmed', async () => {
  const change: Change = async (request, forward) => {
    const text = await request.clone().text();
    if (request.method !== 'PATCH' || !text.includes('/path"')) return forward(request);
    const { hostUrl } = JSON.parse(text);
    const trimmed = text.replace('/path"', '"');
    const reply = await forward(new Request(request, { body: trimmed }));
    const site = await reply.json();
    return Response.json({ ...site, hostUrl });
  };
  const { answers } = await observe(['updateSite/observes-host-urls'], change);
  expect(answers).toEqual([
    { id: 'host-url-form', value: 'normalised' },
    'a host URL is stored with its path',
  ]);
});

test('a host that is not shown is not null', async () => {
  const change = changeReplies(
    ({ method }, body) => method === 'POST' && !('hostUrl' in body),
    ({ hostUrl, ...site }) => site,
  );
  const { answers } = await observe(['createSite/observes-hosts'], change);
  expect(answers).toEqual([]);
});

test('fields that are returned are not ignored', async () => {
  const change = changeReplies(
    (_, body) => 'extra' in body,
    (site, { extra }) => ({ ...site, extra }),
  );
  const { answers } = await observe(['updateSite/observes-unknown-fields'], change);
  expect(answers).toEqual(['undocumented fields of a request body are returned']);
});

test('a workspace that makes the service fail is not refused', async () => {
  const { answers } = await observe(
    ['listSites/observes-unknown-workspaces'],
    async (request, forward) =>
      request.method === 'GET' && !request.url.includes(workspace)
        ? new Response('', { status: 501 })
        : forward(request),
  );
  expect(answers).toEqual([]);
});
