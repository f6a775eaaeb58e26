import { isRecord } from '../../data/json-path.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { observation } from './observation.ts';

/**
 * The host of sites that were given none, with `{id}` for the id of the site. Hosts that differ and do not hold the id
 * are made of something that nobody can tell: an id in front of what they share comes nearest.
 */
function findDefaultHost(sites: readonly Record<string, unknown>[]): string | null {
  const hosts = sites.map(toPattern);
  const [first = null] = hosts;
  if (first === null || hosts.every((host) => host === first)) return first;
  const domain = /^[^:]+:\/\/[^./]+(\.[^./]+\.[^/]+)$/.exec(first)?.[1] ?? '';
  return domain !== '' && hosts.every((host) => host?.endsWith(domain))
    ? `https://{id}${domain}`
    : 'https://{id}.site.example';
}

/** Ids are new in each run; what was observed has to read the same from run to run. */
function toPattern({ id, hostUrl }: Record<string, unknown>): string | null {
  return typeof hostUrl === 'string'
    ? hostUrl.toLowerCase().replaceAll(String(id).toLowerCase(), '{id}')
    : null;
}

export const hostObservations: readonly Check[] = [
  observation({
    id: 'createSite/observes-hosts',
    operation: 'createSite',
    title: 'The hostUrl of a site created without one',
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing itself: it examines the sites that were created without a host',
    stage: 'verdict',
    writes: false,
    run({ run, observe }) {
      const sites = run.journal.entries
        .filter(
          ({ operation, sent }) =>
            operation.id === 'createSite' &&
            isSuccess(sent) &&
            !new TextDecoder().decode(sent.request.body).includes('"hostUrl"'),
        )
        .map(({ sent }) => sent.reply?.json)
        .filter(isRecord);
      const [site] = sites;
      if (site === undefined) throw new Inconclusive('no site was created without a host');
      const value = findDefaultHost(sites);
      observe(
        value === null
          ? 'a site without a host has the hostUrl null'
          : `a site without a host gets one, such as ${toPattern(site)}`,
        { id: 'host-url-default', value },
      );
    },
  }),
];
