import { Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess, listSuccesses } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { longText } from '../data/texts.ts';
import { sendProbe, statusOf } from '../model/call.ts';
import { isSameOrigin, toOrigin } from '../model/compare.ts';
import { type ExpectedSite, recordWrite } from '../model/ledger.ts';
import type { Scope } from '../model/scope.ts';
import { borrow, makeHostUrl, useOriginal, useVictim } from '../model/shared.ts';
import {
  answerForm,
  isAccepted,
  isStored,
  type Observation,
  type Observer,
  ofResponses,
  readField,
} from './observation.ts';

/**
 * Sends an update with all fields, because the interface does not show which ones are required. Afterwards, the expected site
 * is the one in the response.
 */
async function tryUpdate(scope: Scope, site: ExpectedSite, change: Record<string, unknown>) {
  const { name, hostUrl } = site;
  const body = { name, ...(hostUrl !== null && { hostUrl }), ...change };
  const sent = await sendProbe(scope, 'updateSite', site.id, body);
  if (isSuccess(sent)) {
    const returned = { name: readField(sent, 'name'), hostUrl: readField(sent, 'hostUrl') };
    recordWrite(site, returned, sent);
  }
  return sent;
}

/** Observes with a site that no other check uses at the same time. */
function withSite(observe: (scope: Observer, site: ExpectedSite) => Promise<void>) {
  return (scope: Observer) => borrow(scope, 1, (site) => observe(scope, site));
}

async function observeUniqueHosts(scope: Observer, site: ExpectedSite): Promise<void> {
  const { hostUrl } = await useVictim(scope);
  if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
  const sent = await tryUpdate(scope, site, { hostUrl });
  await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
  if (!isAccepted(scope, sent, 'unique-host-url')) return;
  if (isSameOrigin(readField(sent, 'hostUrl'), hostUrl)) scope.answer('unique-host-url', 'allowed');
  else scope.observe('an update with the host of another site is accepted without its effect');
}

async function observeUnknownFields(scope: Observer, site: ExpectedSite): Promise<void> {
  const sent = await tryUpdate(scope, site, { name: scope.unique(), extra: 1 });
  if (!isAccepted(scope, sent, 'unknown-fields')) return;
  if (readField(sent, 'extra') === undefined) scope.answer('unknown-fields', 'ignored');
  else scope.observe('undocumented fields of a request body are returned');
}

async function observeHostUrls(scope: Observer, site: ExpectedSite): Promise<void> {
  const upper = `https://${scope.unique().toUpperCase()}.${scope.run.domain}`;
  const spelt = await tryUpdate(scope, site, { hostUrl: upper });
  // A completely different host is not a spelling of this one. Other checks report that.
  const returned = readField(spelt, 'hostUrl');
  if (isSuccess(spelt) && isSameOrigin(returned, upper))
    scope.answer('host-url-form', returned === upper ? 'verbatim' : 'normalised');
  const origin = makeHostUrl(scope);
  answerBeyondOrigin(scope, await tryUpdate(scope, site, { hostUrl: `${origin}/path` }), origin);
  if (site.hostUrl !== null) site.hostUrl = toOrigin(site.hostUrl);
}

/** @param origin the origin of the host URL with a path */
function answerBeyondOrigin(scope: Observer, sent: Sent, origin: string): void {
  if (!isAccepted(scope, sent, 'host-url-beyond-origin')) return;
  const hostUrl = readField(sent, 'hostUrl');
  const path = typeof hostUrl === 'string' ? parseUrl(hostUrl)?.pathname : undefined;
  if (path === '/' && isSameOrigin(hostUrl, origin))
    scope.answer('host-url-beyond-origin', 'trimmed');
  else if (path === '/path') scope.observe('a host URL is stored with its path');
  else scope.observe('an update with a host URL that has a path does not return its host');
}

async function observeNullHosts(scope: Observer, site: ExpectedSite): Promise<void> {
  const before = site.hostUrl;
  if (before === null) throw new Inconclusive('the sites of the run have no host');
  const sent = await tryUpdate(scope, site, { hostUrl: null });
  const after = readField(sent, 'hostUrl');
  if (isAccepted(scope, sent, 'null-host-url')) {
    // A site without a host of its own may get one of the service.
    if (after === undefined) scope.observe('an update with null as hostUrl returns no hostUrl');
    else scope.answer('null-host-url', isSameOrigin(after, before) ? 'ignored' : 'removed');
  }
  await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
}

async function observeNames(scope: Observer, site: ExpectedSite): Promise<void> {
  const send = async (name: string) =>
    isStored(await tryUpdate(scope, site, { name }), name, 'name');
  await answerForm(scope, 'name-form', send, [
    ['any', ''],
    ['not-blank', `${scope.unique()}_é!`],
    ['plain', scope.unique()],
  ]);
  const length = await findMaxLength(scope, send);
  scope.answer('name-max-length', length, `${length ?? '300 or more'} characters`);
  await send(scope.unique());
}

/** Names of this length are tried at most. */
const longestTried = 300;

/** Length of the longest accepted name; null if even the longest one tried is accepted. */
async function findMaxLength(
  scope: Scope,
  send: (name: string) => Promise<boolean>,
): Promise<number | null> {
  const text = scope.unique() + longText.replaceAll('-', '').repeat(2);
  if (await send(text.slice(0, longestTried))) return null;
  let accepted = 10;
  let refused = longestTried;
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (await send(text.slice(0, middle))) accepted = middle;
    else refused = middle;
  }
  return accepted;
}

function observeStatus({ run, answer, observe }: Observer): void {
  const updates = listSuccesses(run, 'updateSite');
  const statuses = [...new Set(updates.map(({ sent }) => statusOf(sent)))];
  const [status] = statuses;
  if (status === undefined) throw new Inconclusive('no update of a site succeeded');
  if (statuses.length === 1) answer('update-site-status', status);
  else observe(`successful updates of sites return ${statuses.join(' or ')}`);
}

export const siteUpdates: readonly Observation[] = [
  {
    id: 'updateSite/observes-empty-updates',
    about: ['empty-update'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with an empty object',
    uses: ['original'],
    async run(scope) {
      const sent = await sendProbe(scope, 'updateSite', (await useOriginal(scope)).id, {});
      if (isAccepted(scope, sent, 'empty-update')) scope.answer('empty-update', 'accepted');
    },
  },
  {
    id: 'updateSite/observes-missing-bodies',
    about: ['missing-update-body'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update without a body',
    uses: ['original'],
    async run(scope) {
      const sent = await sendProbe(scope, 'updateSite', (await useOriginal(scope)).id);
      if (isAccepted(scope, sent, 'missing-update-body'))
        scope.answer('missing-update-body', 'accepted');
    },
  },
  {
    id: 'updateSite/observes-unique-hosts',
    about: ['unique-host-url'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with the hostUrl of another site of the workspace',
    uses: ['subject', 'victim'],
    run: withSite(observeUniqueHosts),
  },
  {
    id: 'updateSite/observes-unknown-fields',
    about: ['unknown-fields'],
    requirement: 'unknown-input-is-not-described',
    sends: 'an update with a name and an undocumented field',
    uses: ['subject'],
    run: withSite(observeUnknownFields),
  },
  {
    id: 'updateSite/observes-host-urls',
    about: ['host-url-form', 'host-url-beyond-origin'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'updates with a hostUrl in upper case, and with a path',
    uses: ['subject'],
    run: withSite(observeHostUrls),
  },
  {
    id: 'updateSite/observes-null-hosts',
    about: ['null-host-url'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with null as hostUrl',
    uses: ['subject'],
    run: withSite(observeNullHosts),
  },
  {
    id: 'updateSite/observes-rules-for-names',
    about: ['name-form', 'name-max-length'],
    requirement: 'names-are-not-constrained-by-the-interface',
    sends:
      'updates with an empty name, a name with characters other than letters and digits, and longer and longer names',
    uses: ['subject'],
    run: withSite(observeNames),
  },
  {
    ...ofResponses,
    id: 'updateSite/observes-the-status',
    about: ['update-site-status'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing: this check examines the responses of the run',
    run: observeStatus,
  },
];
