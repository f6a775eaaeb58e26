import { compareRoute, createRoute, expectRoute } from '../../model/routes.ts';
import { useOriginal } from '../../model/shared.ts';
import { useLikelyVariants } from '../../model/variants.ts';
import type { Check } from '../../runner/check.ts';
import { frame } from './frame.ts';

/** What a new route may be made of. */
export const acceptedBodies: readonly Check[] = [
  {
    ...frame,
    id: 'createRoute/accepts-a-pathname-alone',
    title: 'A route can be created with only a pathname, and then has no variants',
    requirements: [
      'operations-exist',
      'create-route-body',
      'create-route-stores-what-was-sent',
      'route-variants-default-to-empty',
      'route-pathname-starts-with-a-slash',
      'writes-last',
    ],
    sends: 'a route with a plain pathname, then a no-op update to read it back',
    expects: 'that pathname and an empty array of variants, in both responses',
    async run(scope) {
      const site = await useOriginal(scope);
      const { body, expected, sent } = await createRoute(scope, site.id, {
        pathname: scope.pathname(),
      });
      compareRoute(scope, body, expected, 'the created route', sent);
      await expectRoute(scope, expected, 'the route read back');
    },
  },
  {
    ...frame,
    id: 'createRoute/accepts-localized-variants',
    title: 'A new route keeps its localized variants in order',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent', 'writes-last'],
    sends: 'a route with variants in en-US and de-DE, then a no-op update to read it back',
    expects: 'the pathname and both variants as sent, in both responses',
    async run(scope) {
      const site = await useOriginal(scope);
      const { body, expected, sent } = await createRoute(scope, site.id, {
        pathname: scope.pathname(),
        localizedVariants: (await useLikelyVariants(scope))(scope.unique()),
      });
      compareRoute(scope, body, expected, 'the created route', sent);
      await expectRoute(scope, expected, 'the route read back');
    },
  },
  {
    ...frame,
    id: 'createRoute/accepts-an-empty-list-of-variants',
    title: 'A route can be created with an empty list of variants',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent'],
    sends: 'a route with localizedVariants as an empty array',
    expects: 'the pathname and an empty array',
    async run(scope) {
      const site = await useOriginal(scope);
      const { body, expected, sent } = await createRoute(scope, site.id, {
        pathname: scope.pathname(),
        localizedVariants: [],
      });
      compareRoute(scope, body, expected, 'the created route', sent);
    },
  },
];
