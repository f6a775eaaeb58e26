import assert from 'node:assert/strict';
import { describe, send } from './client.ts';
import { givenSurroundings } from './every-operation.ts';
import {
  currentSite,
  freshWorkspace,
  givenSite,
  listSites,
  pageOf,
  sitesOf,
  updateSite,
} from './operations.ts';
import { expectProblem } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { answerTo, rawHead, rawLine } from './raw-request.ts';
import { expectPage, expectSite, expectWebhook } from './resource-shapes.ts';

const id = '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e';

const unknown: readonly (readonly [slug: string, path: string])[] = [
  ['a-word', '/nothing'],
  ['version-alone', '/v1'],
  ['another-version', `/v2/workspaces/${id}/sites`],
  ['no-version', `/workspaces/${id}/sites`],
  ['a-workspace', `/v1/workspaces/${id}`],
  ['a-trailing-slash', `${sitesOf(id)}/`],
  ['a-double-slash-inside', `/v1/workspaces//${id}/sites`],
  ['a-double-slash-at-the-start', `//v1/workspaces/${id}/sites`],
  ['no-id', '/v1/workspaces//sites'],
  ['upper-case', `/V1/WORKSPACES/${id}/SITES`],
  ['a-capital', `/v1/Workspaces/${id}/sites`],
  ['a-singular', `/v1/workspaces/${id}/site`],
  ['one-more-segment', `${sitesOf(id)}/${id}`],
  ['a-longer-word', `${sitesOf(id)}s`],
  ['an-extension', `${sitesOf(id)}.json`],
  ['an-encoded-slash', `/v1/workspaces/${id}%2Fsites`],
  ['an-encoded-question-mark', `${sitesOf(id)}%3Flimit=1`],
  ['a-matrix-parameter', `${sitesOf(id)};v=1`],
];

/** Values in place of an id. */
const badIds: readonly (readonly [slug: string, value: string])[] = [
  ['a-word', 'abc'],
  ['a-number', '1'],
  ['no-hyphens', id.replaceAll('-', '')],
  ['braces', `%7B${id}%7D`],
  ['a-urn', `urn:uuid:${id}`],
  ['a-digit-short', id.slice(0, -1)],
  ['a-digit-long', `${id}0`],
  ['a-letter-beyond-f', `${id.slice(0, -1)}g`],
  ['a-line-break-after', `${id}%0A`],
  ['a-nul-after', `${id}%00`],
  ['a-space-before', `%20${id}`],
  ['no-hexadecimal-digits', '%zz'],
  ['a-lone-percent-sign', '%'],
  ['a-nul', '%00'],
  ['dots', '%2e%2e'],
  ['a-way-out', '..%2f..%2fetc%2fpasswd'],
  ['overlong-utf8', '%c0%af'],
  ['a-lone-continuation-byte', '%80'],
  ['an-encoded-surrogate', '%ed%a0%80'],
  ['a-header', '%0d%0aX-Injected:%201'],
  ['arabic-digits', '%D9%A1'.repeat(8)],
  ['ten-thousand-letters', 'a'.repeat(10_000)],
];

async function refusesEverywhere(target: AcceptanceTarget, value: string): Promise<void> {
  const { operations } = await givenSurroundings(target);
  for (const { method, path, json } of operations) {
    const bad = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/i, value);
    const answer = await send(target, { method, path: bad, ...(json && { json }) });
    expectProblem(answer, 400, 404);
    assert.equal(answer.headers.get('x-injected'), null);
  }
}

export const paths: readonly Question[] = [
  ...unknown.map(([slug, path]) => ({
    id: `paths/unknown-${slug}`,
    title: `GET and POST on ${path} get 404`,
    ask: async (target: AcceptanceTarget) => {
      expectProblem(await send(target, { path }), 404);
      expectProblem(await send(target, { method: 'POST', path, json: { name: 'a' } }), 404);
    },
  })),
  ...badIds.map(([slug, value]) => ({
    id: `paths/bad-id-${slug}`,
    title: `An id that is ${value.slice(0, 60)} gets 400 or 404 from every operation`,
    ask: (target: AcceptanceTarget) => refusesEverywhere(target, value),
  })),
  {
    id: 'paths/ids-in-upper-case',
    title: 'An id in upper case finds the same site and the same workspace',
    ask: async (target) => {
      const workspace = `ab${freshWorkspace().slice(2)}`;
      const site = await givenSite(target, {}, workspace);
      const answer = await updateSite(target, site.id.toUpperCase(), { name: 'Same' });
      assert.deepEqual(expectSite(answer, 200), { ...site, name: 'Same' });
      const page = await pageOf(target, workspace.toUpperCase());
      assert.deepEqual(page.data, [{ ...site, name: 'Same' }]);
      const late = await givenSite(target, {}, workspace.toUpperCase());
      assert.equal((await pageOf(target, workspace)).data[1]?.id, late.id);
    },
  },
  {
    id: 'paths/workspace-of-a-webhook-in-upper-case',
    title: 'A webhook for a workspace id in upper case belongs to that workspace',
    ask: async (target) => {
      const workspace = `ab${freshWorkspace().slice(2)}`;
      const path = `/v1/workspaces/${workspace.toUpperCase()}/webhooks`;
      const json = { url: 'https://example.com/hook', eventType: 'page.created' };
      const webhook = expectWebhook(await send(target, { method: 'POST', path, json }), 201);
      assert.equal(webhook.workspaceId.toLowerCase(), workspace);
    },
  },
  {
    id: 'paths/encoded-characters-of-an-id',
    title: 'An id with percent-encoded characters finds the site or is refused',
    ask: async (target) => {
      const site = await givenSite(target);
      const encoded = `%${site.id.charCodeAt(0).toString(16)}${site.id.slice(1)}`;
      const answer = await updateSite(target, encoded, { name: 'Found' });
      if (answer.status === 200) assert.equal(expectSite(answer, 200).id, site.id);
      else expectProblem(answer, 400, 404);
    },
  },
  {
    id: 'paths/dot-segments',
    title: 'Dot segments in a path do not lead to another site',
    ask: async (target) => {
      const site = await givenSite(target);
      for (const dots of ['..', '%2e%2e', '.%2E']) {
        const path = `/v1/sites/${id}/${dots}/${site.id}`;
        const line = rawLine(target, 'PATCH', path);
        const body = '{"name":"reached"}';
        const headers = { 'Content-Type': 'application/json', 'Content-Length': `${body.length}` };
        const answer = await answerTo(target, rawHead(target, line, headers) + body);
        expectProblem(answer, 400, 404);
      }
      assert.deepEqual(await currentSite(target, site.id), site);
    },
  },
  {
    id: 'paths/raw-bytes',
    title: 'Raw bytes outside ASCII in a path or query are refused',
    ask: async (target) => {
      for (const path of ['/v1/sites/\xe9', `${sitesOf(id)}?limit=\xff`]) {
        const line = rawLine(target, 'GET', path);
        const answer = await answerTo(target, Buffer.from(rawHead(target, line), 'latin1'));
        assert.ok([400, 404, 405].includes(answer.status), describe(answer));
      }
    },
  },
  {
    id: 'paths/nonsense-in-queries',
    title: 'Invalid percent-encoding in unknown parameters is ignored or gets 400',
    ask: async (target) => {
      for (const query of ['?%zz=1', '?a=%', '?%00=%00', '?%c0%af', '?=', '?a=%ed%a0%80', '???']) {
        const answer = await listSites(target, target.workspace, query);
        if (answer.status !== 201) expectProblem(answer, 400);
      }
    },
  },
  {
    id: 'paths/empty-query',
    title: 'An empty query is ignored',
    ask: async (target) => {
      assert.deepEqual(await pageOf(target, freshWorkspace(), '?'), { data: [], hasMore: false });
    },
  },
  {
    id: 'paths/whole-address',
    title: 'An absolute URL as the request target is treated like its path',
    ask: async (target) => {
      const line = `GET ${target.baseUrl}${sitesOf(freshWorkspace())}?limit=1 HTTP/1.1`;
      const answer = await answerTo(target, rawHead(target, line));
      assert.deepEqual(expectPage(answer), { data: [], hasMore: false });
    },
  },
  {
    id: 'paths/long-query',
    title: 'A query of six thousand characters gets a prompt response',
    ask: async (target) => {
      const query = `?${'a=1&'.repeat(1500)}`;
      const answer = await listSites(target, target.workspace, query);
      if (answer.status !== 201) expectProblem(answer, 400, 414, 431);
    },
  },
];
