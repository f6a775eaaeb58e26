import { hurtingEnds, manyLocales, unusualLocales } from '../../data/texts.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import {
  compareRoute,
  createRoute,
  enterRoute,
  expectRoute,
  type RouteInput,
  type Variant,
} from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { tryCreateRoute } from '../../model/trials.ts';
import { useLikelyVariants, useVariantsIfTaken } from '../../model/variants.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { requireSuccess } from '../../runner/run.ts';
import type { Sent } from '../../runner/target.ts';
import { frames } from '../frames.ts';
import { independentRoutes } from './independent-routes.ts';
import { checkedTypes, failUnslashed, keptPathnames, keptTexts, tryRoute } from './validation.ts';

type Accepted = Pick<Check, 'title' | 'requirements' | 'sends' | 'expects'> & {
  slug: string;
  makeVariants: (scope: Scope) => Promise<Variant[]> | Variant[] | undefined;
  query?: string;
  /** Whether to read the route with a no-op update. Default: true. */
  isReadBack?: boolean;
};

/** Creates a check of a route that must be accepted, and of its response. */
function accepts({ slug, makeVariants, query, isReadBack = true, ...texts }: Accepted): Check {
  return {
    ...frames.createRoute,
    ...texts,
    id: `createRoute/accepts-${slug}`,
    async run(scope) {
      const site = await useOriginal(scope);
      const localizedVariants = await makeVariants(scope);
      const input = {
        pathname: scope.pathname(),
        ...(localizedVariants === undefined ? {} : { localizedVariants }),
      };
      const { body, expected, sent } = await createRoute(scope, site.id, input, query);
      compareRoute(scope, body, expected, 'the created route', sent);
      if (isReadBack) await expectRoute(scope, expected, 'the route read back');
    },
  };
}

/** Checks of what a new route may contain. */
const acceptedBodies: readonly Check[] = [
  accepts({
    slug: 'a-pathname-alone',
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
    makeVariants: () => undefined,
  }),
  accepts({
    slug: 'localized-variants',
    title: 'A new route keeps its localized variants in order',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent', 'writes-last'],
    sends: 'a route with variants in en-US and de-DE, then a no-op update to read it back',
    expects: 'the pathname and both variants as sent, in both responses',
    makeVariants: async (scope) => (await useLikelyVariants(scope))(scope.unique()),
  }),
  accepts({
    slug: 'an-empty-list-of-variants',
    title: 'A route can be created with an empty list of variants',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent'],
    sends: 'a route with localizedVariants as an empty array',
    expects: 'the pathname and an empty array',
    makeVariants: () => [],
    isReadBack: false,
  }),
];

/** Checks of the effect of skipValidation on a creation. */
const skipValidation: readonly Check[] = [
  ...['true', 'false'].map((value) =>
    accepts({
      slug: `skip-validation-${value}`,
      title: `A valid route can be created with skipValidation=${value}`,
      requirements: ['skip-validation-is-an-enum', 'create-route-stores-what-was-sent'],
      sends: `a plain route with variants (or without, if none are accepted) and skipValidation=${value}, then a no-op update to read it back`,
      expects: 'the route as sent, in both responses',
      makeVariants: async (scope) => (await useVariantsIfTaken(scope))(scope.unique()),
      query: `skipValidation=${value}`,
    }),
  ),
  {
    ...frames.createRoute,
    id: 'createRoute/skip-validation-true-skips',
    title: 'skipValidation=true accepts a new pathname without a slash',
    requirements: ['skip-validation-skips'],
    sends: 'a route whose pathname does not start with a slash, with skipValidation=true',
    expects: 'a route with that pathname',
    async run(scope) {
      const site = await useOriginal(scope);
      const { body, expected, sent } = await createRoute(
        scope,
        site.id,
        { pathname: scope.unique() },
        'skipValidation=true',
      );
      compareRoute(scope, body, expected, 'the created route', sent);
    },
  },
  {
    ...frames.createRoute,
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
        const sent = await tryRoute(scope, site.id, { pathname }, query);
        if (!isSuccess(sent)) continue;
        const answered = requireSuccess(scope.run, sent, 'a route')['pathname'];
        const isSlashed = typeof answered === 'string' && answered.startsWith('/');
        isMended ||= isSlashed && pathname !== '';
        // The target corrects only this pathname, so it treated the empty one as missing.
        if (isSlashed && isMended) continue;
        failUnslashed(
          scope,
          sent,
          `${pathname === '' ? 'an empty pathname' : 'a pathname without a slash'} became a route${query === '' ? '' : ` with ${query}`}`,
        );
      }
    },
  },
  checkedTypes.createRoute,
];

/** Creates a route, with skipValidation if a rule refuses it otherwise. */
async function createLoosely(
  scope: Scope,
  siteId: string,
  body: RouteInput,
): Promise<Sent | undefined> {
  for (const query of ['', 'skipValidation=true']) {
    const sent = await tryCreateRoute(scope, siteId, body, query);
    if (!isRefused(sent)) return sent;
  }
  return undefined;
}

/** Checks of variants that servers are known to drop, sort or rewrite. */
const keptVariants: readonly Check[] = [
  {
    ...frames.createRoute,
    id: 'createRoute/keeps-many-variants',
    title: 'A new route keeps many variants, even with equal pathnames',
    requirements: ['create-route-stores-what-was-sent'],
    sends:
      'a route with twenty unsorted variants, two of them with the same pathname, some with upper case, escapes, dots or a trailing slash (or without these, if that is refused)',
    expects:
      'all of them in order (a refusal is inconclusive: the interface does not document rules for locales)',
    async run(scope) {
      const site = await useOriginal(scope);
      const unique = scope.unique();
      // Unusual pathnames may violate a rule; plain ones are unlikely to.
      for (const ends of [hurtingEnds, []]) {
        const localizedVariants = manyLocales.map((locale, at) => ({
          locale,
          pathname: `/${unique}${locale.startsWith('de') ? 'de' : at}${ends[at] ?? ''}`,
        }));
        const input = { pathname: `/${unique}${ends.length}`, localizedVariants };
        const sent = await tryCreateRoute(scope, site.id, input);
        if (isRefused(sent)) continue;
        const { body, expected } = enterRoute(scope, site.id, sent, input);
        compareRoute(scope, body, expected, 'the created route', sent);
        return;
      }
      throw new Inconclusive(
        'so many locales are refused; the interface does not document rules for locales',
      );
    },
  },
  {
    ...frames.createRoute,
    id: 'createRoute/keeps-unusual-locales',
    title: 'A new route keeps locales that libraries tend to rewrite',
    requirements: ['create-route-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends:
      'routes with variants whose locales have old and new language codes, three-letter languages and numeric regions; if they are refused, the same with skipValidation=true',
    expects:
      'every accepted locale unchanged (a refusal is inconclusive: the interface does not document rules for locales)',
    async run(scope) {
      const site = await useOriginal(scope);
      let taken = 0;
      for (const locales of unusualLocales) {
        const unique = scope.unique();
        const input = {
          pathname: `/${unique}`,
          localizedVariants: locales.map((locale) => ({
            locale,
            pathname: `/${locale.toLowerCase()}/${unique}`,
          })),
        };
        const sent = await createLoosely(scope, site.id, input);
        if (sent === undefined) continue;
        taken += 1;
        const { body, expected } = enterRoute(scope, site.id, sent, input);
        compareRoute(scope, body, expected, 'the created route', sent);
      }
      if (taken === 0)
        throw new Inconclusive(
          'such locales are refused; the interface does not document rules for locales',
        );
    },
  },
];

export const createRouteChecks: readonly Check[] = [
  ...acceptedBodies,
  ...keptVariants,
  ...skipValidation,
  keptPathnames.createRoute,
  keptTexts.createRoute,
  independentRoutes,
];
