import { isRecord } from '../../data/json-path.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import { makeHostless, useOriginal } from '../../model/shared.ts';
import { duplicateSite, enterSite, toOrigin } from '../../model/sites.ts';
import { type Check, Inconclusive, type Scope } from '../../runner/check.ts';
import { isSuccess, type JournalEntry } from '../../runner/journal.ts';
import { prepare } from '../../runner/run.ts';
import { observation, observeAcceptance, probe } from './observation.ts';

/** Answers of duplications of the original, with what their requests said. */
function listCopies(
  { run }: Scope,
  original: ExpectedSite,
): { body: Record<string, unknown>; named: boolean }[] {
  const isCopy = ({ operation, sent }: JournalEntry) =>
    operation.id === 'duplicateSite' && isSuccess(sent) && sent.request.path.includes(original.id);
  return run.journal.entries.filter(isCopy).flatMap(({ sent }) => {
    const json = sent.reply?.json;
    const text = sent.request.body === undefined ? '' : new TextDecoder().decode(sent.request.body);
    return isRecord(json) ? [{ body: json, named: text.includes('"name"') }] : [];
  });
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
      // Not the original: two unnamed copies of one site may have to differ in their names.
      const { expected: original } = await prepare('a site', () => makeHostless(scope));
      const sent = await probe(scope, {
        operation: 'duplicateSite',
        path: { siteId: original.id },
      });
      if (
        observeAcceptance(scope, sent, 'a duplication without a body', 'missing-duplicate-body', {
          accepted: 'accepted',
          refused: 'refused',
        })
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
    title: 'The name, host and key of an unnamed copy',
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'nothing itself: it examines the duplicates of the run',
    stage: 'verdict',
    writes: false,
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const copies = listCopies(scope, original);
      const [copy] = copies;
      if (copy === undefined) throw new Inconclusive('no duplication succeeded');
      const name = copies.find(({ named }) => !named)?.body['name'];
      if (typeof name === 'string') {
        scope.observe(
          `an unnamed copy of ${JSON.stringify(original.name)} is called ${JSON.stringify(name)}`,
          { id: 'unnamed-copy-name', value: name.replaceAll(original.name, '{name}') },
        );
      }
      const sameKey = copy.body['apiKey'] === original.apiKey;
      scope.observe(
        `a copy has ${sameKey ? 'the apiKey of its original' : 'an apiKey of its own'}`,
        { id: 'copied-api-key', value: sameKey ? 'original' : 'own' },
      );
      const { hostUrl } = copy.body;
      const sameHost =
        typeof hostUrl === 'string' &&
        original.hostUrl !== null &&
        toOrigin(hostUrl) === toOrigin(original.hostUrl);
      scope.observe(
        `a copy has ${sameHost ? 'the host of its original' : hostUrl === null ? 'no host' : 'a host of its own'}`,
      );
    },
  }),
];
