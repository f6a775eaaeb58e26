import type { AssumptionId } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { RequirementId } from '../../generated/requirements.js';
import { toAddress } from '../data/fresh-body.ts';
import { longText } from '../data/texts.ts';
import { isSameOrigin, toOrigin } from '../model/compare.ts';
import {
  type ExpectedSite,
  listInventory,
  listNamed,
  recordWrite,
  toKey,
} from '../model/ledger.ts';
import { useSnapshot } from '../model/lists.ts';
import { duplicateSite, enterSite, toTexts } from '../model/records.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { attempt } from '../model/send.ts';
import {
  borrow,
  makeHostless,
  makeHostUrl,
  unknownUuid,
  useOriginal,
  useVictim,
} from '../model/shared.ts';
import { listPage, toPage, type Walk } from '../model/workspace.ts';
import { Inconclusive } from '../results.ts';
import { prepare } from '../runner/call.ts';
import { endOf, isSuccess, type JournalEntry, listSuccesses } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { observation, observeAcceptance, onSubject } from './frames.ts';
import { listEventTypes, tryWebhook, useAddressDomain } from './webhooks.ts';

// What the target does where the interface is silent.

/** A request whose acceptance is recorded. */
interface Acceptance extends Pick<Check, 'id' | 'title' | 'sends' | 'uses' | 'creates'> {
  requirement: RequirementId;
  what: string;
  assumption: AssumptionId;
  /** The values of the assumption. Default: accepted and refused. */
  values?: readonly [accepted: string, refused: string];
  send: (scope: Scope) => Promise<Sent>;
  isOfList?: true;
}

/**
 * Sends an update with all fields, because the interface does not show which ones are required. Afterwards, the expected site
 * is the one in the response.
 */
async function tryUpdate(scope: Scope, site: ExpectedSite, change: Record<string, unknown>) {
  const { name, hostUrl } = site;
  const body = { name, ...(hostUrl !== null && { hostUrl }), ...change };
  const sent = await attempt(scope, 'updateSite', site.id, body);
  if (isSuccess(sent)) recordWrite(site, toTexts(sent.reply?.json), sent);
  return sent;
}

const tryRoute = async (scope: Scope, body: object) =>
  attempt(scope, 'createRoute', (await useOriginal(scope)).id, body);

const list = (scope: Scope, query: string) =>
  attempt(scope, 'listSites', scope.run.options.workspace, undefined, query);

/** Sends a request twice that must succeed once. */
async function sendTwice(what: string, send: () => Promise<Sent>): Promise<Sent> {
  if (!isSuccess(await send())) throw new Inconclusive(`a plain ${what} is refused`);
  return send();
}

const acceptances: readonly Acceptance[] = [
  {
    id: 'updateSite/observes-empty-updates',
    title: 'Whether an update with an empty object is accepted',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with an empty object',
    what: 'an update with an empty object',
    assumption: 'empty-update',
    uses: ['original'],
    send: async (scope) => attempt(scope, 'updateSite', (await useOriginal(scope)).id, {}),
  },
  {
    id: 'updateSite/observes-missing-bodies',
    title: 'Whether an update without a body is accepted',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update without a body',
    what: 'an update without a body',
    assumption: 'missing-update-body',
    uses: ['original'],
    send: async (scope) => attempt(scope, 'updateSite', (await useOriginal(scope)).id),
  },
  {
    id: 'updateSite/observes-unique-hosts',
    title: 'Whether two sites may share a host',
    requirement: 'update-site-details-are-not-shown',
    sends: 'an update with the hostUrl of another site of the workspace',
    what: 'the host of another site',
    assumption: 'unique-host-url',
    values: ['allowed', 'refused'],
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
    title: 'How an undocumented body field is handled',
    requirement: 'unknown-input-is-not-described',
    sends: 'an update with a name and an undocumented field',
    what: 'a field that is not documented',
    assumption: 'unknown-fields',
    values: ['ignored', 'refused'],
    uses: ['subject'],
    send: (scope) =>
      borrow(scope, 1, (site) => tryUpdate(scope, site, { name: scope.unique(), extra: 1 })),
  },
  {
    id: 'listSites/observes-fractions',
    title: 'How a fractional limit is handled',
    requirement: 'list-details-are-not-shown',
    sends: 'a page with limit=1.5',
    what: 'a limit of 1.5',
    assumption: 'limit-fraction',
    values: ['floored', 'refused'],
    isOfList: true,
    send: (scope) => list(scope, 'limit=1.5'),
  },
  {
    id: 'listSites/observes-unknown-query-parameters',
    title: 'How an undocumented query parameter is handled',
    requirement: 'unknown-input-is-not-described',
    sends: 'a page with an undocumented query parameter',
    what: 'a query parameter that is not documented',
    assumption: 'unknown-query-parameters',
    values: ['ignored', 'refused'],
    isOfList: true,
    send: (scope) => list(scope, 'limit=1&extra=1'),
  },
  {
    id: 'createRoute/observes-rules-for-locales',
    title: 'Which locales are accepted while validation is on',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'a route with a variant whose locale is a word',
    what: 'a locale that is not of the form language-REGION',
    assumption: 'locale-form',
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
    title: 'Whether two routes of a site may share a pathname',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'the same route twice',
    what: 'a second route with the same pathname',
    assumption: 'unique-pathname',
    values: ['allowed', 'refused'],
    uses: ['original'],
    send(scope) {
      const pathname = `/${scope.unique()}`;
      return sendTwice('route', () => tryRoute(scope, { pathname }));
    },
  },
  {
    id: 'createWebhook/observes-unique-webhooks',
    title: 'Whether a URL can be registered twice for one event type',
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'the same webhook twice',
    what: 'the same webhook again',
    assumption: 'unique-webhook',
    values: ['allowed', 'refused'],
    async send(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const url = toAddress(scope.unique(), await useAddressDomain(scope));
      return sendTwice('webhook', () => tryWebhook(scope, { url, eventType }));
    },
  },
];

const acceptanceObservations: readonly Check[] = acceptances.map(
  ({ what, assumption, values, send, isOfList, ...check }) =>
    observation({
      ...check,
      ...(isOfList && { stage: 'listing', writes: false }),
      async run(scope) {
        observeAcceptance(scope, await send(scope), what, assumption, values);
      },
    }),
);

const updateObservations: readonly Check[] = [
  observation({
    id: 'updateSite/observes-host-urls',
    title: 'How host URLs are normalised, and how a path in one is handled',
    requirement: 'update-site-details-are-not-shown',
    sends: 'updates with a hostUrl in upper case, and with a path',
    uses: ['subject'],
    run: onSubject(async (scope, site) => {
      const upper = `https://${scope.unique().toUpperCase()}.${scope.run.domain}`;
      const spelt = await tryUpdate(scope, site, { hostUrl: upper });
      // A completely different host is not a spelling of this one. Other checks report that.
      if (isSuccess(spelt) && isSameOrigin(site.hostUrl, upper)) {
        const value = site.hostUrl === upper ? 'verbatim' : 'normalised';
        const how = value === 'verbatim' ? 'as sent' : value;
        scope.observe(`a host URL is stored ${how}`, { id: 'host-url-form', value });
      }
      const beyond = await tryUpdate(scope, site, { hostUrl: `${makeHostUrl(scope)}/path` });
      if (isSuccess(beyond) && site.hostUrl !== null) site.hostUrl = toOrigin(site.hostUrl);
      observeAcceptance(scope, beyond, 'a host URL with a path', 'host-url-beyond-origin', [
        'trimmed',
        'refused',
      ]);
    }),
  }),
  observation({
    id: 'updateSite/observes-rules-for-names',
    title: 'Which site names are accepted, and how long they may be',
    requirement: 'names-are-not-constrained-by-the-interface',
    sends:
      'updates with an empty name, a name with characters other than letters and digits, and longer and longer names',
    uses: ['subject'],
    run: onSubject(async (scope, site) => {
      const isTaken = async (name: string) => isSuccess(await tryUpdate(scope, site, { name }));
      await observeForm(scope, 'name-form', isTaken, [
        ['any', 'any name is accepted, including an empty one', ''],
        ['not-blank', 'an empty name is refused', `${scope.unique()}_é!`],
        [
          'plain',
          'a name is refused if it is empty or has other characters than letters and digits',
        ],
      ]);
      const length = await findMaxLength(scope, isTaken);
      scope.observe(`a name may have ${length ?? '300 or more'} characters`, {
        id: 'name-max-length',
        value: length,
      });
      await isTaken(scope.unique());
    }),
  }),
];

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

/**
 * Finds the loosest form of a text that is accepted. Each form has a text that violates the forms after it; the last one has
 * none.
 */
async function observeForm(
  { observe }: Scope,
  id: AssumptionId,
  isTaken: (text: string) => Promise<boolean>,
  forms: readonly (readonly [value: string, statement: string, text?: string])[],
): Promise<void> {
  for (const [value, statement, text] of forms) {
    if (text !== undefined && !(await isTaken(text))) continue;
    observe(statement, { id, value });
    return;
  }
}

const ruleObservations: readonly Check[] = [
  observation({
    id: 'createRoute/observes-rules-for-pathnames',
    title: 'Which pathnames are accepted while validation is on',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'routes with a pathname in upper case, and with a space and a non-ASCII letter',
    uses: ['original'],
    async run(scope) {
      const isTaken = async (pathname: string) => isSuccess(await tryRoute(scope, { pathname }));
      const [any, path] = [`/${scope.unique()} é`, `/${scope.unique().toUpperCase()}`];
      await observeForm(scope, 'pathname-form', isTaken, [
        ['leading-slash', 'a pathname may contain any character after the slash', any],
        ['uri-path', 'a pathname must be a URI path', path],
        ['lower-case', 'a pathname must be in lower case'],
      ]);
    },
  }),
  observation({
    id: 'createWebhook/observes-rules-for-addresses',
    title: 'Which webhook URLs are accepted',
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'webhooks with a mailto URL, an http URL, and an https URL with an IP address',
    async run(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const domain = await useAddressDomain(scope);
      const unique = scope.unique();
      const isTaken = async (url: string) => isSuccess(await tryWebhook(scope, { url, eventType }));
      const http = toAddress(unique, domain).replace(/^https/, 'http');
      await observeForm(scope, 'webhook-url-form', isTaken, [
        ['any', 'any URI can be registered', `mailto:${unique}@${domain}`],
        ['http', 'http and https URLs can be registered', http],
        ['https', 'only https URLs can be registered', `https://127.0.0.1/${unique}`],
        ['public-https', 'only public https URLs can be registered'],
      ]);
    },
  }),
];

const copyObservations: readonly Check[] = [
  observation({
    id: 'duplicateSite/observes-missing-bodies',
    title: 'Whether a duplication without a body is accepted',
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'a duplication without a body',
    creates: 1,
    uses: ['hostless'],
    async run(scope) {
      // A different site, because two unnamed copies of one site may have different names.
      const { expected: original } = await prepare('a site', () => makeHostless(scope));
      const sent = await attempt(scope, 'duplicateSite', original.id);
      const what = 'a duplication without a body';
      if (observeAcceptance(scope, sent, what, 'missing-duplicate-body'))
        enterSite(scope, sent, {}, original.workspace, 'duplicating a site');
      else await prepare('a duplicate', () => duplicateSite(scope, original, {}));
    },
  }),
  observation({
    id: 'duplicateSite/observes-copies',
    title: 'The name, host and key of an unnamed duplicate',
    requirement: 'unnamed-duplicates-are-not-described',
    sends: 'nothing: this check examines the duplicates that the run created',
    stage: 'verdict',
    writes: false,
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const copies = listSuccesses(scope.run, 'duplicateSite').filter(
        ({ sent }) => sent.request.path.includes(original.id) && isRecord(sent.reply?.json),
      );
      const toBody = (entry?: JournalEntry) => Object(entry?.sent.reply?.json);
      const { apiKey, hostUrl } = toBody(copies[0]);
      if (copies.length === 0) throw new Inconclusive('no duplication succeeded');
      const { name } = toBody(copies.find(({ sent }) => !('name' in listNamed(sent))));
      if (typeof name === 'string') {
        // Names differ between runs, but the text of an observation must not.
        const value = name.replaceAll(original.name, '{name}');
        scope.observe(`an unnamed duplicate of "{name}" is called ${JSON.stringify(value)}`, {
          id: 'unnamed-copy-name',
          value,
        });
      }
      const isSameKey = apiKey === original.apiKey;
      scope.observe(
        `a duplicate has ${isSameKey ? 'the apiKey of its original' : 'its own apiKey'}`,
        { id: 'copied-api-key', value: isSameKey ? 'original' : 'own' },
      );
      const isSameHost = isSameOrigin(hostUrl, original.hostUrl);
      scope.observe(
        `a duplicate has ${isSameHost ? 'the host of its original' : hostUrl === null ? 'no host' : 'its own host'}`,
      );
    },
  }),
  observation({
    id: 'createSite/observes-hosts',
    title: 'The hostUrl of a site created without one',
    requirement: 'update-site-details-are-not-shown',
    sends: 'nothing: this check examines the sites created without a host',
    stage: 'verdict',
    writes: false,
    run({ run, observe }) {
      const hosts = listSuccesses(run, 'createSite')
        .filter(({ sent }) => !('hostUrl' in listNamed(sent)))
        .map(({ sent }) => sent.reply?.json)
        .filter(isRecord)
        .map(toPattern);
      const [first] = hosts;
      if (first === undefined) throw new Inconclusive('no site was created without a host');
      observe(
        first === null
          ? 'a site without a host has the hostUrl null'
          : `a site without a host gets one, such as ${first}`,
        { id: 'host-url-default', value: findDefaultHost(hosts) },
      );
    },
  }),
];

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

const ofLists = {
  requirement: 'list-details-are-not-shown',
  stage: 'listing',
  writes: false,
} as const;

interface ListOrder {
  value: string;
  statement: string;
  /** Negative if the first site comes first; undefined if their order is unknown. */
  compare: (a: ExpectedSite, b: ExpectedSite) => number | undefined;
}

const orders: readonly ListOrder[] = [
  { value: 'oldest-first', statement: 'oldest first', compare: compareAge },
  { value: 'newest-first', statement: 'newest first', compare: (a, b) => compareAge(b, a) },
  { value: 'by-name', statement: 'by name', compare: compareNames },
  { value: 'by-id', statement: 'by id', compare: (a, b) => (toKey(a.id) < toKey(b.id) ? -1 : 1) },
];

/** Compares sites that were created one after the other. The order of sites created concurrently is unknown. */
function compareAge({ writes: [a] }: ExpectedSite, { writes: [b] }: ExpectedSite) {
  if (a === undefined || b === undefined) return undefined;
  if (endOf(a) < b.startedAt) return -1;
  return endOf(b) < a.startedAt ? 1 : undefined;
}

function compareNames(a: ExpectedSite, b: ExpectedSite): number | undefined {
  if (a.name === b.name) return undefined;
  return a.name < b.name ? -1 : 1;
}

function findOrder({ run }: Scope, { ids }: Walk): ListOrder | undefined {
  const sites = ids.flatMap((id) => run.ledger.sites.get(id) ?? []);
  if (sites.length < 4) throw new Inconclusive('the list shows fewer than four sites of this run');
  return orders.find(({ value, compare }) => {
    // Collations differ for characters other than lower-case letters and digits.
    const judged = sites.filter(({ name }) => value !== 'by-name' || /^[a-z0-9]+$/.test(name));
    const signs = judged.slice(1).flatMap((site, at) => compare(judged[at] ?? site, site) ?? []);
    return signs.length > 0 && signs.every((sign) => sign < 0);
  });
}

const listObservations: readonly Check[] = [
  observation({
    ...ofLists,
    id: 'listSites/observes-the-order',
    title: 'The order in which sites are listed',
    sends: 'nothing: this check examines the whole list',
    async run(scope) {
      const order = findOrder(scope, await useSnapshot(scope));
      if (order === undefined)
        scope.observe('sites are listed neither by age nor by name nor by id');
      else
        scope.observe(`sites are listed ${order.statement}`, {
          id: 'list-order',
          value: order.value,
        });
    },
  }),
  observation({
    ...ofLists,
    id: 'listSites/observes-limit-zero',
    title: 'The value of hasMore for limit=0 when sites exist',
    sends: 'a page with limit=0',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      const { hasMore } = await listPage(scope, scope.run.options.workspace, { limit: 0 });
      const value = hasMore ? 'more' : 'none';
      scope.observe(`limit=0 returns hasMore ${hasMore}`, { id: 'limit-zero', value });
    },
  }),
  observation({
    ...ofLists,
    id: 'listSites/observes-empty-parameters',
    title: 'How an empty limit and an empty cursor are handled',
    sends: 'a page with limit= (empty), and one with after= (empty)',
    async run(scope) {
      for (const name of ['limit', 'after']) {
        const sent = await list(scope, `${name}=`);
        const refusal = `refused with ${sent.reply?.status ?? 'no response'}`;
        scope.observe(`an empty ${name} is ${isSuccess(sent) ? 'accepted' : refusal}`);
      }
    },
  }),
  observation({
    ...ofLists,
    id: 'listSites/observes-unknown-cursors',
    title: 'How a cursor that does not exist is handled',
    sends: 'a page after an unknown UUID',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const sent = await list(scope, `after=${unknownUuid(scope, 'cursor')}`);
      const observe = (what: string, value?: string) =>
        scope.observe(
          `an unknown cursor ${what}`,
          ...(value === undefined ? [] : [{ id: 'unknown-cursor', value }]),
        );
      if (!isSuccess(sent)) {
        const status = sent.reply?.status ?? 0;
        const value = isAsNotFound(scope, status) ? 'not-found' : 'refused';
        return observe(`is refused with ${status}`, value);
      }
      const [first] = toPage(scope, sent).ids;
      if (first === undefined) observe('returns an empty page', 'empty');
      else if (first === ids[0]) observe('returns the first page', 'start');
      else observe('returns a page in the middle of the list');
    },
  }),
  observation({
    ...ofLists,
    id: 'listSites/observes-unknown-workspaces',
    requirement: 'unknown-input-is-not-described',
    title: 'How the service responds for an unknown workspace',
    sends: 'the list of a random workspace UUID',
    async run(scope) {
      const unknown = unknownUuid(scope, 'unknown workspace');
      const sent = await attempt(scope, 'listSites', unknown, undefined, 'limit=1');
      const status = sent.reply?.status ?? 0;
      const id = 'unknown-workspace';
      if (isSuccess(sent)) scope.observe('any UUID is a workspace', { id, value: 'exists' });
      else
        scope.observe(
          `unknown workspaces are refused with ${status}`,
          ...(status >= 400 && status < 500 ? [{ id, value: status }] : []),
        );
    },
  }),
];

/** Whether a refusal has the status for unknown resources, and not the one for invalid parameters. */
function isAsNotFound({ run }: Scope, status: number): boolean {
  const [, , parameters, unknown] = refusals.map((refusal) => listStatuses(run, refusal)[0]);
  if (parameters === status) return false;
  return unknown === undefined ? [403, 404, 410].includes(status) : unknown === status;
}

interface RefusalKind {
  slug: string;
  what: string;
  assumption: AssumptionId;
  isOne: (entry: JournalEntry) => boolean;
}

const isInvalid = (by: RegExp) => (entry: JournalEntry) =>
  entry.intent === 'invalid' && by.test(entry.by);

const refusals: readonly RefusalKind[] = [
  {
    slug: 'wrong-keys',
    what: 'a missing or wrong key',
    assumption: 'error-status-unauthorized',
    isOne: ({ intent }) => intent === 'unauthorised',
  },
  {
    slug: 'wrong-bodies',
    what: 'a body that does not match its schema',
    assumption: 'error-status-invalid-body',
    isOne: isInvalid(/refuses-(?:a-body-without|a-wrong-type-of|an-unknown-eventType|a-malformed)/),
  },
  {
    slug: 'wrong-parameters',
    what: 'an invalid path or query parameter',
    assumption: 'error-status-invalid-parameter',
    isOne: isInvalid(/refuses-a-wrong-(?:limit|after|skipValidation|workspaceId|siteId|routeId)$/),
  },
  {
    slug: 'unknown-resources',
    what: 'a resource that does not exist',
    assumption: 'error-status-not-found',
    // Other requests contain values that an unknown rule may refuse first.
    isOne: isInvalid(/^duplicateSite\/refuses-an-unknown-siteId$/),
  },
];

/** Each value once, the most frequent first. */
function rank<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

/** The statuses of one kind of refusal, the most frequent first. */
function listStatuses({ journal }: Run, { isOne }: RefusalKind): number[] {
  const statuses = journal.entries.filter(isOne).map(({ sent }) => sent.reply?.status ?? 0);
  return rank(statuses.filter((status) => status >= 400 && status < 500));
}

function toErrorFormat(sent: Sent): string | undefined {
  const { reply } = sent;
  if (reply === undefined || isSuccess(sent) || reply.status >= 500) return undefined;
  if (reply.bytes.length === 0) return 'empty';
  if (/^application\/problem\+json/i.test(reply.headers['content-type'] ?? ''))
    return 'problem-details';
  return reply.json === undefined ? 'text' : 'json';
}

const formats: Readonly<Record<string, string>> = {
  empty: 'nothing',
  'problem-details': 'problem details (RFC 9457)',
  json: 'other JSON',
  text: 'text',
};

const ofService = {
  stage: 'verdict',
  writes: false,
  sends: 'nothing: this check examines the responses of the run',
} as const;

const serviceObservations: readonly Check[] = [
  observation({
    ...ofService,
    id: 'updateSite/observes-the-status',
    title: 'The status of a successful site update',
    requirement: 'update-site-details-are-not-shown',
    run({ run, observe }) {
      const statuses = listSuccesses(run, 'updateSite').map(({ sent }) => sent.reply?.status ?? 0);
      const [status, ...others] = new Set(statuses);
      if (status === undefined) throw new Inconclusive('no update of a site succeeded');
      const statement = `updating a site returns ${[status, ...others].join(' or ')}`;
      observe(statement, { id: 'update-site-status', value: status });
    },
  }),
  ...refusals.map((refusal) =>
    observation({
      ...ofService,
      id: `service/observes-the-status-of-${refusal.slug}`,
      title: `The status for ${refusal.what}`,
      requirement: 'errors-are-not-shown',
      run({ run, observe }) {
        const statuses = listStatuses(run, refusal);
        const [most] = statuses;
        if (most === undefined) throw new Inconclusive('no such request was refused');
        const all = statuses.toSorted((a, b) => a - b).join(' or ');
        observe(
          `${refusal.what} is refused with ${all}${statuses.length > 1 ? `, mostly with ${most}` : ''}`,
          { id: refusal.assumption, value: most },
        );
      },
    }),
  ),
  observation({
    ...ofService,
    id: 'service/observes-error-bodies',
    title: 'The body of an error response',
    requirement: 'errors-are-not-shown',
    run({ run, observe }) {
      const [format] = rank(run.journal.entries.flatMap(({ sent }) => toErrorFormat(sent) ?? []));
      if (format === undefined) throw new Inconclusive('nothing was refused');
      const statement = `the body of an error response is ${formats[format]}`;
      observe(statement, { id: 'error-format', value: format });
    },
  }),
  observation({
    ...ofService,
    id: 'service/observes-the-rate-of-requests',
    title: 'Whether the request rate is limited',
    requirement: 'rate-and-size-limits',
    run({ run, observe }) {
      for (const [status, count] of run.target.refusals)
        observe(`${count} requests were refused with ${status} until they were sent more slowly`);
      if (run.target.refusals.size === 0) observe('no request was refused because of its rate');
    },
  }),
  observation({
    ...ofService,
    id: 'service/observes-uuids',
    title: 'The version and case of UUIDs',
    requirement: 'uuid-form-is-not-shown',
    run({ run, observe }) {
      const ids = listInventory(run).map(({ id }) => id);
      const [id] = ids;
      if (id === undefined) throw new Inconclusive('nothing was created');
      const version = Number.parseInt(id.charAt(14), 16);
      observe(
        `UUIDs are of version ${version}`,
        ...(version === 4 || version === 7 ? [{ id: 'uuid-version', value: version }] : []),
      );
      const letters = ids.join('');
      const value = /[A-F]/.test(letters) && !/[a-f]/.test(letters) ? 'upper' : 'lower';
      observe(`UUIDs are in ${value} case`, { id: 'uuid-case', value });
    },
  }),
];

export const observations: readonly Check[] = [
  ...acceptanceObservations,
  ...updateObservations,
  ...ruleObservations,
  ...copyObservations,
  ...listObservations,
  ...serviceObservations,
];
