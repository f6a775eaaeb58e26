import { watchCopying } from '../deviations/copying.ts';
import { alsoDemand, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isText } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const demandOfHosts = (isLawful: (hostname: string) => boolean): Deviation =>
  together(
    ...(['createSite', 'updateSite'] as const).map((operationId) =>
      alsoDemand(
        operationId,
        'hostUrl',
        (value) => isText(value) && isLawful(new URL(value).hostname),
      ),
    ),
  );

/** Whether the lookup of a host succeeds. */
const stands = (hostname: string): boolean =>
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

const oneSiteForAHost: Deviation = (service) => {
  const { replaceSite, insertSite, sitesOf } = service.store;
  const demandFree = (id: string, hostUrl: string | null): void => {
    const sites = service.workspaceIds.flatMap((workspaceId) => sitesOf(workspaceId));
    if (hostUrl !== null && sites.some((site) => site.id !== id && site.hostUrl === hostUrl))
      throw new Refusal('conflict', 'the host is taken');
  };
  const isCopying = watchCopying(service);
  service.store.insertSite = (site) => {
    const hostUrl = isCopying() ? null : site.hostUrl;
    demandFree(site.id, hostUrl);
    insertSite({ ...site, hostUrl });
  };
  service.store.replaceSite = (site) => {
    demandFree(site.id, site.hostUrl);
    replaceSite(site);
  };
  const { site: represent } = service.represent;
  service.represent.site = (site, exchange) =>
    represent(service.store.findSite(site.id) ?? site, exchange);
};

export const chosenHosts: readonly Entry[] = [
  {
    id: 'host-rules/known-hosts-only',
    title: 'Hosts are looked up, and those that do not exist are refused.',
    deviate: demandOfHosts(stands),
  },
  {
    id: 'host-rules/known-hosts-once',
    title: 'Hosts are looked up, and belong to one site each.',
    deviate: together(demandOfHosts(stands), oneSiteForAHost),
  },
  {
    id: 'host-rules/hosts-of-the-service',
    title: 'Hosts are under the domain of the service, which gives one to every site.',
    deviate: together(
      demandOfHosts((hostname) => hostname.endsWith('.sites.example.net')),
      hostsOfTheService,
    ),
  },
  {
    id: 'host-rules/no-choice',
    title: 'A host cannot be chosen; the service gives one to every site.',
    deviate: together(
      demandOfHosts(() => false),
      hostsOfTheService,
    ),
  },
  {
    id: 'host-rules/no-hosts',
    title: 'A host cannot be chosen, and no site has one.',
    deviate: demandOfHosts(() => false),
  },
  {
    id: 'webhook-rules/known-hosts-only',
    title: 'Hosts of webhooks are looked up, and those that do not exist are refused.',
    deviate: alsoDemand(
      'createWebhook',
      'url',
      (value) => isText(value) && stands(new URL(value).hostname),
    ),
  },
];
