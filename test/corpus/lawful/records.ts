import { randomUUID } from 'node:crypto';
import { changeBody, changeSites } from '../deviations/replies.ts';
import { changeInput, changeRule, together } from '../deviations/requests.ts';
import { type Entry, entries } from '../entry.ts';
import type { Body } from '../service/exchange.ts';
import { isObject, isOrigin, isText } from '../service/field-rules.ts';
import { around, type Deviation } from '../service/service.ts';

const drawIds =
  (draw: () => string): Deviation =>
  (service) => {
    service.newIdentifier = () => draw();
  };

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Creates a UUID of a version that starts with the time (RFC 9562). */
function drawTimedId(version: 1 | 7): string {
  const random = randomUUID();
  const now = Date.now();
  if (version === 7) {
    const time = hex(now, 12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
  }
  const ticks = hex(now * 10_000 + Math.floor(Math.random() * 10_000), 15).slice(-15);
  return `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}${random.slice(18)}`;
}

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, reverseKeys(item)]);
  return Object.fromEntries(entries.reverse());
}

/** Adds fields to all objects in a response, at any depth. */
function enrich(value: unknown, extra: Body): unknown {
  if (Array.isArray(value)) return value.map((item) => enrich(item, extra));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, enrich(item, extra)]);
  return { ...extra, ...Object.fromEntries(entries) };
}

const changeAnswers = (change: (body: unknown) => unknown): Deviation =>
  around('serialise', (serialise) => (body, exchange) => serialise(change(body), exchange));

const normaliseHosts = (normalise: (hostUrl: string) => string): Deviation =>
  changeInput(['createSite', 'updateSite'], (input) =>
    input.hostUrl === undefined ? input : { ...input, hostUrl: normalise(input.hostUrl) },
  );

/** Accepts an origin with a trailing slash, and removes it. */
const acceptSlash: Deviation = together(
  ...(['createSite', 'updateSite'] as const).map((operationId) =>
    changeRule(operationId, 'hostUrl', () => ({
      isLawful: (value) => isText(value) && isOrigin(value.replace(/\/$/, '')),
    })),
  ),
);

const defaultHost = (write: (site: Body) => string): Deviation =>
  changeSites((site) => (site['hostUrl'] === null ? { ...site, hostUrl: write(site) } : site));

export const records: readonly Entry[] = entries({
  'records/uuid-v1: Ids are UUIDs of version 1.': drawIds(() => drawTimedId(1)),
  'records/uuid-v7: Ids are UUIDs of version 7.': drawIds(() => drawTimedId(7)),
  'records/uuid-upper-case: Ids are UUIDs in capitals.': drawIds(() => randomUUID().toUpperCase()),
  'records/uuid-sequential: Ids are UUIDs that count up from zero.': (service) => {
    let count = 0;
    service.newIdentifier = () => `00000000-0000-0000-0000-${hex(count++, 12)}`;
  },
  'records/uuid-v8: Ids are UUIDs of version 8.': drawIds(() =>
    randomUUID().replace(/^(.{14})./, '$18'),
  ),
  'records/additional-fields: Every object of every response has additional fields.': changeAnswers(
    (body) =>
      enrich(body, {
        _links: { self: '/x' },
        createdAt: '2026-11-01T00:00:00Z',
        version: 3,
        tags: [],
      }),
  ),
  'records/additional-field-names-that-hurt: Every object of every response has fields named like built-ins, numbers and nothing.':
    changeAnswers((body) =>
      enrich(body, { constructor: null, '0': 0, '': '', toString: 'x', length: 0 }),
    ),
  'records/page-extras: A page also tells total, limit and next cursor.': changeBody(
    ['listSites'],
    (page, { query }) => ({
      object: 'list',
      total: 12345,
      limit: query.limit,
      nextCursor: null,
      ...page,
    }),
  ),
  'records/keys-reversed: The fields of every object stand in the opposite order.':
    changeAnswers(reverseKeys),
  'records/site-embeds-more: A site embeds its workspace, its locale and its routes.': (
    service,
  ) => {
    const plain = service.represent.site;
    service.represent.site = (site, exchange) => ({
      ...plain(site, exchange),
      locale: site.locale ?? null,
      workspace: { id: site.workspaceId, name: 'A workspace' },
      routes: service.store
        .routesOf(site.id)
        .map((route) => service.represent.route(route, exchange)),
    });
  },
  'records/host-normalised: An origin is lower-cased, loses a default port and has its name in ASCII.':
    normaliseHosts((hostUrl) => new URL(hostUrl).origin),
  'records/host-slash-taken-and-dropped: An origin with a trailing slash is accepted and returned without it.':
    together(
      acceptSlash,
      normaliseHosts((hostUrl) => new URL(hostUrl).origin),
    ),
  'records/host-default: A site without a host gets one of the service.': defaultHost(
    (site) => `https://${site['id']}.sites.example.net`,
  ),
  'records/host-default-shared: All sites without a host get the same one of the service.':
    defaultHost(() => 'https://preview.example.net'),
  'records/workspace-id-canonical: A webhook returns the workspaceId in capitals.': changeBody(
    ['createWebhook'],
    (webhook) => ({
      ...webhook,
      workspaceId: String(webhook['workspaceId']).toUpperCase(),
    }),
  ),
});
