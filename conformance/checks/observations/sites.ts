import { isRecord } from '../../data/json-path.ts';
import { longText } from '../../data/texts.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, takeTurn, useOriginal, useSubject, useVictim } from '../../model/shared.ts';
import { toOrigin } from '../../model/sites.ts';
import { tryUpdateSite } from '../../model/trials.ts';
import { Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { observation, observeAcceptance } from './observation.ts';

/** An update of the subject whose outcome is not known beforehand: what it answers is what is expected from then on. */
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

/** Required fields are not shown: what a refusal of one field means shows only with the fields that the target wants. */
async function tryUpdate(scope: Scope, site: ExpectedSite, body: Record<string, unknown>) {
  const needsAll = await scope.run.share('updates need every field', () =>
    needsAllFields(scope, site),
  );
  return sendUpdate(scope, site, needsAll ? { ...toFields(site), ...body } : body);
}

async function needsAllFields(scope: Scope, site: ExpectedSite): Promise<boolean> {
  const plain = {
    name: scope.unique(),
    hostUrl: makeHostUrl(scope),
  };
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

/** Sends names of growing strangeness until one is refused. */
async function findNameForm(scope: Scope, site: ExpectedSite): Promise<string> {
  if (isSuccess(await tryUpdate(scope, site, { name: '' }))) return 'any';
  return isSuccess(await tryUpdate(scope, site, { name: `${scope.unique()}_é!` }))
    ? 'not-blank'
    : 'plain';
}

/** The longest name that is taken, up to the longest that is tried. */
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

export const siteObservations: readonly Check[] = [
  observation({
    id: 'updateSite/observes-the-status',
    operation: 'updateSite',
    title: 'The status of a successful site update',
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing: this check examines the updates of the run',
    stage: 'verdict',
    writes: false,
    run({ run, observe }) {
      const statuses = new Set(
        run.journal.entries
          .filter(({ operation, sent }) => operation.id === 'updateSite' && isSuccess(sent))
          .map(({ sent }) => sent.reply?.status ?? 0),
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
    id: 'updateSite/observes-empty-updates',
    operation: 'updateSite',
    title: 'Whether an update with an empty object is accepted',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with an empty object',
    uses: ['original'],
    async run(scope) {
      const { id } = await useOriginal(scope);
      const sent = await tryUpdateSite(scope, id, {});
      observeAcceptance(scope, sent, 'an update with an empty object', 'empty-update', {
        accepted: 'accepted',
        refused: 'refused',
      });
    },
  }),
  observation({
    id: 'updateSite/observes-missing-bodies',
    operation: 'updateSite',
    title: 'Whether an update without a body is accepted',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update without a body',
    uses: ['original'],
    async run(scope) {
      const { id } = await useOriginal(scope);
      const sent = await tryUpdateSite(scope, id);
      observeAcceptance(scope, sent, 'an update without a body', 'missing-update-body', {
        accepted: 'accepted',
        refused: 'refused',
      });
    },
  }),
  observation({
    id: 'updateSite/observes-rules-for-names',
    operation: 'updateSite',
    title: 'Which site names are accepted, and how long they may be',
    requirement: 'names-are-not-constrained-by-the-interface',
    sends:
      'updates with an empty name, a name with characters other than letters and digits, and increasingly long names',
    uses: ['subject'],
    run: (scope) =>
      takeTurn(
        scope,
        'subject',
        async () => {
          const site = await useSubject(scope);
          const form = await findNameForm(scope, site);
          const forms: Readonly<Record<string, string>> = {
            any: 'any name is accepted, including an empty one',
            'not-blank': 'an empty name is refused',
            plain:
              'a name is refused if it is empty or has characters other than letters and digits',
          };
          scope.observe(forms[form] ?? form, { id: 'name-form', value: form });
          const length = await findMaxLength(scope, site);
          scope.observe(
            length === null
              ? 'a name may have 300 characters and more'
              : `a name may have ${length} characters`,
            { id: 'name-max-length', value: length },
          );
          await tryUpdate(scope, site, { name: scope.unique() });
        },
        6,
      ),
  }),
  observation({
    id: 'updateSite/observes-host-urls',
    operation: 'updateSite',
    title: 'How host URLs are normalised, and how a path in one is handled',
    requirement: 'update-site-details-are-not-shown',
    sends: 'updates with a hostUrl in upper case, and with a path',
    uses: ['subject'],
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const upper = `https://${scope.unique().toUpperCase()}.${scope.run.domain}`;
        const spelt = await tryUpdate(scope, site, { hostUrl: upper });
        // A completely different host is not another spelling of this one; other checks report that.
        if (
          isSuccess(spelt) &&
          site.hostUrl !== null &&
          toOrigin(site.hostUrl) === toOrigin(upper)
        ) {
          const verbatim = site.hostUrl === upper;
          scope.observe(`a host URL is stored ${verbatim ? 'as sent' : 'normalised'}`, {
            id: 'host-url-form',
            value: verbatim ? 'verbatim' : 'normalised',
          });
        }
        const origin = makeHostUrl(scope);
        const beyond = await tryUpdate(scope, site, { hostUrl: `${origin}/path` });
        if (isSuccess(beyond) && site.hostUrl !== null) site.hostUrl = toOrigin(site.hostUrl);
        observeAcceptance(scope, beyond, 'a host URL with a path', 'host-url-beyond-origin', {
          accepted: 'trimmed',
          refused: 'refused',
        });
      }),
  }),
  observation({
    id: 'updateSite/observes-unique-hosts',
    operation: 'updateSite',
    title: 'Whether two sites may share a host',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with the hostUrl of another site of the workspace',
    uses: ['subject', 'victim'],
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const { hostUrl } = await useVictim(scope);
        if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
        const sent = await tryUpdate(scope, site, { hostUrl });
        observeAcceptance(scope, sent, 'the host of another site', 'unique-host-url', {
          accepted: 'allowed',
          refused: 'refused',
        });
        await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
      }),
  }),
  observation({
    id: 'updateSite/observes-unknown-fields',
    operation: 'updateSite',
    title: 'How an undocumented body field is handled',
    requirement: 'unknown-input-is-not-described',
    sends: 'an update with a name and an undocumented field',
    uses: ['subject'],
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const sent = await tryUpdate(scope, site, {
          name: scope.unique(),
          extra: 1,
        });
        observeAcceptance(scope, sent, 'a field that is not documented', 'unknown-fields', {
          accepted: 'ignored',
          refused: 'refused',
        });
      }),
  }),
];
