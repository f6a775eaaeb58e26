import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { isSuccess } from '../../../../conformance/runner/journal.ts';
import { isRefused, prepare, requireSuccess, sendProbe } from '../../model/call.ts';
import { compareRecord } from '../../model/compare.ts';
import { recordWrite } from '../../model/ledger.ts';
import { expectRoute, type RouteInput, updateRoute } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeRoute, useVariants } from '../../model/shared.ts';
import { emptyUpdate, frames, sendInPairs } from '../frames.ts';
import { checkedTypes, failUnslashed, keptPathnames, keptTexts } from './validation.ts';

interface Change {
  slug: string;
  title: string;
  sends: string;
  makeChange: (scope: Scope) => Partial<RouteInput> | Promise<Partial<RouteInput>>;
  query?: string;
  /** Default: those of changed fields. */
  requirements?: Check['requirements'];
}

const changes: readonly Change[] = [
  {
    slug: 'changes-the-pathname-alone',
    title: 'Changing the pathname leaves the variants unchanged',
    sends: 'an update with a pathname',
    makeChange: ({ pathname }) => ({ pathname: pathname() }),
  },
  {
    slug: 'changes-the-variants-alone',
    title: 'Changing the variants leaves the pathname unchanged',
    sends: 'an update with one variant',
    makeChange: async (scope) => ({ localizedVariants: (await makeVariants(scope)).slice(0, 1) }),
  },
  {
    slug: 'changes-both-fields',
    title: 'Pathname and variants can change together',
    sends: 'an update with a pathname and two variants',
    makeChange: async (scope) => ({
      pathname: scope.pathname(),
      localizedVariants: (await makeVariants(scope)).reverse(),
    }),
  },
  {
    slug: 'clears-the-variants',
    title: 'An empty list removes the variants',
    sends: 'an update with an empty array of variants',
    makeChange: () => ({ localizedVariants: [] }),
  },
  ...['true', 'false'].map(
    (value): Change => ({
      slug: `accepts-skip-validation-${value}`,
      title: `A valid route can be updated with skipValidation=${value}`,
      sends: `an update with a pathname and skipValidation=${value}`,
      makeChange: ({ pathname }) => ({ pathname: pathname() }),
      query: `skipValidation=${value}`,
    }),
  ),
  {
    slug: 'skip-validation-true-skips',
    title: 'skipValidation=true accepts an updated pathname without a slash',
    sends: 'an update with a pathname that does not start with a slash, and skipValidation=true',
    makeChange: ({ unique }) => ({ pathname: unique() }),
    query: 'skipValidation=true',
    requirements: ['skip-validation-skips'],
  },
];

async function makeVariants(scope: Scope) {
  return (await useVariants(scope))(scope.unique());
}

const changedFields: readonly Check[] = changes.map(
  ({ slug, title, sends, makeChange, query = '', requirements }) => ({
    ...frames.updateRoute,
    id: `updateRoute/${slug}`,
    title,
    requirements: requirements ?? [
      'operations-exist',
      'update-route-changes-what-is-named',
      'update-route-body',
      'writes-last',
      ...(query === '' ? [] : (['skip-validation-is-an-enum'] as const)),
    ],
    sends: `${sends}, then a no-op update to read it back`,
    expects: 'the fields sent are changed, and the others unchanged, in both responses',
    async run(scope) {
      const route = await makeRoute(scope);
      const updated = await updateRoute(scope, route, await makeChange(scope), query);
      compareRecord(scope, updated, 'the updated route');
      await expectRoute(scope, route, 'the route read back');
    },
  }),
);

const changedBack: Check = {
  ...frames.updateRoute,
  id: 'updateRoute/changes-back',
  title: 'A route can be changed back to its original values',
  requirements: ['update-route-changes-what-is-named', 'writes-last'],
  sends:
    'an update to another pathname without variants, one to the original values, then a no-op update to read it back',
  expects:
    'what was sent, in all responses (a refusal is inconclusive: the interface does not show whether a pathname can be used again)',
  async run(scope) {
    const route = await makeRoute(scope);
    const { pathname, localizedVariants } = route;
    await prepare('an update', () =>
      updateRoute(scope, route, { pathname: scope.pathname(), localizedVariants: [] }),
    );
    const change = { pathname, localizedVariants };
    const sent = await sendProbe(scope, 'updateRoute', route.id, change);
    if (isRefused(sent)) throw new Inconclusive('a pathname that the route had before is refused');
    const body = requireSuccess(scope.run, sent, 'an update');
    recordWrite(route, change, sent);
    compareRecord(scope, { body, expected: route, sent }, 'the updated route');
    await expectRoute(scope, route, 'the route read back');
  },
};

const validates: Check = {
  ...frames.updateRoute,
  id: 'updateRoute/validates-unless-told-not-to',
  title: 'An updated pathname without a slash is refused while validation is on',
  requirements: [
    'skip-validation-skips',
    'route-pathname-starts-with-a-slash',
    'refusals-have-no-effect',
  ],
  sends:
    'updates with a pathname that does not start with a slash, without skipValidation and with skipValidation=false, and once more after one with skipValidation=true',
  expects:
    'a refusal (or, if the target corrects it, a pathname with a slash), and an unchanged route',
  async run(scope) {
    const route = await makeRoute(scope);
    const send = (query: string) =>
      sendProbe(scope, 'updateRoute', route.id, { pathname: scope.unique() }, query);
    /** @returns whether the pathname was refused or corrected */
    const isValidated = async (query: string) => {
      const sent = await send(query);
      if (!isSuccess(sent)) return true;
      const { pathname } = requireSuccess(scope.run, sent, 'an update');
      if (typeof pathname !== 'string' || !pathname.startsWith('/')) {
        failUnslashed(scope, sent, query);
        return false;
      }
      recordWrite(route, { pathname }, sent);
      return true;
    };
    for (const query of ['', 'skipValidation=false']) if (!(await isValidated(query))) return;
    await expectRoute(scope, route, 'the route after updates that were refused or corrected');
    await send('skipValidation=true');
    await isValidated('');
  },
};

const concurrentUpdates: Check = {
  ...frames.updateRoute,
  id: 'updateRoute/concurrent-updates-both-last',
  title: 'Concurrent updates of pathname and variants are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'a concurrent update of the pathname and of the variants, for four routes at once, in several rounds',
  expects: 'both new values afterwards',
  async run(scope) {
    const make = await useVariants(scope);
    const routes = await Promise.all(Array.from({ length: 4 }, () => makeRoute(scope)));
    await Promise.all(
      routes.map(async (route) => {
        const makePair = () => [
          { pathname: scope.pathname() },
          { localizedVariants: make(scope.unique()) },
        ];
        await sendInPairs(scope, route, makePair, (change) => updateRoute(scope, route, change));
        await expectRoute(scope, route, 'the route after concurrent updates');
      }),
    );
  },
};

export const updateRouteChecks: readonly Check[] = [
  ...changedFields,
  changedBack,
  checkedTypes.updateRoute,
  validates,
  emptyUpdate(
    'updateRoute',
    ['update-route-changes-what-is-named', 'update-route-body'],
    async (scope, act) => act(await makeRoute(scope)),
  ),
  keptPathnames.updateRoute,
  keptTexts.updateRoute,
  concurrentUpdates,
];
