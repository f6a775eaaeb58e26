import { drop, type Row, set, toEntries } from '../deviations/fields.ts';
import type { Entry } from '../entry.ts';

const webhookRows: readonly Row[] = [
  ['createWebhook', 'id-missing', 'A created webhook has no id.', drop('id')],
  ['createWebhook', 'id-number', 'A created webhook has a number as id.', set('id', 3)],
  [
    'createWebhook',
    'id-not-uuid',
    'A created webhook has an id that is not a UUID.',
    (webhook) => ({ ...webhook, id: `wh_${String(webhook['id']).slice(0, 12)}` }),
  ],
  [
    'createWebhook',
    'workspace-missing',
    'A created webhook has no workspaceId.',
    drop('workspaceId'),
  ],
  [
    'createWebhook',
    'workspace-null',
    'A created webhook has null as workspaceId.',
    set('workspaceId', null),
  ],
  [
    'createWebhook',
    'workspace-not-uuid',
    'A created webhook has a workspaceId that is not a UUID.',
    (webhook) => ({ ...webhook, workspaceId: `ws_${webhook['workspaceId']}` }),
  ],
  ['createWebhook', 'url-missing', 'A created webhook has no url.', drop('url')],
  ['createWebhook', 'url-null', 'A created webhook has null as url.', set('url', null)],
  [
    'createWebhook',
    'url-not-uri',
    'A created webhook has a url without its scheme.',
    (webhook) => ({ ...webhook, url: String(webhook['url']).replace(/^\w+:\/\//, '') }),
  ],
  ['createWebhook', 'event-type-missing', 'A created webhook has no eventType.', drop('eventType')],
  [
    'createWebhook',
    'event-type-list',
    'A created webhook has its eventType in an array.',
    (webhook) => ({ ...webhook, eventType: [webhook['eventType']] }),
  ],
  [
    'createWebhook',
    'event-type-upper-case',
    'A created webhook has its eventType in capitals.',
    (webhook) => ({ ...webhook, eventType: String(webhook['eventType']).toUpperCase() }),
  ],
  [
    'createWebhook',
    'event-type-underscore',
    'A created webhook has an underscore in its eventType.',
    (webhook) => ({ ...webhook, eventType: String(webhook['eventType']).replace('.', '_') }),
  ],
  [
    'createWebhook',
    'event-type-unknown-published',
    'A webhook for site.published returns the unknown type site.publish.',
    (webhook) =>
      webhook['eventType'] === 'site.published'
        ? { ...webhook, eventType: 'site.publish' }
        : webhook,
  ],
];

export const webhookFields: readonly Entry[] = toEntries('webhook-fields', webhookRows);
