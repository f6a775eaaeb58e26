import { Inconclusive } from '../../../conformance/outcomes.ts';
import {
  endOf,
  isSuccess,
  type JournalEntry,
  listSuccesses,
} from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { type AssumptionId, type Contract, operationIds } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import { createWebhookUrl } from '../data/fresh-body.ts';
import { longText } from '../data/texts.ts';
import { prepare, sendProbe } from '../model/call.ts';
import { isSameOrigin, toOrigin } from '../model/compare.ts';
import { useSnapshot } from '../model/judge-lists.ts';
import {
  type ExpectedSite,
  listInventory,
  listNamed,
  recordWrite,
  toKey,
} from '../model/ledger.ts';
import { listPage, toPage } from '../model/read-lists.ts';
import { duplicateSite, enterCopy } from '../model/records.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import {
  borrow,
  makeHostless,
  makeHostUrl,
  unknownUuid,
  useOriginal,
  useVictim,
} from '../model/shared.ts';
import { listEventTypes, tryWebhook, useAddressDomain } from './webhooks.ts';

// What the target does where the interface is silent. Most of it is a question of the document with its known answers.

type Value = string | number | null;

/** What an observation can do: everything that a check can, and answer its questions. */
interface Observer extends Scope {
  /** @param words the answer for readers. Default: the value */
  answer(id: AssumptionId, value: Value, words?: string): void;
}

interface ObservingCheck extends Partial<Pick<Check, 'stage' | 'writes' | 'creates' | 'uses'>> {
  id: string;
  /** The questions that it answers, or its title if the document has no such question. */
  about: readonly AssumptionId[] | string;
  requirement: RequirementId;
  sends: string;
  run: (scope: Observer) => Promise<void> | void;
}

/** A request whose acceptance answers a question. */
interface Acceptance extends Omit<ObservingCheck, 'about' | 'run'> {
  about: AssumptionId;
  /** The answers. Default: the known one that is not `refused`, and `refused`. */
  values?: readonly [accepted: string, refused: string];
  send: (scope: Scope) => Promise<Sent>;
}

const ofList = { stage: 'listing', writes: false } as const;
const ofVerdict = { stage: 'verdict', writes: false } as const;
const ofResponses = {
  ...ofVerdict,
  sends: 'nothing: this check examines the responses of the run',
} as const;

/** Creates checks that record undocumented behaviour of the target. They never fail a run. */
export function createObservations({ document }: Contract): Check[] {
  const toQuestion = (id: AssumptionId) => document['x-assumptions'][id]?.question ?? id;
  const toObserver = (scope: Scope): Observer => ({
    ...scope,
    answer: (id, value, words = String(value)) =>
      scope.observe(`${toQuestion(id)} ${words}`, { id, value }),
  });
  return [...acceptances.map(toObservation), ...observations].map(
    ({ id, about, requirement, run, ...check }): Check => ({
      id,
      title: typeof about === 'string' ? about : about.map(toQuestion).join(' '),
      operation: operationIds.find((operation) => operation === id.split('/')[0]) ?? 'service',
      level: 'OBSERVE',
      requirements: [requirement],
      expects: 'nothing: the interface is silent; the behaviour is recorded',
      stage: 'calls',
      writes: true,
      ...check,
      run: (scope) => run(toObserver(scope)),
    }),
  );
}

function toObservation({ about, values, send, ...check }: Acceptance): ObservingCheck {
  return {
    ...check,
    about: [about],
    async run(scope) {
      answerAcceptance(scope, await send(scope), about, values);
    },
  };
}

/** @returns whether the request was accepted */
function answerAcceptance(
  { run, answer }: Observer,
  sent: Sent,
  id: AssumptionId,
  values?: Acceptance['values'],
): boolean {
  const known = run.contract.document['x-assumptions'][id]?.known ?? [];
  const usual = known.find(({ value }) => value !== 'refused')?.value ?? 'accepted';
  const [accepted, refused] = values ?? [String(usual), 'refused'];
  if (isSuccess(sent)) answer(id, accepted);
  else answer(id, refused, `refused with ${sent.reply?.status ?? 'no response'}`);
  return isSuccess(sent);
}

/**
 * Sends an update with all fields, because the interface does not show which ones are required. Afterwards, the expected site
 * is the one in the response.
 */
async function tryUpdate(scope: Scope, site: ExpectedSite, change: Record<string, unknown>) {
  const { name, hostUrl } = site;
  const body = { name, ...(hostUrl !== null && { hostUrl }), ...change };
  const sent = await sendProbe(scope, 'updateSite', site.id, body);
  const shown = Object(sent.reply?.json);
  if (isSuccess(sent)) recordWrite(site, { name: shown.name, hostUrl: shown.hostUrl }, sent);
  return sent;
}

const tryRoute = async (scope: Scope, body: object) =>
  sendProbe(scope, 'createRoute', (await useOriginal(scope)).id, body);

const list = (scope: Scope, query: string) =>
  sendProbe(scope, 'listSites', scope.run.options.workspace, undefined, query);

/** Sends a request twice that must succeed once. */
async function sendTwice(what: string, send: () => Promise<Sent>): Promise<Sent> {
  if (!isSuccess(await send())) throw new Inconclusive(`a plain ${what} is refused`);
  return send();
}

const acceptances: readonly Acceptance[] = [
  {
    id: 'updateSite/observes-empty-updates',
    about: 'empty-update',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with an empty object',
    uses: ['original'],
    send: async (scope) => sendProbe(scope, 'updateSite', (await useOriginal(scope)).id, {}),
  },
  {
    id: 'updateSite/observes-missing-bodies',
    about: 'missing-update-body',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update without a body',
    uses: ['original'],
    send: async (scope) => sendProbe(scope, 'updateSite', (await useOriginal(scope)).id),
  },
  {
    id: 'updateSite/observes-unique-hosts',
    about: 'unique-host-url',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with the hostUrl of another site of the workspace',
    uses: ['subject', 'victim'],
    async send(scope) {
      const { hostUrl } = await useVictim(scope);
      if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      return borrow(scope, 1, async (site) => {
        const sent = await tryUpdate(scope, site, { hostUrl });
        await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
        return sent;
      });
    },
  },
  {
    id: 'updateSite/observes-unknown-fields',
    about: 'unknown-fields',
    requirement: 'unknown-input-is-not-described',
    sends: 'an update with a name and an undocumented field',
    uses: ['subject'],
    send: (scope) =>
      borrow(scope, 1, (site) => tryUpdate(scope, site, { name: scope.unique(), extra: 1 })),
  },
  {
    ...ofList,
    id: 'listSites/observes-fractions',
    about: 'limit-fraction',
    requirement: 'list-details-are-not-shown',
    sends: 'a page with limit=1.5',
    send: (scope) => list(scope, 'limit=1.5'),
  },
  {
    ...ofList,
    id: 'listSites/observes-unknown-query-parameters',
    about: 'unknown-query-parameters',
    requirement: 'unknown-input-is-not-described',
    sends: 'a page with an undocumented query parameter',
    send: (scope) => list(scope, 'limit=1&extra=1'),
  },
  {
    id: 'createRoute/observes-rules-for-locales',
    about: 'locale-form',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'a route with a variant whose locale is a word',
    values: ['any', 'language-region'],
    uses: ['original'],
    send(scope) {
      const pathname = `/${scope.unique()}`;
      const localizedVariants = [{ locale: 'english', pathname: `/en${pathname}` }];
      return tryRoute(scope, { pathname, localizedVariants });
    },
  },
  {
    id: 'createRoute/observes-unique-pathnames',
    about: 'unique-pathname',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'the same route twice',
    uses: ['original'],
    send(scope) {
      const pathname = `/${scope.unique()}`;
      return sendTwice('route', () => tryRoute(scope, { pathname }));
    },
  },
  {
    id: 'createWebhook/observes-unique-webhooks',
    about: 'unique-webhook',
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'the same webhook twice',
    async send(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const url = createWebhookUrl(scope.unique(), await useAddressDomain(scope));
      return sendTwice('webhook', () => tryWebhook(scope, { url, eventType }));
    },
  },
];

/**
 * Finds the loosest form of a text that is accepted. Each form has a text that violates the forms after it; the last one has
 * none.
 */
async function answerForm(
  { answer }: Observer,
  id: AssumptionId,
  isTaken: (text: string) => Promise<boolean>,
  forms: readonly (readonly [value: string, text?: string])[],
): Promise<void> {
  for (const [value, text] of forms) {
    if (text === undefined || (await isTaken(text))) return answer(id, value);
  }
}

/** Length of the longest accepted name; null if even the longest one tried is accepted. */
async function findMaxLength(
  scope: Scope,
  isTaken: (name: string) => Promise<boolean>,
): Promise<number | null> {
  const text = scope.unique() + longText.replaceAll('-', '').repeat(2);
  let [taken, refused] = [10, 300];
  if (await isTaken(text.slice(0, refused))) return null;
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(text.slice(0, middle))) taken = middle;
    else refused = middle;
  }
  return taken;
}

/** Replaces the id by a placeholder, because ids differ between runs but the text of an observation must not. */
function toPattern({ id, hostUrl }: Record<string, unknown>): string | null {
  return typeof hostUrl === 'string'
    ? hostUrl.toLowerCase().replaceAll(String(id).toLowerCase(), '{id}')
    : null;
}

/** If hosts differ without containing the id, the result is `{id}` and their common ending. */
function findDefaultHost(hosts: readonly (string | null)[]): string | null {
  const [first = null] = hosts;
  if (first === null || hosts.every((host) => host === first)) return first;
  const domain = /^[^:]+:\/\/[^./]+(\.[^./]+\.[^/]+)$/.exec(first)?.[1] ?? '.site.example';
  return `https://{id}${hosts.every((host) => host?.endsWith(domain)) ? domain : '.site.example'}`;
}

/** Negative if the first site comes first; undefined if their order is unknown. */
type Compare = (a: ExpectedSite, b: ExpectedSite) => number | undefined;

/** Compares sites that were created one after the other. The order of sites created concurrently is unknown. */
const compareAge: Compare = ({ writes: [a] }, { writes: [b] }) => {
  if (a === undefined || b === undefined) return undefined;
  if (endOf(a) < b.startedAt) return -1;
  return endOf(b) < a.startedAt ? 1 : undefined;
};

const orders: Readonly<Record<string, Compare>> = {
  'oldest-first': compareAge,
  'newest-first': (a, b) => compareAge(b, a),
  'by-name': (a, b) => (a.name === b.name ? undefined : a.name < b.name ? -1 : 1),
  'by-id': (a, b) => (toKey(a.id) < toKey(b.id) ? -1 : 1),
};

/** Each value once, the most frequent first. */
function rank<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

const isInvalid = (by: RegExp) => (entry: JournalEntry) =>
  entry.intent === 'invalid' && by.test(entry.by);

/** The kinds of refusals, by the ends of their checks' ids. */
const refusals = {
  'wrong-keys': {
    about: 'error-status-unauthorized',
    isOne: ({ intent }: JournalEntry) => intent === 'unauthorised',
  },
  'wrong-bodies': {
    about: 'error-status-invalid-body',
    isOne: isInvalid(/refuses-(?:a-body-without|a-wrong-type-of|an-unknown-eventType|a-malformed)/),
  },
  'wrong-parameters': {
    about: 'error-status-invalid-parameter',
    isOne: isInvalid(/refuses-a-wrong-(?:limit|after|skipValidation|workspaceId|siteId|routeId)$/),
  },
  'unknown-resources': {
    about: 'error-status-not-found',
    // Other requests contain values that an unknown rule may refuse first.
    isOne: isInvalid(/^duplicateSite\/refuses-an-unknown-siteId$/),
  },
} as const;

/** The statuses of one kind of refusal, the most frequent first. */
function listStatuses({ journal }: Run, kind: keyof typeof refusals): number[] {
  const statuses = journal.entries
    .filter(refusals[kind].isOne)
    .map(({ sent }) => sent.reply?.status ?? 0);
  return rank(statuses.filter((status) => status >= 400 && status < 500));
}

/** Whether a refusal has the status for unknown resources, and not the one for invalid parameters. */
function isAsNotFound(run: Run, status: number): boolean {
  const [unknown] = listStatuses(run, 'unknown-resources');
  if (listStatuses(run, 'wrong-parameters')[0] === status) return false;
  return unknown === undefined ? [403, 404, 410].includes(status) : unknown === status;
}

function toErrorFormat(sent: Sent): string | undefined {
  const { reply } = sent;
  if (reply === undefined || isSuccess(sent) || reply.status >= 500) return undefined;
  if (reply.bytes.length === 0) return 'empty';
  if (/^application\/problem\+json/i.test(reply.headers['content-type'] ?? ''))
    return 'problem-details';
  return reply.json === undefined ? 'text' : 'json';
}

const observations: readonly ObservingCheck[] = [
  {
    id: 'updateSite/observes-host-urls',
    about: ['host-url-form', 'host-url-beyond-origin'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'updates with a hostUrl in upper case, and with a path',
    uses: ['subject'],
    run: (scope) =>
      borrow(scope, 1, async (site) => {
        const upper = `https://${scope.unique().toUpperCase()}.${scope.run.domain}`;
        const spelt = await tryUpdate(scope, site, { hostUrl: upper });
        // A completely different host is not a spelling of this one. Other checks report that.
        if (isSuccess(spelt) && isSameOrigin(site.hostUrl, upper))
          scope.answer('host-url-form', site.hostUrl === upper ? 'verbatim' : 'normalised');
        const beyond = await tryUpdate(scope, site, { hostUrl: `${makeHostUrl(scope)}/path` });
        if (isSuccess(beyond) && site.hostUrl !== null) site.hostUrl = toOrigin(site.hostUrl);
        answerAcceptance(scope, beyond, 'host-url-beyond-origin');
      }),
  },
  {
    id: 'updateSite/observes-null-hosts',
    about: ['null-host-url'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with null as hostUrl',
    uses: ['subject'],
    run: (scope) =>
      borrow(scope, 1, async (site) => {
        const before = site.hostUrl;
        if (before === null) throw new Inconclusive('the sites of the run have no host');
        const sent = await tryUpdate(scope, site, { hostUrl: null });
        const isKept = isSameOrigin(site.hostUrl, before);
        const values = [isKept ? 'ignored' : 'removed', 'refused'] as const;
        answerAcceptance(scope, sent, 'null-host-url', values);
        await tryUpdate(scope, site, { hostUrl: makeHostUrl(scope) });
      }),
  },
  {
    id: 'updateSite/observes-rules-for-names',
    about: ['name-form', 'name-max-length'],
    requirement: 'names-are-not-constrained-by-the-interface',
    sends:
      'updates with an empty name, a name with characters other than letters and digits, and longer and longer names',
    uses: ['subject'],
    run: (scope) =>
      borrow(scope, 1, async (site) => {
        const isTaken = async (name: string) => isSuccess(await tryUpdate(scope, site, { name }));
        await answerForm(scope, 'name-form', isTaken, [
          ['any', ''],
          ['not-blank', `${scope.unique()}_é!`],
          ['plain'],
        ]);
        const length = await findMaxLength(scope, isTaken);
        scope.answer('name-max-length', length, `${length ?? '300 or more'} characters`);
        await isTaken(scope.unique());
      }),
  },
  {
    id: 'createRoute/observes-rules-for-pathnames',
    about: ['pathname-form'],
    requirement: 'pathname-rules-are-not-shown',
    sends: 'routes with a pathname in upper case, and with a space and a non-ASCII letter',
    uses: ['original'],
    run: (scope) =>
      answerForm(
        scope,
        'pathname-form',
        async (pathname) => isSuccess(await tryRoute(scope, { pathname })),
        [
          ['leading-slash', `/${scope.unique()} é`],
          ['uri-path', `/${scope.unique().toUpperCase()}`],
          ['lower-case'],
        ],
      ),
  },
  {
    id: 'createWebhook/observes-rules-for-addresses',
    about: ['webhook-url-form'],
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'webhooks with a mailto URL, an http URL, and an https URL with an IP address',
    async run(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const domain = await useAddressDomain(scope);
      const unique = scope.unique();
      const isTaken = async (url: string) => isSuccess(await tryWebhook(scope, { url, eventType }));
      await answerForm(scope, 'webhook-url-form', isTaken, [
        ['any', `mailto:${unique}@${domain}`],
        ['http', createWebhookUrl(unique, domain).replace(/^https/, 'http')],
        ['https', `https://127.0.0.1/${unique}`],
        ['public-https'],
      ]);
    },
  },
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
      if (answerAcceptance(scope, sent, 'missing-duplicate-body')) enterCopy(scope, sent, original);
      else await prepare('a duplicate', () => duplicateSite(scope, original, {}));
    },
  },
  {
    ...ofVerdict,
    id: 'duplicateSite/observes-copies',
    about: ['unnamed-copy-name', 'copied-api-key'],
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'nothing: this check examines the duplicates that the run created',
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const copies = listSuccesses(scope.run, 'duplicateSite').filter(
        ({ sent }) => sent.request.path.includes(original.id) && isRecord(sent.reply?.json),
      );
      const toBody = (entry?: JournalEntry) => Object(entry?.sent.reply?.json);
      // A check changes the original, so a copy is compared with what the latest reply before it showed.
      const toOriginal = (copy: JournalEntry) => {
        const { entries } = scope.run.journal;
        const earlier = entries.slice(0, entries.indexOf(copy));
        const shown = earlier.findLast((entry) => toBody(entry).id === original.id);
        return { ...original, ...toBody(shown) };
      };
      const [copy] = copies;
      if (copy === undefined) throw new Inconclusive('no duplication succeeded');
      const unnamed = copies.find(({ sent }) => !('name' in listNamed(sent)));
      const { name } = toBody(unnamed);
      // Names differ between runs, but the text of an observation must not.
      if (unnamed !== undefined && typeof name === 'string')
        scope.answer('unnamed-copy-name', name.replaceAll(toOriginal(unnamed).name, '{name}'));
      const [{ apiKey, hostUrl }, from] = [toBody(copy), toOriginal(copy)];
      scope.answer('copied-api-key', apiKey === from.apiKey ? 'original' : 'own');
      const isSameHost = isSameOrigin(hostUrl, from.hostUrl);
      scope.observe(
        `a duplicate has ${isSameHost ? 'the host of its original' : hostUrl === null ? 'no host' : 'its own host'}`,
      );
    },
  },
  {
    ...ofVerdict,
    id: 'createSite/observes-hosts',
    about: ['host-url-default'],
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing: this check examines the sites created without a host',
    run({ run, answer }) {
      const hosts = listSuccesses(run, 'createSite')
        .filter(({ sent }) => !('hostUrl' in listNamed(sent)))
        .map(({ sent }) => sent.reply?.json)
        .filter(isRecord)
        .map(toPattern);
      if (hosts.length === 0) throw new Inconclusive('no site was created without a host');
      answer('host-url-default', findDefaultHost(hosts));
    },
  },
  {
    ...ofList,
    id: 'listSites/observes-the-order',
    about: ['list-order'],
    requirement: 'list-details-are-not-shown',
    sends: 'nothing: this check examines the whole list',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const sites = ids.flatMap((id) => scope.run.ledger.sites.get(id) ?? []);
      if (sites.length < 4)
        throw new Inconclusive('the list shows fewer than four sites of this run');
      const found = Object.entries(orders).find(([order, compare]) => {
        // Collations differ for characters other than lower-case letters and digits.
        const judged = sites.filter(({ name }) => order !== 'by-name' || /^[a-z0-9]+$/.test(name));
        const signs = judged
          .slice(1)
          .flatMap((site, at) => compare(judged[at] ?? site, site) ?? []);
        return signs.length > 0 && signs.every((sign) => sign < 0);
      });
      if (found === undefined)
        scope.observe('sites are listed neither by age nor by name nor by id');
      else scope.answer('list-order', found[0]);
    },
  },
  {
    ...ofList,
    id: 'listSites/observes-limit-zero',
    about: ['limit-zero'],
    requirement: 'list-details-are-not-shown',
    sends: 'a page with limit=0',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      const { hasMore } = await listPage(scope, scope.run.options.workspace, { limit: 0 });
      scope.answer('limit-zero', hasMore ? 'more' : 'none', String(hasMore));
    },
  },
  {
    ...ofList,
    id: 'listSites/observes-unknown-cursors',
    about: ['unknown-cursor'],
    requirement: 'list-details-are-not-shown',
    sends: 'a page after an unknown UUID',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const sent = await list(scope, `after=${unknownUuid(scope, 'cursor')}`);
      const status = sent.reply?.status ?? 0;
      if (!isSuccess(sent)) {
        const value = isAsNotFound(scope.run, status) ? 'not-found' : 'refused';
        return scope.answer('unknown-cursor', value, `refused with ${status}`);
      }
      const [first] = toPage(scope, sent).ids;
      if (first === undefined) scope.answer('unknown-cursor', 'empty', 'an empty page');
      else if (first === ids[0]) scope.answer('unknown-cursor', 'start', 'the first page');
      else scope.observe('an unknown cursor returns a page in the middle of the list');
    },
  },
  {
    ...ofList,
    id: 'listSites/observes-unknown-workspaces',
    about: ['unknown-workspace'],
    requirement: 'unknown-input-is-not-described',
    sends: 'the list of a random workspace UUID',
    async run(scope) {
      const unknown = unknownUuid(scope, 'unknown workspace');
      const sent = await sendProbe(scope, 'listSites', unknown, undefined, 'limit=1');
      const status = sent.reply?.status ?? 0;
      if (isSuccess(sent)) scope.answer('unknown-workspace', 'exists');
      else if (status >= 400 && status < 500)
        scope.answer('unknown-workspace', status, `refused with ${status}`);
      else scope.observe(`unknown workspaces are refused with ${status}`);
    },
  },
  {
    ...ofResponses,
    id: 'updateSite/observes-the-status',
    about: ['update-site-status'],
    requirement: 'update-site-details-are-not-shown',
    run({ run, answer }) {
      const statuses = listSuccesses(run, 'updateSite').map(({ sent }) => sent.reply?.status ?? 0);
      const [status, ...others] = new Set(statuses);
      if (status === undefined) throw new Inconclusive('no update of a site succeeded');
      answer('update-site-status', status, [status, ...others].join(' or '));
    },
  },
  ...(Object.keys(refusals) as (keyof typeof refusals)[]).map(
    (kind): ObservingCheck => ({
      ...ofResponses,
      id: `service/observes-the-status-of-${kind}`,
      about: [refusals[kind].about],
      requirement: 'errors-are-not-shown',
      run({ run, answer }) {
        const statuses = listStatuses(run, kind);
        const [most] = statuses;
        if (most === undefined) throw new Inconclusive('no such request was refused');
        const all = statuses.toSorted((a, b) => a - b).join(' or ');
        const words = `${all}${statuses.length > 1 ? `, mostly ${most}` : ''}`;
        answer(refusals[kind].about, most, words);
      },
    }),
  ),
  {
    ...ofResponses,
    id: 'service/observes-error-bodies',
    about: ['error-format'],
    requirement: 'errors-are-not-shown',
    run({ run, answer }) {
      const [format] = rank(run.journal.entries.flatMap(({ sent }) => toErrorFormat(sent) ?? []));
      if (format === undefined) throw new Inconclusive('nothing was refused');
      answer('error-format', format);
    },
  },
  {
    ...ofResponses,
    id: 'service/observes-the-rate-of-requests',
    about: 'Whether the request rate is limited',
    requirement: 'rate-and-size-limits',
    run({ run, observe }) {
      for (const [status, count] of run.target.refusals)
        observe(`${count} requests were refused with ${status} until they were sent more slowly`);
      if (run.target.refusals.size === 0) observe('no request was refused because of its rate');
    },
  },
  {
    ...ofResponses,
    id: 'service/observes-uuids',
    about: ['uuid-version', 'uuid-case'],
    requirement: 'uuid-form-is-not-shown',
    run({ run, answer, observe }) {
      const ids = listInventory(run).map(({ id }) => id);
      const [id] = ids;
      if (id === undefined) throw new Inconclusive('nothing was created');
      const version = Number.parseInt(id.charAt(14), 16);
      if (version === 4 || version === 7) answer('uuid-version', version);
      else observe(`UUIDs are of version ${version}`);
      const letters = ids.join('');
      answer('uuid-case', /[A-F]/.test(letters) && !/[a-f]/.test(letters) ? 'upper' : 'lower');
    },
  },
];
