import { compareRoute, createRoute, expectRoute } from '../../model/routes.ts';
import { useOriginal } from '../../model/shared.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import { type Check, nameRefusal } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe, requireSuccess } from '../../runner/run.ts';
import { expectTypesToBeChecked, listFaults } from '../unchecked-types.ts';
import { enterAccepted } from './enter-accepted.ts';
import { frame } from './frame.ts';

/** What skipValidation does to a creation, and what it does not. */
export const skipValidation: readonly Check[] = [
  ...(['true', 'false'] as const).map(
    (value): Check => ({
      ...frame,
      id: `createRoute/accepts-skip-validation-${value}`,
      title: `A valid route can be created with skipValidation=${value}`,
      requirements: ['skip-validation-is-an-enum', 'create-route-stores-what-was-sent'],
      sends: `a plain route with variants (without, if none are accepted) and skipValidation=${value}, then a no-op update to read it back`,
      expects: 'the route as sent, in both responses',
      async run(scope) {
        const site = await useOriginal(scope);
        const makeVariants = await useVariantsIfTaken(scope);
        const { body, expected, sent } = await createRoute(
          scope,
          site.id,
          { pathname: scope.pathname(), localizedVariants: makeVariants(scope.unique()) },
          `skipValidation=${value}`,
        );
        compareRoute(scope, body, expected, 'the created route', sent);
        await expectRoute(scope, expected, 'the route read back');
      },
    }),
  ),
  {
    ...frame,
    id: 'createRoute/skip-validation-true-skips',
    title: 'skipValidation=true accepts a new pathname without a slash',
    requirements: ['skip-validation-skips'],
    sends: 'a route whose pathname does not start with a slash, with skipValidation=true',
    expects: 'a route with that pathname',
    async run(scope) {
      const site = await useOriginal(scope);
      const { body, expected, sent } = await nameRefusal(
        'createRoute refuses a pathname without a slash although skipValidation=true',
        () => createRoute(scope, site.id, { pathname: scope.unique() }, 'skipValidation=true'),
      );
      compareRoute(scope, body, expected, 'the created route', sent);
    },
  },
  {
    ...frame,
    id: 'createRoute/validates-unless-told-not-to',
    title: 'A new pathname without a slash is refused while validation is on',
    requirements: ['skip-validation-skips', 'route-pathname-starts-with-a-slash'],
    sends:
      'a route whose pathname does not start with a slash, without skipValidation and with skipValidation=false, and one whose pathname is empty',
    expects: 'a refusal (or, if the target corrects every such pathname, one with a slash)',
    async run(scope) {
      const site = await useOriginal(scope);
      let isMended = false;
      for (const [query, pathname] of [
        ['', scope.unique()],
        ['skipValidation=false', scope.unique()],
        ['', ''],
      ] as const) {
        const sent = await call(scope, {
          operation: 'createRoute',
          path: { siteId: site.id },
          body: { pathname },
          query,
          intent: 'probe',
        });
        if (!isSuccess(sent)) continue;
        enterAccepted(scope, site.id, sent, pathname);
        const answered = requireSuccess(scope.run, sent, 'a route')['pathname'];
        const isSlashed = typeof answered === 'string' && answered.startsWith('/');
        isMended ||= isSlashed && pathname !== '';
        // One that mends no other pathname has taken the empty one for what was not sent.
        if (isSlashed && isMended) continue;
        scope.fail({
          message: `${pathname === '' ? 'an empty pathname' : 'a pathname without a slash'} became a route${query === '' ? '' : ` with ${query}`}`,
          expected: 'a refusal, or a pathname that starts with a slash',
          received: describe(answered),
          pointer: '/pathname',
          exchange: scope.run.show(sent),
        });
      }
    },
  },
  {
    ...frame,
    id: 'createRoute/checks-types-when-validation-is-skipped',
    title: 'A wrong type or a missing pathname is refused even with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused'],
    sends: `routes with skipValidation=true in which ${listFaults(true)}`,
    expects: 'a refusal: skipValidation skips only rules such as the pathname format',
    async run(scope) {
      const site = await useOriginal(scope);
      await expectTypesToBeChecked(scope, true, (body) => {
        const path = { siteId: site.id };
        return { operation: 'createRoute', path, body: { pathname: scope.unique(), ...body } };
      });
    },
  },
];
