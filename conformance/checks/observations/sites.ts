import { isRecord } from '../../../contract/resolve-reference.ts';
import { longText } from '../../data/texts.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, useOriginal, useVictim } from '../../model/shared.ts';
import { toOrigin } from '../../model/site-differences.ts';
import { tryUpdateSite } from '../../model/trials.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess, listSuccesses } from '../../runner/journal.ts';
import { observation, observeAcceptance, onSubject } from '../frames.ts';

/** Sends an update with an unknown result. Afterwards, the expected site is the one in the response. */
async function sendUpdate(scope: Scope, site: ExpectedSite, body: Record<string, unknown>) {
  const sent = await tryUpdateSite(scope, site.id, body);
  const json = sent.reply?.json;
  if (isSuccess(sent) && isRecord(json)) {
    if (typeof json['name'] === 'string') site.name = json['name'];
    if (typeof json['hostUrl'] === 'string') site.hostUrl = json['hostUrl'];
    site.writers.push(scope.check.id);
  }
  return sent;
}

/**
 * Sends an update, with all fields if the target requires them. Required fields are undocumented, so a refusal of a single
 * field would be inconclusive.
 */
async function tryUpdate(scope: Scope, site: ExpectedSite, body: Record<string, unknown>) {
  const needsAll = await scope.run.share('updates require every field', () =>
    needsAllFields(scope, site),
  );
  return sendUpdate(scope, site, needsAll ? { ...toFields(site), ...body } : body);
}

async function needsAllFields(scope: Scope, site: ExpectedSite): Promise<boolean> {
  const plain = { name: scope.unique(), hostUrl: makeHostUrl(scope) };
  const isTaken = async (body: Record<string, unknown>) =>
    isSuccess(await sendUpdate(scope, site, body));
  if ((await isTaken({ name: plain.name })) && (await isTaken({ hostUrl: plain.hostUrl })))
    return false;
  if (await isTaken(plain)) return true;
  throw new Inconclusive('plain updates of a site are refused');
}

function toFields({ name, hostUrl }: ExpectedSite): Record<string, unknown> {
  return hostUrl === null ? { name } : { name, hostUrl };
}

const nameForms = {
  any: 'any name is accepted, including an empty one',
  'not-blank': 'an empty name is refused',
  plain: 'a name is refused if it is empty or has characters other than letters and digits',
};

/** Sends increasingly plain names until the target accepts one. */
async function findNameForm(scope: Scope, site: ExpectedSite): Promise<keyof typeof nameForms> {
  if (isSuccess(await tryUpdate(scope, site, { name: '' }))) return 'any';
  return isSuccess(await tryUpdate(scope, site, { name: `${scope.unique()}_é!` }))
    ? 'not-blank'
    : 'plain';
}

/** Length of the longest accepted name; null if even the longest one tried is accepted. */
async function findMaxLength(scope: Scope, site: ExpectedSite): Promise<number | null> {
  const text = scope.unique() + longText.replaceAll('-', '').repeat(2);
  let taken = 10;
  let refused = 300;
  if (isSuccess(await tryUpdate(scope, site, { name: text.slice(0, refused) }))) return null;
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (isSuccess(await tryUpdate(scope, site, { name: text.slice(0, middle) }))) taken = middle;
    else refused = middle;
  }
  return taken;
}

const shared = {
  operation: 'updateSite',
  requirement: 'update-site-details-are-not-shown',
  uses: ['subject'],
} as const;

export const siteObservations: readonly Check[] = [
  observation({
    ...shared,
    id: 'updateSite/observes-the-status',
    title: 'The status of a successful site update',
    sends: 'nothing: this check examines the updates of the run',
    stage: 'verdict',
    writes: false,
    uses: [],
    run({ run, observe }) {
      const statuses = new Set(
        listSuccesses(run, 'updateSite').map(({ sent }) => sent.reply?.status ?? 0),
      );
      const [status] = statuses;
      if (status === undefined) throw new Inconclusive('no update of a site succeeded');
      observe(`updating a site returns ${[...statuses].join(' or ')}`, {
        id: 'update-site-status',
        value: status,
      });
    },
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-empty-updates',
    title: 'Whether an update with an empty object is accepted',
    sends: 'an update with an empty object',
    uses: ['original'],
    async run(scope) {
      const sent = await tryUpdateSite(scope, (await useOriginal(scope)).id, {});
      observeAcceptance(scope, sent, 'an update with an empty object', 'empty-update');
    },
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-missing-bodies',
    title: 'Whether an update without a body is accepted',
    sends: 'an update without a body',
    uses: ['original'],
    async run(scope) {
      const sent = await tryUpdateSite(scope, (await useOriginal(scope)).id);
      observeAcceptance(scope, sent, 'an update without a body', 'missing-update-body');
    },
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-rules-for-names',
    title: 'Which site names are accepted, and how long they may be',
    requirement: 'names-are-not-constrained-by-the-interface',
    sends:
      'updates with an empty name, a name with characters other than letters and digits, and longer and longer names',
    run: onSubject(
      async (scope, site) => {
        const form = await findNameForm(scope, site);
        scope.observe(nameForms[form], { id: 'name-form', value: form });
        const length = await findMaxLength(scope, site);
        scope.observe(
          length === null
            ? 'a name may have 300 or more characters'
            : `a name may have ${length} characters`,
          { id: 'name-max-length', value: length },
        );
        await tryUpdate(scope, site, { name: scope.unique() });
      },
      () => 6,
    ),
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-host-urls',
    title: 'How host URLs are normalised, and how a path in one is handled',
    sends: 'updates with a hostUrl in upper case, and with a path',
    run: onSubject(async (scope, site) => {
      const upper = `https://${scope.unique().toUpperCase()}.${scope.run.domain}`;
      const spelt = await tryUpdate(scope, site, { hostUrl: upper });
      // A completely different host is not a spelling of this one. Other checks report that.
      if (isSuccess(spelt) && site.hostUrl !== null && toOrigin(site.hostUrl) === toOrigin(upper)) {
        const verbatim = site.hostUrl === upper;
        scope.observe(`a host URL is stored ${verbatim ? 'as sent' : 'normalised'}`, {
          id: 'host-url-form',
          value: verbatim ? 'verbatim' : 'normalised',
        });
      }
      const origin = makeHostUrl(scope);
      const beyond = await tryUpdate(scope, site, { hostUrl: `${origin}/path` });
      if (isSuccess(beyond) && site.hostUrl !== null) site.hostUrl = toOrigin(site.hostUrl);
      observeAcceptance(scope, beyond, 'a host URL with a path', 'host-url-beyond-origin', [
        'trimmed',
        'refused',
      ]);
    }),
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-unique-hosts',
    title: 'Whether two sites may share a host',
    sends: 'an update with the hostUrl of another site of the workspace',
    uses: ['subject', 'victim'],
    run: onSubject(async (scope, site) => {
      const { hostUrl } = await useVictim(scope);
      if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      const sent = await tryUpdate(scope, site, { hostUrl });
      observeAcceptance(scope, sent, 'the host of another site', 'unique-host-url', [
        'allowed',
        'refused',
      ]);
      await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
    }),
  }),
  observation({
    ...shared,
    id: 'updateSite/observes-unknown-fields',
    title: 'How an undocumented body field is handled',
    requirement: 'unknown-input-is-not-described',
    sends: 'an update with a name and an undocumented field',
    run: onSubject(async (scope, site) => {
      const sent = await tryUpdate(scope, site, { name: scope.unique(), extra: 1 });
      observeAcceptance(scope, sent, 'a field that is not documented', 'unknown-fields', [
        'ignored',
        'refused',
      ]);
    }),
  }),
];
