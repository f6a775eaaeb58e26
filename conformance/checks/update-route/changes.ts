import { isRecord } from '../../data/json-path.ts';
import {
  compareRoute,
  type ExpectedRoute,
  expectRoute,
  prepareRoute,
  updateRoute,
  type Variant,
} from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { tryUpdateRoute } from '../../model/trials.ts';
import { type MakeVariants, useVariants, useVariantsIfTaken } from '../../model/variants.ts';
import { Inconclusive } from '../../runner/check.ts';
import { prepare, requireSuccess } from '../../runner/run.ts';
import { sendInPairs } from '../concurrent-pairs.ts';
import { describeEmptyUpdate, sendEmptyUpdates } from '../empty-update.ts';
import { frames } from '../frames.ts';

/** A route with a pathname of its own, and with variants where those are taken. */
export async function makeRoute(scope: Scope): Promise<ExpectedRoute> {
  const site = await useOriginal(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepareRoute(scope, site.id, {
    pathname: scope.pathname(),
    localizedVariants: makeVariants(scope.unique()),
  });
}

type RouteChange = Partial<Omit<ExpectedRoute, 'id'>>;

/** An update of a route, and what has to be in its answer and in the next. */
export function changes(
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
    expects: 'the sent fields changed, and the others unchanged, in both responses',
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

/** Each field by itself, and both. */
export const changedFields: readonly Check[] = [
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
    title: 'A route can be changed back to its first values',
    requirements: ['update-route-changes-what-is-named', 'writes-last'],
    sends:
      'an update to another pathname without variants, one to what the route was created with, then a no-op update to read it back',
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
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive('a pathname that the route had before is refused');
      const body = requireSuccess(scope.run, sent, 'an update');
      Object.assign(route, change);
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  },
];

export const emptyUpdate: Check = {
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

export const concurrentUpdates: Check = {
  ...frames.updateRoute,
  id: 'updateRoute/concurrent-updates-both-last',
  long: true,
  title: 'Concurrent updates of pathname and variants are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'an update of the pathname and one of the variants at once, of four routes side by side, in several rounds',
  expects: 'both new values afterwards',
  async run(scope) {
    const makeVariants = await useVariants(scope);
    const routes = await Promise.all(Array.from({ length: 4 }, () => makeRoute(scope)));
    await Promise.all(routes.map((route) => updateInPairs(scope, route, makeVariants)));
  },
};

/** Several pairs of concurrent updates of one route. */
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

/** The fields that are asked for; further ones are lawful. */
function toVariants({ localizedVariants }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(localizedVariants)) return [];
  return localizedVariants.map((item) =>
    isRecord(item) ? { locale: item['locale'], pathname: item['pathname'] } : item,
  );
}
