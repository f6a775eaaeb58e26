import { isRecord } from '../../../contract/resolve-reference.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import { listNamed, listWrites } from '../../model/record-writes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostless, useOriginal } from '../../model/shared.ts';
import { toOrigin } from '../../model/site-differences.ts';
import { duplicateSite, enterSite } from '../../model/sites.ts';
import { tryDuplicateSite } from '../../model/trials.ts';
import { Inconclusive } from '../../results.ts';
import { type JournalEntry, listSuccesses } from '../../runner/journal.ts';
import { prepare } from '../../runner/run.ts';
import { observation, observeAcceptance } from '../frames.ts';

interface Copy {
  body: Record<string, unknown>;
  named: boolean;
  /** The original at the time of duplication. Checks that run later update it. */
  of: { name: string; hostUrl: string | null };
}

/** Responses to duplications of the original, and whether the requests contained a name. */
function listCopies({ run }: Scope, original: ExpectedSite): Copy[] {
  const writes = listWrites(run, original.id);
  return listSuccesses(run, 'duplicateSite').flatMap(({ sent }) => {
    const body = sent.reply?.json;
    if (!sent.request.path.includes(original.id) || !isRecord(body)) return [];
    const before = writes.filter((write) => write.sent.startedAt <= sent.startedAt);
    return [{ body, named: 'name' in listNamed(sent), of: toWritten(original, before) }];
  });
}

/** The name and host of a site after some writes. Fields without a write have their current value. */
function toWritten({ name, hostUrl }: ExpectedSite, writes: readonly JournalEntry[]): Copy['of'] {
  const findLast = (field: 'name' | 'hostUrl') =>
    writes.map(({ sent }) => listNamed(sent)[field]).findLast((value) => typeof value === 'string');
  return { name: findLast('name') ?? name, hostUrl: findLast('hostUrl') ?? hostUrl };
}

export const copyObservations: readonly Check[] = [
  observation({
    id: 'duplicateSite/observes-missing-bodies',
    operation: 'duplicateSite',
    title: 'Whether a duplication without a body is accepted',
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'a duplication without a body',
    creates: 1,
    uses: ['hostless'],
    async run(scope) {
      // A different site, because two unnamed copies of one site may have different names.
      const { expected: original } = await prepare('a site', () => makeHostless(scope));
      const sent = await tryDuplicateSite(scope, original.id);
      if (
        observeAcceptance(scope, sent, 'a duplication without a body', 'missing-duplicate-body')
      ) {
        enterSite(scope, sent, {}, original.workspace, 'duplicating a site');
        return;
      }
      await prepare('a duplicate', () => duplicateSite(scope, original, {}));
    },
  }),
  observation({
    id: 'duplicateSite/observes-copies',
    operation: 'duplicateSite',
    title: 'The name, host and key of an unnamed duplicate',
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'nothing: this check examines the duplicates that the run created',
    stage: 'verdict',
    writes: false,
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const copies = listCopies(scope, original);
      const [copy] = copies;
      if (copy === undefined) throw new Inconclusive('no duplication succeeded');
      const unnamed = copies.find(({ named }) => !named);
      const name = unnamed?.body['name'];
      if (unnamed !== undefined && typeof name === 'string') {
        // Names differ between runs, but the text of an observation must not.
        const value = name.replaceAll(unnamed.of.name, '{name}');
        scope.observe(`an unnamed duplicate of "{name}" is called ${JSON.stringify(value)}`, {
          id: 'unnamed-copy-name',
          value,
        });
      }
      const sameKey = copy.body['apiKey'] === original.apiKey;
      scope.observe(
        `a duplicate has ${sameKey ? 'the apiKey of its original' : 'its own apiKey'}`,
        {
          id: 'copied-api-key',
          value: sameKey ? 'original' : 'own',
        },
      );
      const { hostUrl } = copy.body;
      const sameHost =
        typeof hostUrl === 'string' &&
        copy.of.hostUrl !== null &&
        toOrigin(hostUrl) === toOrigin(copy.of.hostUrl);
      scope.observe(
        `a duplicate has ${sameHost ? 'the host of its original' : hostUrl === null ? 'no host' : 'its own host'}`,
      );
    },
  }),
];

/**
 * The host of sites created without one, with `{id}` for the id of the site. If the hosts differ without containing the id,
 * the result is `{id}` and their common ending.
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

/** Replaces the id by a placeholder, because ids differ between runs but the text of an observation must not. */
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
    sends: 'nothing: this check examines the sites created without a host',
    stage: 'verdict',
    writes: false,
    run({ run, observe }) {
      const sites = listSuccesses(run, 'createSite')
        .filter(({ sent }) => !('hostUrl' in listNamed(sent)))
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
