import { changeText } from '../deviations/inputs.ts';
import { changeBody } from '../deviations/replies.ts';
import { alsoDemand } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { eventTypes } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

type Change = (url: string) => string;

const viaUrl =
  (change: (url: URL) => void): Change =>
  (text) => {
    const url = new URL(text);
    change(url);
    return url.href;
  };

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['query-lost', 'lose their query', (url) => url.split('?')[0] ?? ''],
  [
    'second-parameter-lost',
    'lose all query parameters but the first',
    (url) => url.split('&')[0] ?? '',
  ],
  ['query-sorted', 'have their query parameters sorted', viaUrl((url) => url.searchParams.sort())],
  [
    'query-decoded',
    'have percent escapes in the query resolved',
    (url) => url.replace(/%2F/gi, '/').replace(/%20/g, ' '),
  ],
  ['plus-as-space', 'have %20 for plus signs', (url) => url.replaceAll('+', '%20')],
  ['fragment-lost', 'lose their fragment', (url) => url.split('#')[0] ?? ''],
  ['path-lost', 'lose their path', (url) => url.match(/^\w+:\/\/[^/?#]+/)?.[0] ?? url],
  ['path-lower-case', 'are lower-cased', (url) => url.toLowerCase()],
  ['trailing-slash-lost', 'lose a trailing slash', (url) => url.replace(/\/$/, '')],
  [
    'trailing-slash-added',
    'gain a trailing slash',
    (url) => (/[?#]/.test(url) || url.endsWith('/') ? url : `${url}/`),
  ],
  ['port-lost', 'lose their port', (url) => url.replace(/^(\w+:\/\/[^/:]+):\d+/, '$1')],
  [
    'upgraded-to-https',
    'are turned from http into https',
    (url) => url.replace(/^http:/, 'https:'),
  ],
  [
    'downgraded-to-http',
    'are turned from https into http',
    (url) => url.replace(/^https:/, 'http:'),
  ],
  ['www-lost', 'lose a leading www', (url) => url.replace('://www.', '://')],
  [
    'subdomain-lost',
    'lose the first label of a deep host name',
    (url) => url.replace(/:\/\/[^./]+\.([^./]+\.[^./]+\.)/, '://$1'),
  ],
  ['html-escaped', 'have their ampersands escaped for HTML', (url) => url.replaceAll('&', '&amp;')],
  ['cut-at-100', 'are cut at 100 characters', (url) => url.slice(0, 100)],
  ['cut-at-255', 'are cut at 255 characters', (url) => url.slice(0, 255)],
  ['encoded', 'are percent-encoded as a whole', (url) => encodeURI(url)],
  [
    'percent-case',
    'have their percent escapes in lower case',
    (url) => url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ],
];

const refuseType = (eventType: string): Deviation =>
  alsoDemand('createWebhook', 'eventType', (value) => value !== eventType);

const mistaken: readonly (readonly [string, string])[] = [
  ['page.created', 'page.updated'],
  ['page.deleted', 'page.restored'],
  ['page.updated', 'page.created'],
  ['page.restored', 'page.deleted'],
  ['site.published', 'page.created'],
];

export const webhooks: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `webhooks/url-${fault}`,
    title: `Addresses of webhooks ${what}.`,
    deviate: changeText(['createWebhook'], 'url', change),
  })),
  ...eventTypes.map((eventType) => ({
    id: `webhooks/refuses-${eventType.replace('.', '-')}`,
    title: `The event type ${eventType} is refused.`,
    deviate: refuseType(eventType),
  })),
  ...mistaken.map(([sent, kept]) => ({
    id: `webhooks/${sent.replace('.', '-')}-kept-as-${kept.replace('.', '-')}`,
    title: `A webhook for ${sent} is registered for ${kept}.`,
    deviate: changeText(['createWebhook'], 'eventType', (type) => (type === sent ? kept : type)),
  })),
  {
    id: 'webhooks/first-again-for-same-url',
    title: 'A webhook for another event type of the same address returns the first webhook.',
    deviate: (service) => {
      const plain = service.represent.webhook;
      service.represent.webhook = (webhook, exchange) => {
        const all = service.store.webhooksOf(webhook.workspaceId);
        return plain(all.find(({ url }) => url === webhook.url) ?? webhook, exchange);
      };
    },
  },
  {
    id: 'webhooks/workspace-is-always-the-first',
    title: 'Every webhook returns the id of the first workspace.',
    deviate: (service) =>
      changeBody(['createWebhook'], (webhook) => ({
        ...webhook,
        workspaceId: service.workspaceIds[0],
      }))(service),
  },
  {
    id: 'webhooks/id-is-workspace',
    title: 'A webhook returns the id of its workspace as its own.',
    deviate: changeBody(['createWebhook'], (webhook) => ({
      ...webhook,
      id: webhook['workspaceId'],
    })),
  },
];
