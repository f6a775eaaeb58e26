import { watchCopying } from '../deviations/copying.ts';
import { alsoDemand, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isText } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const demandOfHosts = (isLawful: (url: URL, text: string) => boolean): Deviation =>
  together(
    ...(['createSite', 'updateSite'] as const).map((operationId) =>
      alsoDemand(
        operationId,
        'hostUrl',
        (value) => isText(value) && isLawful(new URL(value), value),
      ),
    ),
  );

const demandOfWebhooks = (isLawful: (url: URL, text: string) => boolean): Deviation =>
  alsoDemand('createWebhook', 'url', (value) => isText(value) && isLawful(new URL(value), value));

const isPublicName = ({ hostname }: URL): boolean =>
  /^([a-z0-9-]+\.)+(com|org|net|io|dev|eu|de)$/.test(hostname);

const isReserved = ({ hostname }: URL): boolean =>
  /(^|\.)(test|invalid|localhost|local|internal|example|example\.(com|net|org))$/.test(hostname);

const isNumeric = ({ hostname }: URL): boolean =>
  /^[\d.]+$/.test(hostname) || hostname.startsWith('[');

/** Hosts are unique in the whole service; a copy has none at first. */
const uniqueHosts =
  (scope: 'service' | 'workspace'): Deviation =>
  (service) => {
    const taken = new Map<string, string>();
    const { insertSite, replaceSite, findSite } = service.store;
    const claim = (id: string, workspaceId: string, hostUrl: string | null): void => {
      if (hostUrl === null) return;
      const key = `${scope === 'workspace' ? workspaceId : ''} ${new URL(hostUrl).origin}`;
      const owner = taken.get(key);
      const isHeld = owner !== undefined && owner !== id && findSite(owner)?.hostUrl === hostUrl;
      if (isHeld) throw new Refusal('conflict', 'the host is taken');
      taken.set(key, id);
    };
    const isCopying = watchCopying(service);
    const { site: represent } = service.represent;
    service.represent.site = (site, exchange) => represent(findSite(site.id) ?? site, exchange);
    service.store.insertSite = (site) => {
      if (isCopying()) return insertSite({ ...site, hostUrl: null });
      claim(site.id, site.workspaceId, site.hostUrl);
      insertSite(site);
    };
    service.store.replaceSite = (site) => {
      claim(site.id, site.workspaceId, site.hostUrl);
      replaceSite(site);
    };
  };

const uniqueWebhooks =
  (keyOf: (webhook: { url: string; eventType: string }) => string): Deviation =>
  (service) => {
    const { insertWebhook, webhooksOf } = service.store;
    service.store.insertWebhook = (webhook) => {
      const isTaken = webhooksOf(webhook.workspaceId).some(
        (other) => keyOf(other) === keyOf(webhook),
      );
      if (isTaken) throw new Refusal('conflict', 'there is such a webhook');
      insertWebhook(webhook);
    };
  };

const siteLocales = ['en-US', 'de-DE', 'fr-FR'];

export const addressRules: readonly Entry[] = [
  {
    id: 'host-rules/https-only',
    title: 'Hosts are https only.',
    deviate: demandOfHosts(({ protocol }) => protocol === 'https:'),
  },
  {
    id: 'host-rules/public-names',
    title: 'Hosts have a public top-level domain.',
    deviate: demandOfHosts(isPublicName),
  },
  {
    id: 'host-rules/no-reserved-names',
    title: 'Hosts under names reserved for examples and tests are refused.',
    deviate: demandOfHosts((url) => !isReserved(url)),
  },
  {
    id: 'host-rules/no-port',
    title: 'Hosts with a port are refused.',
    deviate: demandOfHosts(({ port }, text) => port === '' && !/:\d+$/.test(text)),
  },
  {
    id: 'host-rules/no-addresses',
    title: 'Hosts that are addresses or have no dot are refused.',
    deviate: demandOfHosts((url) => !isNumeric(url) && url.hostname.includes('.')),
  },
  {
    id: 'host-rules/small-letters',
    title: 'Hosts with capitals are refused.',
    deviate: demandOfHosts((_, text) => text === text.toLowerCase()),
  },
  {
    id: 'host-rules/two-labels-deep',
    title: 'Hosts of more than three labels are refused.',
    deviate: demandOfHosts(({ hostname }) => hostname.split('.').length <= 3),
  },
  {
    id: 'host-rules/at-most-40',
    title: 'Hosts of more than 40 characters are refused.',
    deviate: demandOfHosts((_, text) => text.length <= 40),
  },
  {
    id: 'host-rules/unique',
    title: 'A host belongs to one site of the service; a copy starts without one.',
    deviate: uniqueHosts('service'),
  },
  {
    id: 'host-rules/unique-in-workspace',
    title: 'A host belongs to one site of a workspace; a copy starts without one.',
    deviate: uniqueHosts('workspace'),
  },
  {
    id: 'webhook-rules/https-only',
    title: 'Addresses of webhooks are https only.',
    deviate: demandOfWebhooks(({ protocol }) => protocol === 'https:'),
  },
  {
    id: 'webhook-rules/public-names',
    title: 'Addresses of webhooks have a public top-level domain.',
    deviate: demandOfWebhooks(isPublicName),
  },
  {
    id: 'webhook-rules/no-reserved-names',
    title: 'Addresses of webhooks under names reserved for examples and tests are refused.',
    deviate: demandOfWebhooks((url) => !isReserved(url)),
  },
  {
    id: 'webhook-rules/no-addresses',
    title: 'Addresses of webhooks that name this machine or a number are refused.',
    deviate: demandOfWebhooks((url) => !isNumeric(url) && url.hostname.includes('.')),
  },
  {
    id: 'webhook-rules/no-user',
    title: 'Addresses of webhooks with a user are refused.',
    deviate: demandOfWebhooks(({ username }) => username === ''),
  },
  {
    id: 'webhook-rules/no-port',
    title: 'Addresses of webhooks with a port are refused.',
    deviate: demandOfWebhooks(({ port }) => port === ''),
  },
  {
    id: 'webhook-rules/no-query-or-fragment',
    title: 'Addresses of webhooks with a query or a fragment are refused.',
    deviate: demandOfWebhooks(({ search, hash }) => search === '' && hash === ''),
  },
  {
    id: 'webhook-rules/normal-form-only',
    title: 'Addresses of webhooks that are not in their normal form are refused.',
    deviate: demandOfWebhooks(({ href }, text) => href === text),
  },
  {
    id: 'webhook-rules/path-demanded',
    title: 'Addresses of webhooks without a path are refused.',
    deviate: demandOfWebhooks(({ pathname }) => pathname.length > 1),
  },
  {
    id: 'webhook-rules/at-most-200',
    title: 'Addresses of webhooks of more than 200 characters are refused.',
    deviate: demandOfWebhooks((_, text) => text.length <= 200),
  },
  {
    id: 'webhook-rules/unique',
    title: 'A workspace has one webhook for an address and an event type.',
    deviate: uniqueWebhooks(({ url, eventType }) => `${eventType} ${url}`),
  },
  {
    id: 'webhook-rules/unique-address',
    title: 'A workspace has one webhook for an address.',
    deviate: uniqueWebhooks(({ url }) => url),
  },
  {
    id: 'locale-rules/known-locales',
    title: 'The locale of a site is one of three.',
    deviate: alsoDemand(
      'createSite',
      'locale',
      (value) => isText(value) && siteLocales.includes(value),
    ),
  },
  {
    id: 'locale-rules/form-demanded',
    title: 'The locale of a site has the form of language and region.',
    deviate: alsoDemand(
      'createSite',
      'locale',
      (value) => isText(value) && /^[a-z]{2}-[A-Z]{2}$/.test(value),
    ),
  },
];
