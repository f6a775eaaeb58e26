import { hurtingText, loosePathnameParts, pathnameParts } from '../data/hurting-text.ts';
import { isRecord } from '../data/json-path.ts';
import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import {
  compareRoute,
  type ExpectedRoute,
  expectRoute,
  prepareRoute,
  updateRoute,
  type Variant,
} from '../engine/routes.ts';
import { call, describe, judgeEmptyUpdate, prepare, requireSuccess } from '../engine/run.ts';
import { useOriginal } from '../engine/shared.ts';
import { useVariants, useVariantsIfTaken } from '../engine/variants.ts';
import { expectTextsToComeBack } from './texts.ts';
import { updatedPathnames } from './updated-pathnames.ts';

const shared = {
  operation: 'updateRoute',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['original'],
} as const;

async function makeRoute(scope: Scope): Promise<ExpectedRoute> {
  const site = await useOriginal(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepareRoute(scope, site.id, {
    pathname: scope.pathname(),
    localizedVariants: makeVariants(scope.unique()),
  });
}

type RouteChange = Partial<Omit<ExpectedRoute, 'id'>>;

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
    ...shared,
    id: `updateRoute/${slug}`,
    title,
    requirements: [
      'operations-exist',
      'update-route-changes-what-is-named',
      'update-route-body',
      'writes-last',
      ...(query === '' ? [] : (['skip-validation-is-an-enum'] as const)),
    ],
    sends: `${sends}, then an update that changes nothing`,
    expects: 'the fields that were sent, and the others as they were, in both answers',
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

export const updateRouteChecks: readonly Check[] = [
  changes(
    'changes-the-pathname-alone',
    'a new pathname leaves the variants as they are',
    'an update with a pathname',
    (scope) => ({ pathname: scope.pathname() }),
  ),
  changes(
    'changes-the-variants-alone',
    'new variants leave the pathname as it is',
    'an update with one variant',
    async (_, makeVariants) => ({ localizedVariants: (await makeVariants()).slice(0, 1) }),
  ),
  changes(
    'changes-both-fields',
    'pathname and variants change together',
    'an update with a pathname and two variants',
    async (scope, makeVariants) => ({
      pathname: scope.pathname(),
      localizedVariants: (await makeVariants()).reverse(),
    }),
  ),
  changes(
    'clears-the-variants',
    'an empty list takes the variants away',
    'an update with an empty array of variants',
    () => ({ localizedVariants: [] }),
  ),
  {
    ...shared,
    id: 'updateRoute/changes-back',
    title: 'a route takes again what it had at first',
    requirements: ['update-route-changes-what-is-named', 'writes-last'],
    sends:
      'an update to another pathname without variants, one to what the route was created with, then one that changes nothing',
    expects:
      'what was sent, in all answers (a refusal proves nothing: whether a pathname is free again is not shown)',
    async run(scope) {
      const route = await makeRoute(scope);
      const { pathname, localizedVariants } = route;
      await prepare('an update', () =>
        updateRoute(scope, route, { pathname: scope.pathname(), localizedVariants: [] }),
      );
      const change = { pathname, localizedVariants };
      const sent = await call(scope, {
        operation: 'updateRoute',
        path: { routeId: route.id },
        body: change,
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive('a pathname that the route had before is refused');
      const body = requireSuccess(scope.run, sent, 'an update');
      Object.assign(route, change);
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  },
  changes(
    'accepts-skip-validation-true',
    'a valid update is taken with skipValidation=true',
    'an update with a pathname and skipValidation=true',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=true',
  ),
  changes(
    'accepts-skip-validation-false',
    'a valid update is taken with skipValidation=false',
    'an update with a pathname and skipValidation=false',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=false',
  ),
  {
    ...changes(
      'skip-validation-true-skips',
      'skipValidation=true takes a pathname without a slash',
      'an update with a pathname that does not start with a slash, and skipValidation=true',
      (scope) => ({ pathname: scope.unique() }),
      'skipValidation=true',
    ),
    requirements: ['skip-validation-skips'],
  },
  {
    ...shared,
    id: 'updateRoute/validates-unless-told-not-to',
    title: 'a pathname without a slash is not taken while validation is on',
    requirements: [
      'skip-validation-skips',
      'route-pathname-starts-with-a-slash',
      'refusals-have-no-effect',
    ],
    sends:
      'updates with a pathname that does not start with a slash, without skipValidation and with skipValidation=false, and once more after one with skipValidation=true',
    expects:
      'a refusal (or, where the target mends it, a pathname with a slash), and the route as it was',
    async run(scope) {
      const route = await makeRoute(scope);
      for (const query of ['', 'skipValidation=false']) {
        const sent = await call(scope, {
          operation: 'updateRoute',
          path: { routeId: route.id },
          body: { pathname: scope.unique() },
          query,
          intent: 'probe',
        });
        if (!isSuccess(sent)) continue;
        const answered = requireSuccess(scope.run, sent, 'an update')['pathname'];
        if (typeof answered === 'string' && answered.startsWith('/')) {
          route.pathname = answered;
          continue;
        }
        scope.fail({
          message: `a pathname without a slash was taken${query === '' ? '' : ` with ${query}`}`,
          expected: 'a refusal, or a pathname that starts with a slash',
          received: describe(answered),
          pointer: '/pathname',
          exchange: scope.run.show(sent),
        });
        return;
      }
      await expectRoute(scope, route, 'the route after updates that were refused or mended');
      const path = { routeId: route.id };
      const body = { pathname: scope.unique() };
      const request = { operation: 'updateRoute', path, intent: 'probe' } as const;
      await call(scope, { ...request, body, query: 'skipValidation=true' });
      const again = await call(scope, { ...request, body: { pathname: scope.unique() } });
      const answered = isRecord(again.reply?.json) ? again.reply.json['pathname'] : undefined;
      if (!isSuccess(again) || (typeof answered === 'string' && answered.startsWith('/'))) return;
      scope.fail({
        message:
          'a pathname without a slash was taken, after an update before it had skipped validation',
        expected: 'a refusal, or a pathname that starts with a slash',
        received: describe(answered),
        pointer: '/pathname',
        exchange: scope.run.show(again),
      });
    },
  },
  {
    ...shared,
    id: 'updateRoute/an-empty-update-changes-nothing',
    title: 'an update without fields answers the route as it is',
    requirements: ['update-route-changes-what-is-named', 'update-route-body'],
    sends: 'an update with an empty object, twice',
    expects: 'the route as it is (a refusal proves nothing: required fields are not shown)',
    async run(scope) {
      const route = await makeRoute(scope);
      for (let round = 1; round <= 2; round += 1) {
        const sent = await call(scope, {
          operation: 'updateRoute',
          path: { routeId: route.id },
          body: {},
          intent: 'probe',
        });
        judgeEmptyUpdate(scope.run, sent);
        compareRoute(
          scope,
          requireSuccess(scope.run, sent, 'an empty update'),
          route,
          'the route after an empty update',
          sent,
        );
      }
    },
  },
  updatedPathnames,
  {
    ...shared,
    id: 'updateRoute/keeps-texts-when-validation-is-skipped',
    title: 'texts of an updated route come back as they were sent when validation is skipped',
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends:
      'updates with skipValidation=true and one generated text as pathname, as locale and as pathname of a variant',
    expects: 'each text that is accepted, character by character, in all three places',
    async run(scope) {
      const route = await makeRoute(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: (text) =>
          call(scope, {
            operation: 'updateRoute',
            path: { routeId: route.id },
            body: { pathname: text, localizedVariants: [{ locale: text, pathname: text }] },
            query: 'skipValidation=true',
            intent: 'probe',
          }),
        read: ({ pathname, localizedVariants }) => {
          const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
          const places: unknown[] = [pathname, variant?.locale, variant?.pathname];
          return places.every((text) => text === pathname) ? pathname : places;
        },
        pointer: '/pathname',
        // What stands at an end alone is in no joined text.
        whole: ['/', `/${unique}/`, `/${unique}/page.html`, `/${unique}/007`],
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs: 6 },
      });
    },
  },
  {
    ...shared,
    id: 'updateRoute/concurrent-updates-both-last',
    title: 'updates of pathname and variants at the same moment both last',
    requirements: ['concurrent-requests-are-independent', 'writes-last'],
    sends: 'an update of the pathname and one of the variants at once, in several rounds',
    expects: 'both new values afterwards',
    async run(scope) {
      const route = await makeRoute(scope);
      const makeVariants = await useVariants(scope);
      const rounds = scope.run.options.thorough ? 8 : 4;
      for (let round = 1; round <= rounds; round += 1) {
        const unique = scope.unique();
        await Promise.all([
          updateRoute(scope, route, { pathname: scope.pathname() }),
          updateRoute(scope, route, { localizedVariants: makeVariants(unique) }),
        ]);
      }
      await expectRoute(scope, route, 'the route after updates at the same moment');
    },
  },
];
