import { Inconclusive } from '../../../conformance/outcomes.ts';
import { type JournalEntry, listSuccesses } from '../../../conformance/runner/journal.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { prepare, sendProbe } from '../model/call.ts';
import { isSameOrigin } from '../model/compare.ts';
import { type ExpectedSite, listNamed } from '../model/ledger.ts';
import { duplicateSite, enterCopy } from '../model/records.ts';
import type { Run } from '../model/scope.ts';
import { makeHostless, useOriginal } from '../model/shared.ts';
import { isAccepted, type Observation, type Observer, ofResponses } from './observation.ts';

// What the target fills in for a new site or a copy.

/** Replaces the id by a placeholder, because ids differ between runs but the text of an observation must not. */
function toHostPattern({ id, hostUrl }: Record<string, unknown>): string | null | undefined {
  if (typeof hostUrl !== 'string') return hostUrl === null ? null : undefined;
  return hostUrl.toLowerCase().replaceAll(String(id).toLowerCase(), '{id}');
}

function observeHosts({ run, answer, observe }: Observer): void {
  const entries = listSuccesses(run, 'createSite');
  const hostless = entries.filter(({ sent }) => !('hostUrl' in listNamed(sent)));
  const sites = hostless.map(({ sent }) => sent.reply?.json).filter(isRecord);
  const hosts = new Set(sites.map(toHostPattern));
  hosts.delete(undefined);
  if (hosts.size === 0) throw new Inconclusive('no response shows a site created without a host');
  const [host = null] = hosts;
  if (hosts.size === 1) answer('host-url-default', host);
  else observe('sites created without a host get hosts that do not follow from their ids');
}

/** The body of a response, if it is an object. */
function readBody({ sent }: JournalEntry): Record<string, unknown> {
  const json = sent.reply?.json;
  return isRecord(json) ? json : {};
}

/**
 * What the original of a copy was. Checks change originals, so it is compared with what the latest response before the copy
 * showed.
 */
function findOriginal(run: Run, copy: JournalEntry, original: ExpectedSite) {
  const { entries } = run.journal;
  const earlier = entries.slice(0, entries.indexOf(copy));
  const latest = earlier.findLast((entry) => readBody(entry)['id'] === original.id);
  const { name, hostUrl, apiKey } = original;
  return { name, hostUrl, apiKey, ...(latest && readBody(latest)) };
}

async function observeCopies(scope: Observer): Promise<void> {
  const { run } = scope;
  const original = await useOriginal(scope);
  const copies = listSuccesses(run, 'duplicateSite').filter(
    ({ sent }) => sent.request.path.includes(original.id) && isRecord(sent.reply?.json),
  );
  const [copy] = copies;
  if (copy === undefined) throw new Inconclusive('no duplication succeeded');
  const unnamed = copies.find(({ sent }) => !('name' in listNamed(sent)));
  if (unnamed !== undefined) {
    const { name } = readBody(unnamed);
    const source = findOriginal(run, unnamed, original);
    // Names differ between runs, but the text of an observation must not.
    if (typeof name === 'string')
      scope.answer('unnamed-copy-name', name.replaceAll(String(source.name), '{name}'));
  }
  const { apiKey, hostUrl } = readBody(copy);
  const source = findOriginal(run, copy, original);
  if (apiKey !== undefined)
    scope.answer('copied-api-key', apiKey === source.apiKey ? 'original' : 'own');
  if (hostUrl !== undefined)
    scope.observe(`a duplicate has ${describeHost(hostUrl, source.hostUrl)}`);
}

function describeHost(hostUrl: unknown, original: unknown): string {
  if (isSameOrigin(hostUrl, original)) return 'the host of its original';
  return hostUrl === null ? 'no host' : 'its own host';
}

export const creations: readonly Observation[] = [
  {
    id: 'duplicateSite/observes-missing-bodies',
    about: ['missing-duplicate-body'],
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'a duplication without a body',
    creates: 1,
    uses: ['hostless'],
    async run(scope) {
      // A different site, because two unnamed copies of one site may have different names.
      const { expected: original } = await prepare('a site', () => makeHostless(scope));
      const sent = await sendProbe(scope, 'duplicateSite', original.id);
      if (isAccepted(scope, sent, 'missing-duplicate-body')) {
        scope.answer('missing-duplicate-body', 'accepted');
        enterCopy(scope, sent, original);
      } else await prepare('a duplicate', () => duplicateSite(scope, original, {}));
    },
  },
  {
    ...ofResponses,
    id: 'duplicateSite/observes-copies',
    about: ['unnamed-copy-name', 'copied-api-key'],
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'nothing: this check examines the duplicates that the run created',
    uses: ['original'],
    run: observeCopies,
  },
  {
    ...ofResponses,
    id: 'createSite/observes-hosts',
    about: ['host-url-default'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing: this check examines the sites created without a host',
    run: observeHosts,
  },
];
