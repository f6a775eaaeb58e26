import { isRecord } from '../../../contract/resolve-reference.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import {
  compareRoute,
  type ExpectedRoute,
  expectRoute,
  updateRoute,
  type Variant,
} from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { tryUpdateRoute } from '../../model/trials.ts';
import { type MakeVariants, useVariants } from '../../model/variants.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { prepare, requireSuccess } from '../../runner/run.ts';
import { describeEmptyUpdate, frames, sendEmptyUpdates, sendInPairs } from '../frames.ts';
import { checkedTypes, failUnslashed, keptPathnames, keptTexts, makeRoute } from './validation.ts';

type RouteChange = Partial<Omit<ExpectedRoute, 'id'>>;

/** Creates a check of an update of a route: of its response and of the next one. */
function changes(
  slug: string,
  title: string,
  sends: string,
  makeChange: (
    scope: Scope,
    makeVariants: () => Promise<Variant[]>,
  ) => RouteChange | Promise<RouteChange>,
  query = '',
): Check {
  return {
    ...frames.updateRoute,
    id: `updateRoute/${slug}`,
    title,
    requirements: [
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
      const { body, sent } = await updateRoute(
        scope,
        route,
        await makeChange(scope, async () => (await useVariants(scope))(scope.unique())),
        query,
      );
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  };
}

const changedFields: readonly Check[] = [
  changes(
    'changes-the-pathname-alone',
    'Changing the pathname leaves the variants unchanged',
    'an update with a pathname',
    (scope) => ({ pathname: scope.pathname() }),
  ),
  changes(
    'changes-the-variants-alone',
    'Changing the variants leaves the pathname unchanged',
    'an update with one variant',
    async (_, makeVariants) => ({ localizedVariants: (await makeVariants()).slice(0, 1) }),
  ),
  changes(
    'changes-both-fields',
    'Pathname and variants can change together',
    'an update with a pathname and two variants',
    async (scope, makeVariants) => ({
      pathname: scope.pathname(),
      localizedVariants: (await makeVariants()).reverse(),
    }),
  ),
  changes(
    'clears-the-variants',
    'An empty list removes the variants',
    'an update with an empty array of variants',
    () => ({ localizedVariants: [] }),
  ),
  {
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
      const sent = await tryUpdateRoute(scope, route.id, change);
      if (isRefused(sent))
        throw new Inconclusive('a pathname that the route had before is refused');
      const body = requireSuccess(scope.run, sent, 'an update');
      Object.assign(route, change);
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  },
];

const skips = changes(
  'skip-validation-true-skips',
  'skipValidation=true accepts an updated pathname without a slash',
  'an update with a pathname that does not start with a slash, and skipValidation=true',
  (scope) => ({ pathname: scope.unique() }),
  'skipValidation=true',
);

/** Checks of the effect of skipValidation on an update. */
const skipValidation: readonly Check[] = [
  changes(
    'accepts-skip-validation-true',
    'A valid route can be updated with skipValidation=true',
    'an update with a pathname and skipValidation=true',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=true',
  ),
  changes(
    'accepts-skip-validation-false',
    'A valid route can be updated with skipValidation=false',
    'an update with a pathname and skipValidation=false',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=false',
  ),
  {
    ...skips,
    requirements: ['skip-validation-skips'],
  },
  checkedTypes.updateRoute,
  {
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
      for (const query of ['', 'skipValidation=false']) {
        const sent = await tryUpdateRoute(scope, route.id, { pathname: scope.unique() }, query);
        if (!isSuccess(sent)) continue;
        const answered = requireSuccess(scope.run, sent, 'an update')['pathname'];
        if (typeof answered === 'string' && answered.startsWith('/')) {
          route.pathname = answered;
          continue;
        }
        failUnslashed(
          scope,
          sent,
          `a pathname without a slash was accepted${query === '' ? '' : ` with ${query}`}`,
        );
        return;
      }
      await expectRoute(scope, route, 'the route after updates that were refused or corrected');
      const send = (query = '') =>
        tryUpdateRoute(scope, route.id, { pathname: scope.unique() }, query);
      await send('skipValidation=true');
      const again = await send();
      if (!isSuccess(again)) return;
      const { pathname } = requireSuccess(scope.run, again, 'an update');
      if (typeof pathname === 'string' && pathname.startsWith('/')) return;
      failUnslashed(
        scope,
        again,
        'a pathname without a slash was accepted, after an earlier update with skipValidation=true',
      );
    },
  },
];

const emptyUpdate: Check = {
  ...frames.updateRoute,
  ...describeEmptyUpdate('route'),
  id: 'updateRoute/an-empty-update-changes-nothing',
  requirements: ['update-route-changes-what-is-named', 'update-route-body'],
  async run(scope) {
    const route = await makeRoute(scope);
    const request = { operation: 'updateRoute', path: { routeId: route.id } } as const;
    await sendEmptyUpdates(scope, request, (body, sent) =>
      compareRoute(scope, body, route, 'the route after an empty update', sent),
    );
  },
};

const concurrentUpdates: Check = {
  ...frames.updateRoute,
  id: 'updateRoute/concurrent-updates-both-last',
  long: true,
  title: 'Concurrent updates of pathname and variants are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'a concurrent update of the pathname and of the variants, for four routes at once, in several rounds',
  expects: 'both new values afterwards',
  async run(scope) {
    const makeVariants = await useVariants(scope);
    const routes = await Promise.all(Array.from({ length: 4 }, () => makeRoute(scope)));
    await Promise.all(routes.map((route) => updateInPairs(scope, route, makeVariants)));
  },
};

async function updateInPairs(
  scope: Scope,
  route: ExpectedRoute,
  makeVariants: MakeVariants,
): Promise<void> {
  await sendInPairs(
    scope,
    () => {
      const localizedVariants = makeVariants(scope.unique());
      return [{ pathname: scope.pathname() }, { localizedVariants }];
    },
    async (change) => (await updateRoute(scope, route, change)).body,
    (body) =>
      body['pathname'] !== route.pathname ||
      JSON.stringify(toVariants(body)) !== JSON.stringify(route.localizedVariants),
  );
  await expectRoute(scope, route, 'the route after concurrent updates');
}

/** Keeps only the documented fields, since additional ones are allowed. */
function toVariants({ localizedVariants }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(localizedVariants)) return [];
  return localizedVariants.map((item) =>
    isRecord(item) ? { locale: item['locale'], pathname: item['pathname'] } : item,
  );
}

export const updateRouteChecks: readonly Check[] = [
  ...changedFields,
  ...skipValidation,
  emptyUpdate,
  keptPathnames.updateRoute,
  keptTexts.updateRoute,
  concurrentUpdates,
];
