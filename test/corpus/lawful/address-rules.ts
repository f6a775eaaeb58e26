import { watchCopying } from '../deviations/records.ts';
import { alsoDemand, together } from '../deviations/requests.ts';
import { type Entry, entries } from '../entry.ts';
import { Refusal } from '../service/exchange.ts';
import { isText } from '../service/field-rules.ts';
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
    const owners = new Map<string, string>();
    const { insertSite, replaceSite, findSite } = service.store;
    const claim = (id: string, workspaceId: string, hostUrl: string | null): void => {
      if (hostUrl === null) return;
      const key = `${scope === 'workspace' ? workspaceId : ''} ${new URL(hostUrl).origin}`;
      const owner = owners.get(key);
      const isHeld = owner !== undefined && owner !== id && findSite(owner)?.hostUrl === hostUrl;
      if (isHeld) throw new Refusal('conflict', 'the host is taken');
      owners.set(key, id);
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
        (registered) => keyOf(registered) === keyOf(webhook),
      );
      if (isTaken) throw new Refusal('conflict', 'there is such a webhook');
      insertWebhook(webhook);
    };
  };

const siteLocales = ['en-US', 'de-DE', 'fr-FR'];

export const addressRules: readonly Entry[] = entries({
  'host-rules/https-only: Hosts are https only.': demandOfHosts(
    ({ protocol }) => protocol === 'https:',
  ),
  'host-rules/public-names: Hosts have a public top-level domain.': demandOfHosts(isPublicName),
  'host-rules/no-reserved-names: Hosts under names reserved for examples and tests are refused.':
    demandOfHosts((url) => !isReserved(url)),
  'host-rules/no-port: Hosts with a port are refused.': demandOfHosts(
    ({ port }, text) => port === '' && !/:\d+$/.test(text),
  ),
  'host-rules/no-addresses: Hosts that are addresses or have no dot are refused.': demandOfHosts(
    (url) => !isNumeric(url) && url.hostname.includes('.'),
  ),
  'host-rules/small-letters: Hosts with capitals are refused.': demandOfHosts(
    (_, text) => text === text.toLowerCase(),
  ),
  'host-rules/two-labels-deep: Hosts of more than three labels are refused.': demandOfHosts(
    ({ hostname }) => hostname.split('.').length <= 3,
  ),
  'host-rules/at-most-40: Hosts of more than 40 characters are refused.': demandOfHosts(
    (_, text) => text.length <= 40,
  ),
  'host-rules/unique: A host belongs to one site of the service; a copy starts without one.':
    uniqueHosts('service'),
  'host-rules/unique-in-workspace: A host belongs to one site of a workspace; a copy starts without one.':
    uniqueHosts('workspace'),
  'webhook-rules/https-only: Addresses of webhooks are https only.': demandOfWebhooks(
    ({ protocol }) => protocol === 'https:',
  ),
  'webhook-rules/public-names: Addresses of webhooks have a public top-level domain.':
    demandOfWebhooks(isPublicName),
  'webhook-rules/no-reserved-names: Addresses of webhooks under names reserved for examples and tests are refused.':
    demandOfWebhooks((url) => !isReserved(url)),
  'webhook-rules/no-addresses: Addresses of webhooks that name this machine or a number are refused.':
    demandOfWebhooks((url) => !isNumeric(url) && url.hostname.includes('.')),
  'webhook-rules/no-user: Addresses of webhooks with a user are refused.': demandOfWebhooks(
    ({ username }) => username === '',
  ),
  'webhook-rules/no-port: Addresses of webhooks with a port are refused.': demandOfWebhooks(
    ({ port }) => port === '',
  ),
  'webhook-rules/no-query-or-fragment: Addresses of webhooks with a query or a fragment are refused.':
    demandOfWebhooks(({ search, hash }) => search === '' && hash === ''),
  'webhook-rules/normal-form-only: Addresses of webhooks that are not in their normal form are refused.':
    demandOfWebhooks(({ href }, text) => href === text),
  'webhook-rules/path-demanded: Addresses of webhooks without a path are refused.':
    demandOfWebhooks(({ pathname }) => pathname.length > 1),
  'webhook-rules/at-most-200: Addresses of webhooks of more than 200 characters are refused.':
    demandOfWebhooks((_, text) => text.length <= 200),
  'webhook-rules/unique: A workspace has one webhook for an address and an event type.':
    uniqueWebhooks(({ url, eventType }) => `${eventType} ${url}`),
  'webhook-rules/unique-address: A workspace has one webhook for an address.': uniqueWebhooks(
    ({ url }) => url,
  ),
  'locale-rules/known-locales: The locale of a site is one of three.': alsoDemand(
    'createSite',
    'locale',
    (value) => isText(value) && siteLocales.includes(value),
  ),
  'locale-rules/form-demanded: The locale of a site has the form of language and region.':
    alsoDemand(
      'createSite',
      'locale',
      (value) => isText(value) && /^[a-z]{2}-[A-Z]{2}$/.test(value),
    ),
});

/** Whether a host is found when it is looked up. */
const isKnownHost = ({ hostname }: URL): boolean =>
  /^(www\.)?example\.(com|net|org)$|\.tame-sites\.com$/.test(hostname);

/** The service assigns a host to sites and copies without one. */
const hostsOfTheService: Deviation = (service) => {
  let count = 0;
  const { insertSite } = service.store;
  service.store.insertSite = (site) => {
    count += 1;
    insertSite({ ...site, hostUrl: site.hostUrl ?? `https://s${count}.sites.example.net` });
  };
  const { site: represent } = service.represent;
  service.represent.site = (site, exchange) =>
    represent(service.store.findSite(site.id) ?? site, exchange);
};

export const chosenHosts: readonly Entry[] = entries({
  'host-rules/known-hosts-only: Hosts are looked up, and those that do not exist are refused.':
    demandOfHosts(isKnownHost),
  'host-rules/known-hosts-once: Hosts are looked up, and belong to one site each.': together(
    demandOfHosts(isKnownHost),
    uniqueHosts('service'),
  ),
  'host-rules/hosts-of-the-service: Hosts are under the domain of the service, which gives one to every site.':
    together(
      demandOfHosts(({ hostname }) => hostname.endsWith('.sites.example.net')),
      hostsOfTheService,
    ),
  'host-rules/no-choice: A host cannot be chosen; the service gives one to every site.': together(
    demandOfHosts(() => false),
    hostsOfTheService,
  ),
  'host-rules/no-hosts: A host cannot be chosen, and no site has one.': demandOfHosts(() => false),
  'webhook-rules/known-hosts-only: Hosts of webhooks are looked up, and those that do not exist are refused.':
    demandOfWebhooks(isKnownHost),
});
