import assert from 'node:assert/strict';
import { createWebhook, freshWorkspace, pageOf } from './operations.ts';
import { expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectWebhook } from './resource-shapes.ts';

const eventTypes = [
  'page.created',
  'page.deleted',
  'page.updated',
  'page.restored',
  'site.published',
];

const badEventTypes = [
  '',
  'page',
  'page.*',
  '*',
  'Page.Created',
  'PAGE.CREATED',
  'page.created ',
  ' page.created',
  'page.created\n',
  'page_created',
  'page.published',
  'site.created',
  'page.created,page.deleted',
  'constructor',
  '__proto__',
];

const badUrls = [
  '',
  'abc',
  'example.com/hook',
  '/hook',
  '//example.com/hook',
  'https://',
  'https://a b',
  'https://a.example/%zz',
  ' https://a.example',
  'https://a.example/\n',
];

const urls = [
  'https://example.com/hook',
  'https://example.com',
  'https://example.com/',
  'http://localhost:9999/hook',
  'https://example.com:8443/a/b/?x=1&y=a%20b&x=2#part',
  'https://EXAMPLE.com/Hook',
  'https://example.com:443/hook/../other',
  'http://[::1]:3000/hook',
];

const url = 'https://example.com/hook';
const eventType = 'page.created';

export const webhooks: readonly Question[] = [
  ...eventTypes.map((type) => ({
    id: `webhooks/registers-${type}`,
    title: `A webhook for ${type} returns 201 with the webhook`,
    ask: async (target: AcceptanceTarget) => {
      const answer = await createWebhook(target, target.workspace, { url, eventType: type });
      const webhook = expectWebhook(answer, 201);
      assert.deepEqual(webhook, {
        id: webhook.id,
        workspaceId: target.workspace,
        url,
        eventType: type,
      });
    },
  })),
  {
    id: 'webhooks/belongs-to-the-workspace-of-the-path',
    title: 'A webhook belongs to the workspace of the path, whatever the body says',
    ask: async (target) => {
      const workspace = freshWorkspace();
      const body = { url, eventType, workspaceId: target.workspace, id: target.workspace };
      const webhook = expectWebhook(await createWebhook(target, workspace, body), 201);
      assert.equal(webhook.workspaceId, workspace);
      assert.notEqual(webhook.id, target.workspace);
    },
  },
  {
    id: 'webhooks/addresses-come-back-unchanged',
    title: 'The URL of a webhook is returned as sent',
    ask: async (target) => {
      for (const address of urls) {
        const body = { url: address, eventType };
        const webhook = expectWebhook(await createWebhook(target, target.workspace, body), 201);
        assert.equal(webhook.url, address);
      }
    },
  },
  {
    id: 'webhooks/event-types-outside-the-list',
    title: 'An event type outside the list is refused at /eventType',
    ask: async (target) => {
      for (const type of badEventTypes) {
        const body = { url, eventType: type };
        expectRefusedAt(await createWebhook(target, target.workspace, body), '/eventType');
      }
    },
  },
  {
    id: 'webhooks/addresses-that-are-none',
    title: 'A URL that is not a URI is refused at /url',
    ask: async (target) => {
      for (const address of badUrls) {
        const body = { url: address, eventType };
        expectRefusedAt(await createWebhook(target, target.workspace, body), '/url');
      }
    },
  },
  {
    id: 'webhooks/both-fields-are-required',
    title: 'A webhook without url, without eventType or without both is refused',
    ask: async (target) => {
      const { workspace } = target;
      expectRefusedAt(await createWebhook(target, workspace, { eventType }), '/url');
      expectRefusedAt(await createWebhook(target, workspace, { url }), '/eventType');
      expectRefusedAt(await createWebhook(target, workspace, {}), '/url', '/eventType');
    },
  },
  {
    id: 'webhooks/a-list-of-event-types',
    title: 'A webhook has exactly one event type, so a list is refused',
    ask: async (target) => {
      const body = { url, eventType: ['page.created'] };
      expectRefusedAt(await createWebhook(target, target.workspace, body), '/eventType');
    },
  },
  {
    id: 'webhooks/the-same-twice',
    title: 'The same webhook registered twice gets two ids',
    ask: async (target) => {
      const first = expectWebhook(
        await createWebhook(target, target.workspace, { url, eventType }),
        201,
      );
      const second = expectWebhook(
        await createWebhook(target, target.workspace, { url, eventType }),
        201,
      );
      assert.notEqual(first.id, second.id);
    },
  },
  {
    id: 'webhooks/are-not-listed-as-sites',
    title: 'A webhook is not listed among the sites of its workspace',
    ask: async (target) => {
      const workspace = freshWorkspace();
      expectWebhook(await createWebhook(target, workspace, { url, eventType }), 201);
      assert.deepEqual(await pageOf(target, workspace), { data: [], hasMore: false });
    },
  },
];
