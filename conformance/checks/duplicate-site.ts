import { toHostUrl } from '../data/fresh-body.ts';
import { hurtingNames } from '../data/hurting-text.ts';
import { type Check, Failed, Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { type ExpectedSite, toKey } from '../engine/ledger.ts';
import {
  compareRoute,
  createRoute,
  expectRoute,
  prepareRoute,
  updateRoute,
} from '../engine/routes.ts';
import { call, describe, prepare, requireSuccess } from '../engine/run.ts';
import { takeTurn, useCopy, useOriginal, useStranger, useSubject } from '../engine/shared.ts';
import { toFieldName } from '../engine/site-differences.ts';
import {
  compareSite,
  createSite,
  duplicateSite,
  enterSite,
  expectRecord,
  type MadeSite,
  toOrigin,
  updateSite,
} from '../engine/sites.ts';
import { useVariantsIfTaken } from '../engine/variants.ts';
import { explainName } from './explain-name.ts';

const shared = { operation: 'duplicateSite', level: 'MUST', stage: 'calls', writes: true } as const;

/** A rule may refuse what is asked of a new site; that it is not there is no rule. */
async function demandKnown<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Failed && error.failure.exchange?.reply?.status === 404) throw error;
    return prepare(what, () => Promise.reject(error));
  }
}

/** Updates a site to what it was before; where a target does not take that again, to something new. */
async function changeBack(
  scope: Scope,
  site: ExpectedSite,
  before: { name: string; hostUrl: string },
): Promise<void> {
  const sent = await call(scope, {
    operation: 'updateSite',
    path: { siteId: site.id },
    body: before,
    intent: 'probe',
  });
  if (!isSuccess(sent)) {
    const name = scope.unique();
    const hostUrl = toHostUrl(scope.unique(), scope.run.domain);
    await prepare('an update', () => updateSite(scope, site, { name, hostUrl }));
    return;
  }
  Object.assign(site, before);
  site.writers.push(scope.check.id);
  const body = requireSuccess(scope.run, sent, 'an update');
  compareSite(scope, body, site, 'the original, updated to what it was at first', sent);
}

/** Where hosts have to be unique, a copy cannot have the host of its original: the target shows that by refusing a second one. */
async function areHostsUnique(scope: Scope, original: ExpectedSite): Promise<boolean> {
  if (original.hostUrl === null) return false;
  return scope.run.share('hosts are unique', async () => {
    const copy = await useCopy(scope);
    const sent = await call(scope, {
      operation: 'updateSite',
      path: { siteId: copy.id },
      body: { hostUrl: original.hostUrl },
      intent: 'probe',
    });
    if (!isSuccess(sent)) return true;
    copy.hostUrl = original.hostUrl;
    // Some targets hold only new sites to the rule.
    const input = { name: scope.unique(), hostUrl: original.hostUrl ?? '' };
    const created = await call(scope, {
      operation: 'createSite',
      path: { workspaceId: original.workspace },
      body: input,
      intent: 'probe',
    });
    if (isSuccess(created)) enterSite(scope, created, input, original.workspace, 'a site');
    return !isSuccess(created);
  });
}

async function duplicateIfTaken(
  scope: Scope,
  original: ExpectedSite,
  name: string,
): Promise<MadeSite | undefined> {
  const sent = await call(scope, {
    operation: 'duplicateSite',
    path: { siteId: original.id },
    body: { name },
    intent: 'probe',
  });
  return isSuccess(sent)
    ? enterSite(scope, sent, { name }, original.workspace, 'duplicating a site')
    : undefined;
}

async function expectCopy(
  scope: Scope,
  original: ExpectedSite,
  { expected, body, sent }: MadeSite,
): Promise<void> {
  compareSite(scope, body, expected, 'the duplicate', sent);
  // What is reported here is no failure of each list that shows it.
  if (body['name'] !== expected.name) expected.uncertain.add('name');
  if (toKey(expected.id) === toKey(original.id)) {
    scope.fail({
      message: 'the duplicate has the id of the original',
      expected: 'an id of its own',
      received: expected.id,
      pointer: '/id',
      exchange: scope.run.show(sent),
    });
  }
  // Where no host can be chosen, the original was given none.
  if (scope.run.forms.hosts === 'none') return;
  const { hostUrl } = body;
  if (
    original.hostUrl === null ||
    (typeof hostUrl === 'string' && toOrigin(hostUrl) === toOrigin(original.hostUrl))
  )
    return;
  if (await areHostsUnique(scope, original)) return;
  scope.fail({
    message: 'the duplicate has another host than the original, although two sites may share one',
    expected: describe(original.hostUrl),
    received: describe(hostUrl),
    pointer: '/hostUrl',
    // Behind the answers to updates of the original itself: what those lost, no copy can have.
    about: { what: toFieldName('hostUrl'), distance: 2.5 },
    exchange: scope.run.show(sent),
  });
}

export const duplicateSiteChecks: readonly Check[] = [
  {
    ...shared,
    id: 'duplicateSite/copies-a-site-under-a-new-name',
    title:
      'a duplicate is a new site with the name that was sent and the configuration of the original',
    requirements: [
      'operations-exist',
      'duplicate-site-is-a-new-site',
      'duplicate-site-copies',
      'duplicate-site-name',
    ],
    sends: 'a duplication with a name, then an update of the original that changes nothing',
    expects:
      'an id of its own, that name, the origin of the original (unless the target refuses a second site with that host), and the original as it was',
    creates: 1,
    uses: ['original', 'copy'],
    async run(scope) {
      const original = await useOriginal(scope);
      const made = await duplicateSite(scope, original, { name: scope.unique() });
      await expectCopy(scope, original, made);
      await expectRecord(scope, original, 'the original after its duplication');
    },
  },
  {
    ...shared,
    id: 'duplicateSite/accepts-an-empty-object',
    title: 'a duplicate needs no name',
    requirements: ['duplicate-site-body', 'duplicate-site-is-a-new-site', 'duplicate-site-copies'],
    sends: 'a duplication with an empty object',
    expects: 'a new site with the origin of the original, under any name',
    creates: 1,
    uses: ['original', 'copy'],
    async run(scope) {
      const original = await useOriginal(scope);
      const made = await duplicateSite(scope, original, {});
      await expectCopy(scope, original, made);
      scope.run.share('unnamed copy', async () => made.body);
    },
  },
  {
    ...shared,
    id: 'duplicateSite/keeps-texts',
    title: 'a duplicate keeps a name that hurts',
    requirements: ['duplicate-site-name', 'texts-come-back-unchanged'],
    sends: 'a duplication with a name of many scripts, markup and escapes',
    expects:
      'the name character by character; a refusal proves nothing, since rules for names are not shown',
    creates: 1,
    uses: ['original'],
    async run(scope) {
      const original = await useOriginal(scope);
      const name = ` ${scope.unique()}${hurtingNames.letters}${hurtingNames.markup} `;
      const sent = await call(scope, {
        operation: 'duplicateSite',
        path: { siteId: original.id },
        body: { name },
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive(
          `such a name is refused with ${status}; rules for names are not shown`,
        );
      const { body, expected } = enterSite(
        scope,
        sent,
        { name },
        original.workspace,
        'duplicating a site',
      );
      compareSite(scope, body, expected, 'the duplicate', sent);
      if (body['name'] !== expected.name) await explainName(scope, expected);
    },
  },
  {
    ...shared,
    id: 'duplicateSite/copies-the-site-as-it-is-now',
    title: 'a duplicate has what the original has at that moment, and neither follows the other',
    requirements: ['duplicate-site-copies', 'duplicate-site-is-a-new-site', 'writes-last'],
    sends:
      'a site with two routes; an update of its name and host; a duplicate of it; an update of the duplicate, and one of the original to what it was at first; a duplicate of the duplicate, under an empty name where that is taken',
    expects:
      'each duplicate with the host that its original has at that moment, under the name that was sent; each update in its own site alone; the routes as they were',
    creates: 3,
    uses: ['original', 'copy'],
    async run(scope) {
      const name = scope.unique();
      const first = { name, hostUrl: toHostUrl(name, scope.run.domain) };
      const original = (await prepare('a site', () => createSite(scope, first))).expected;
      await prepare('an update', () =>
        updateSite(scope, original, {
          name: scope.unique(),
          hostUrl: toHostUrl(scope.unique(), scope.run.domain),
        }),
      );
      const makeVariants = await useVariantsIfTaken(scope);
      const pathname = scope.pathname();
      const localizedVariants = makeVariants(scope.unique());
      const route = await prepareRoute(scope, original.id, { pathname, localizedVariants });
      const second = await prepareRoute(scope, original.id, {
        pathname: scope.pathname(),
        localizedVariants: makeVariants(scope.unique()),
      });
      await expectRoute(scope, second, 'the second route of a site');
      const made = await duplicateSite(scope, original, { name: scope.unique() });
      await expectCopy(scope, original, made);
      const copy = made.expected;
      await updateSite(scope, copy, {
        name: scope.unique(),
        hostUrl: toHostUrl(scope.unique(), scope.run.domain),
      });
      await expectRecord(scope, original, 'the original after an update of its duplicate');
      await changeBack(scope, original, first);
      await expectRecord(scope, original, 'the original, updated to what it was at first');
      await expectRecord(scope, copy, 'the duplicate after an update of its original');
      const again =
        (await duplicateIfTaken(scope, copy, '')) ??
        (await duplicateSite(scope, copy, { name: scope.unique() }));
      await expectCopy(scope, copy, again);
      await expectRoute(scope, route, 'a route of the original after its duplication');
      const own = await createRoute(scope, copy.id, {
        pathname: scope.pathname(),
        localizedVariants: makeVariants(scope.unique()),
      });
      compareRoute(scope, own.body, own.expected, 'a route of the duplicate', own.sent);
    },
  },
  {
    ...shared,
    id: 'duplicateSite/stays-in-the-workspace',
    title: 'a duplicate belongs to the workspace of its original',
    requirements: ['duplicate-site-copies', 'create-site-in-its-workspace'],
    sends:
      'a duplication of a site in the other workspace; updates and a route of the copy, and an update of that route',
    expects:
      'a new site, with each update; the lists show it in that workspace and in no other (listSites/shows-every-site-as-last-written)',
    creates: 1,
    uses: ['stranger'],
    async run(scope) {
      const stranger = await useStranger(scope);
      // A name of digits alone, where names may be so.
      const made =
        (await duplicateIfTaken(scope, stranger, hurtingNames.digits + scope.seed)) ??
        (await duplicateSite(scope, stranger, { name: scope.unique() }));
      const { expected, body, sent } = made;
      compareSite(scope, body, expected, 'the duplicate', sent);
      const updated = await demandKnown('an update', () =>
        updateSite(scope, expected, { name: scope.unique() }),
      );
      compareSite(scope, updated.body, expected, 'the updated duplicate', updated.sent);
      const route = await demandKnown('a route', () =>
        createRoute(scope, expected.id, { pathname: scope.pathname() }),
      );
      compareRoute(scope, route.body, route.expected, 'a route of the duplicate', route.sent);
      const moved = await demandKnown('an update of a route', () =>
        updateRoute(scope, route.expected, { pathname: scope.pathname() }),
      );
      compareRoute(scope, moved.body, route.expected, 'the updated route', moved.sent);
    },
  },
  {
    ...shared,
    id: 'duplicateSite/concurrent-duplications-are-independent',
    title: 'duplicates made at the same moment, and next to an update, are sites of their own',
    requirements: ['concurrent-requests-are-independent', 'ids-are-unique', 'writes-last'],
    sends:
      'two duplications of one site at once, next to an update of its name; then an update of one duplicate',
    expects:
      'two new sites, each with its own id and the name of its request; every update in its own site alone',
    creates: 2,
    uses: ['subject'],
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const original = await useSubject(scope);
        const names = [scope.unique(), scope.unique()];
        const [made] = await Promise.all([
          Promise.all(names.map((name) => duplicateSite(scope, original, { name }))),
          prepare('an update', () => updateSite(scope, original, { name: scope.unique() })),
        ]);
        for (const { body, expected, sent } of made) {
          compareSite(scope, body, expected, 'a duplicate made next to another', sent);
        }
        await expectRecord(scope, original, 'the original, updated next to its duplication');
        const [one, other] = made.map(({ expected }) => expected);
        if (one === undefined || other === undefined) return;
        await updateSite(scope, one, { name: scope.unique() });
        await expectRecord(scope, other, 'a duplicate after an update of another');
      }),
  },
];
