import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { isSuccess } from '../../../../conformance/runner/journal.ts';
import { hurtingEnds, manyLocales, unusualLocales } from '../../data/texts.ts';
import { isRefused, requireSuccess, sendProbe } from '../../model/call.ts';
import { compareRecord } from '../../model/compare.ts';
import { type ExpectedRoute, recordWrite, type Variant } from '../../model/ledger.ts';
import { createRoute, enterRoute, expectRoute, type RouteInput } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { findVariants, useOriginal, useVariantsIfTaken } from '../../model/shared.ts';
import { frames } from '../frames.ts';
import { checkedTypes, failUnslashed, keptPathnames, keptTexts } from './validation.ts';

type Accepted = Pick<Check, 'title' | 'requirements' | 'sends' | 'expects'> & {
  slug: string;
  makeInput: (scope: Scope) => Promise<Partial<RouteInput>> | Partial<RouteInput>;
  query?: string;
  /** Whether to read the route with a no-op update. Default: true. */
  isReadBack?: boolean;
};

/** Routes that must be accepted. */
const accepted: readonly Accepted[] = [
  {
    slug: 'accepts-a-pathname-alone',
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
    makeInput: () => ({}),
  },
  {
    slug: 'accepts-localized-variants',
    title: 'A new route keeps its localized variants in order',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent', 'writes-last'],
    sends: 'a route with variants in en-US and de-DE, then a no-op update to read it back',
    expects: 'the pathname and both variants as sent, in both responses',
    makeInput: async (scope) => ({
      localizedVariants: (await findVariants(scope)).make(scope.unique()),
    }),
  },
  {
    slug: 'accepts-an-empty-list-of-variants',
    title: 'A route can be created with an empty list of variants',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent'],
    sends: 'a route with localizedVariants as an empty array',
    expects: 'the pathname and an empty array',
    makeInput: () => ({ localizedVariants: [] }),
    isReadBack: false,
  },
  ...['true', 'false'].map(
    (value): Accepted => ({
      slug: `accepts-skip-validation-${value}`,
      title: `A valid route can be created with skipValidation=${value}`,
      requirements: ['skip-validation-is-an-enum', 'create-route-stores-what-was-sent'],
      sends: `a plain route with variants (or without, if none are accepted) and skipValidation=${value}, then a no-op update to read it back`,
      expects: 'the route as sent, in both responses',
      makeInput: async (scope) => ({
        localizedVariants: (await useVariantsIfTaken(scope))(scope.unique()),
      }),
      query: `skipValidation=${value}`,
    }),
  ),
  {
    slug: 'skip-validation-true-skips',
    title: 'skipValidation=true accepts a new pathname without a slash',
    requirements: ['skip-validation-skips'],
    sends: 'a route whose pathname does not start with a slash, with skipValidation=true',
    expects: 'a route with that pathname',
    makeInput: ({ unique }) => ({ pathname: unique() }),
    query: 'skipValidation=true',
    isReadBack: false,
  },
];

const acceptedRoutes: readonly Check[] = accepted.map(
  ({ slug, makeInput, query, isReadBack = true, ...texts }) => ({
    ...frames.createRoute,
    ...texts,
    id: `createRoute/${slug}`,
    async run(scope) {
      const { id } = await useOriginal(scope);
      const input = { pathname: scope.pathname(), ...(await makeInput(scope)) };
      const created = await createRoute(scope, id, input, query);
      compareRecord(scope, created, 'the created route');
      if (isReadBack) await expectRoute(scope, created.expected, 'the route read back');
    },
  }),
);

const validates: Check = {
  ...frames.createRoute,
  id: 'createRoute/validates-unless-told-not-to',
  title: 'A new pathname without a slash is refused while validation is on',
  requirements: ['skip-validation-skips', 'route-pathname-starts-with-a-slash'],
  sends:
    'a route whose pathname does not start with a slash, without skipValidation and with skipValidation=false, and one whose pathname is empty',
  expects: 'a refusal (or, if the target corrects every such pathname, one with a slash)',
  async run(scope) {
    const { id } = await useOriginal(scope);
    let isMended = false;
    for (const [query, pathname] of [
      ['', scope.unique()],
      ['skipValidation=false', scope.unique()],
      ['', ''],
    ] as const) {
      const sent = await sendProbe(scope, 'createRoute', id, { pathname }, query);
      if (!isSuccess(sent)) continue;
      const answered = requireSuccess(scope.run, sent, 'a route')['pathname'];
      const isSlashed = typeof answered === 'string' && answered.startsWith('/');
      isMended ||= isSlashed && pathname !== '';
      // A target that corrects only the empty pathname treats it as missing.
      if (!isSlashed || !isMended) failUnslashed(scope, sent, query);
    }
  },
};

interface Unusual {
  id: string;
  title: string;
  requirements: Check['requirements'];
  sends: string;
  /** The variants of each route, with a unique text. */
  list: (unique: string) => readonly (readonly Variant[])[];
  /** Whether one accepted route is enough; otherwise all are sent, and with skipValidation if they are refused. */
  isOneEnough: boolean;
}

/** Variants that servers are known to drop, sort or rewrite. */
const unusual: readonly Unusual[] = [
  {
    id: 'createRoute/keeps-many-variants',
    title: 'A new route keeps many variants, even with equal pathnames',
    requirements: ['create-route-stores-what-was-sent'],
    sends:
      'a route with twenty unsorted variants, two of them with the same pathname, some with upper case, escapes, dots or a trailing slash (or without these, if that is refused)',
    // Unusual pathnames may violate a rule; plain ones are unlikely to.
    list: (unique) =>
      [hurtingEnds, []].map((ends) =>
        manyLocales.map((locale, at) => ({
          locale,
          pathname: `/${unique}${locale.startsWith('de') ? 'de' : at}${ends[at] ?? ''}`,
        })),
      ),
    isOneEnough: true,
  },
  {
    id: 'createRoute/keeps-unusual-locales',
    title: 'A new route keeps locales that libraries tend to rewrite',
    requirements: ['create-route-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends:
      'routes with variants whose locales have old and new language codes, three-letter languages and numeric regions; if they are refused, the same with skipValidation=true',
    list: (unique) =>
      unusualLocales.map((locales) =>
        locales.map((locale) => ({ locale, pathname: `/${locale.toLowerCase()}/${unique}` })),
      ),
    isOneEnough: false,
  },
];

const keptVariants: readonly Check[] = unusual.map(({ list, isOneEnough, ...texts }) => ({
  ...frames.createRoute,
  ...texts,
  expects:
    'all of them unchanged and in order (a refusal is inconclusive: the interface does not document rules for locales)',
  async run(scope) {
    const { id } = await useOriginal(scope);
    let accepted = 0;
    for (const localizedVariants of list(scope.unique())) {
      const input = { pathname: `/${scope.unique()}`, localizedVariants: [...localizedVariants] };
      let sent = await sendProbe(scope, 'createRoute', id, input);
      if (isRefused(sent) && !isOneEnough)
        sent = await sendProbe(scope, 'createRoute', id, input, 'skipValidation=true');
      if (isRefused(sent)) continue;
      accepted += 1;
      compareRecord(scope, enterRoute(scope, sent, input), 'the created route');
      if (isOneEnough) return;
    }
    if (accepted === 0)
      throw new Inconclusive(
        'such locales are refused; the interface does not document rules for locales',
      );
  },
}));

const independentRoutes: Check = {
  ...frames.createRoute,
  id: 'createRoute/routes-are-independent',
  title: 'Two routes of a site are independent',
  requirements: ['update-route-changes-what-is-named', 'concurrent-requests-are-independent'],
  sends:
    'two concurrent creations of routes; an update of the first, and a no-op update of each to read them back; an update of the first to the pathname of the second, a new route with that pathname, and a no-op update of the second',
  expects:
    'two ids, and each change only in its own route (a pathname that another route has may be refused)',
  async run(scope) {
    const { id } = await useOriginal(scope);
    const makeVariants = await useVariantsIfTaken(scope);
    const make = () => {
      const localizedVariants = makeVariants(scope.unique());
      return createRoute(scope, id, { pathname: scope.pathname(), localizedVariants });
    };
    const [first, second] = await Promise.all([make(), make()]);
    for (const route of [first, second])
      compareRecord(scope, route, 'a route created concurrently with another');
    const change = { pathname: scope.pathname(), localizedVariants: [] };
    const updated = await sendProbe(scope, 'updateRoute', first.expected.id, change);
    if (isSuccess(updated)) recordWrite(first.expected, change, updated);
    await expectRoute(scope, second.expected, 'a route after an update of another');
    await expectRoute(scope, first.expected, 'a route after its update');
    await sharePathname(scope, id, first.expected, second.expected);
  },
};

/**
 * Gives two routes one pathname. The interface does not say whether that is allowed, but if it is, writing to one must not
 * change the other.
 */
async function sharePathname(
  scope: Scope,
  siteId: string,
  first: ExpectedRoute,
  second: ExpectedRoute,
): Promise<void> {
  const { pathname } = second;
  const [updated, created] = await Promise.all([
    sendProbe(scope, 'updateRoute', first.id, { pathname }),
    sendProbe(scope, 'createRoute', siteId, { pathname, localizedVariants: [] }),
  ]);
  if (isSuccess(created) || isSuccess(updated))
    await expectRoute(scope, second, 'a route after another one was given its pathname');
}

export const createRouteChecks: readonly Check[] = [
  ...acceptedRoutes,
  ...keptVariants,
  validates,
  checkedTypes.createRoute,
  keptPathnames.createRoute,
  keptTexts.createRoute,
  independentRoutes,
];
