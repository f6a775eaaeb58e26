import {
  hurtingText,
  hurtingUrlText,
  loosePathnameParts,
  pathnameParts,
  wholeTexts,
} from '../data/hurting-text.ts';
import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { toKey } from '../engine/ledger.ts';
import {
  compareRoute,
  createRoute,
  enterRoute,
  expectRoute,
  type RouteInput,
} from '../engine/routes.ts';
import { call, describe, requireSuccess } from '../engine/run.ts';
import { useOriginal } from '../engine/shared.ts';
import type { Sent } from '../engine/target.ts';
import { useLikelyVariants, useVariantsIfTaken } from '../engine/variants.ts';
import { judgeRefusal } from './refusals.ts';
import { expectTextsToComeBack } from './texts.ts';

const shared = {
  operation: 'createRoute',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['original'],
} as const;

/** Stand behind the pathnames of the first variants; the two in German keep theirs, which is one. */
const hurtingEnds = [
  '/UPPER',
  '/a%20b',
  '/page.html',
  '',
  '/',
  '/a+b',
  '/%41%2f',
  '',
  '/a_b~c',
  '/007',
];

/** All of the form <language>-<REGION>; a target that refuses one may take the others. */
const unusualLocales = [
  // Java wrote he, id and yi as iw, in and ji; newer libraries write them back, and no as nb.
  ['he-IL', 'id-ID', 'nb-NO', 'zh-HK', 'sr-RS', 'mn-MN'],
  ['iw-IL', 'in-ID', 'no-NO'],
  ['fil-PH', 'gsw-CH', 'yue-HK'],
  ['es-419', 'en-001'],
] as const;

/** Where a rule refuses a route, the target may still take it when it is told to skip validation. */
async function createLoosely(
  scope: Scope,
  siteId: string,
  body: RouteInput,
): Promise<Sent | undefined> {
  for (const query of ['', 'skipValidation=true']) {
    const sent = await call(scope, {
      operation: 'createRoute',
      path: { siteId },
      body,
      query,
      intent: 'probe',
    });
    const status = sent.reply?.status ?? 0;
    if (status < 400 || status >= 500) return sent;
  }
  return undefined;
}

/** Takes the routes that a trial creates into the inventory. */
export function enterAccepted(scope: Scope, siteId: string, sent: Sent, label: string): void {
  const json = sent.reply?.json;
  const id: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'id') : undefined;
  if (isSuccess(sent) && typeof id === 'string')
    scope.run.ledger.add({ kind: 'route', id, label, parent: siteId });
}

export const createRouteChecks: readonly Check[] = [
  {
    ...shared,
    id: 'createRoute/accepts-a-pathname-alone',
    title: 'a pathname is all that a new route needs, and it has no variants then',
    requirements: [
      'operations-exist',
      'create-route-body',
      'create-route-stores-what-was-sent',
      'route-variants-default-to-empty',
      'route-pathname-starts-with-a-slash',
      'writes-last',
    ],
    sends: 'a route with a plain pathname, then an update that changes nothing',
    expects: 'that pathname and an empty array of variants, in both answers',
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
    ...shared,
    id: 'createRoute/accepts-localized-variants',
    title: 'a new route keeps its localized variants, in their order',
    requirements: ['create-route-body', 'create-route-stores-what-was-sent', 'writes-last'],
    sends: 'a route with variants in en-US and de-DE, then an update that changes nothing',
    expects: 'the pathname and both variants as sent, in both answers',
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
    ...shared,
    id: 'createRoute/accepts-an-empty-list-of-variants',
    title: 'a new route takes an empty list of variants',
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
  {
    ...shared,
    id: 'createRoute/keeps-many-variants',
    title: 'a new route keeps many variants, equal pathnames among them',
    requirements: ['create-route-stores-what-was-sent'],
    sends:
      'a route with twenty variants, unsorted, two of them with one pathname, some with upper case, escapes, dots or a slash at the end (without, where that is refused)',
    expects:
      'all of them in their order (a refusal proves nothing: rules for locales are not shown)',
    async run(scope) {
      const site = await useOriginal(scope);
      const unique = scope.unique();
      const locales = [
        'pt-BR',
        'en-US',
        'zh-CN',
        'de-DE',
        'en-GB',
        'fr-FR',
        'es-ES',
        'de-AT',
        'ja-JP',
        'nl-NL',
        'it-IT',
        'pl-PL',
        'zh-TW',
        'en-AU',
        'sv-SE',
        'pt-PT',
        'fr-CA',
        'es-MX',
        'da-DK',
        'ko-KR',
      ];
      // Pathnames that hurt may be against a rule; plain ones hardly are.
      for (const ends of [hurtingEnds, []]) {
        const localizedVariants = locales.map((locale, at) => ({
          locale,
          pathname: `/${unique}${locale.startsWith('de') ? 'de' : at}${ends[at] ?? ''}`,
        }));
        const input = { pathname: `/${unique}${ends.length}`, localizedVariants };
        const sent = await call(scope, {
          operation: 'createRoute',
          path: { siteId: site.id },
          body: input,
          intent: 'probe',
        });
        const status = sent.reply?.status ?? 0;
        if (status >= 400 && status < 500) continue;
        const { body, expected } = enterRoute(scope, site.id, sent, input);
        compareRoute(scope, body, expected, 'the created route', sent);
        return;
      }
      throw new Inconclusive('so many locales are refused; rules for locales are not shown');
    },
  },
  {
    ...shared,
    id: 'createRoute/keeps-unusual-locales',
    title: 'a new route keeps locales that libraries rewrite',
    requirements: ['create-route-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends:
      'routes with variants in locales that have old and new codes, languages of three letters, and regions that are a number; where they are refused, the same with skipValidation=true',
    expects:
      'each locale that is accepted, character by character (a refusal proves nothing: rules for locales are not shown)',
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
        throw new Inconclusive('such locales are refused; rules for locales are not shown');
    },
  },
  ...(['true', 'false'] as const).map(
    (value): Check => ({
      ...shared,
      id: `createRoute/accepts-skip-validation-${value}`,
      title: `a valid route is created with skipValidation=${value}`,
      requirements: ['skip-validation-is-an-enum', 'create-route-stores-what-was-sent'],
      sends: `a plain route with variants (without, where none are taken) and skipValidation=${value}, then an update that changes nothing`,
      expects: 'the route as sent, in both answers',
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
    ...shared,
    id: 'createRoute/skip-validation-true-skips',
    title: 'skipValidation=true creates a route whose pathname has no slash',
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
    ...shared,
    id: 'createRoute/validates-unless-told-not-to',
    title: 'a pathname without a slash does not become a route while validation is on',
    requirements: ['skip-validation-skips', 'route-pathname-starts-with-a-slash'],
    sends:
      'a route whose pathname does not start with a slash, without skipValidation and with skipValidation=false, and one whose pathname is empty',
    expects: 'a refusal (or, where the target mends every such pathname, one with a slash)',
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
    ...shared,
    id: 'createRoute/checks-types-when-validation-is-skipped',
    title: 'a pathname that is no text, or not there, is refused also with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused'],
    sends: 'routes whose pathname is a number or left out, with skipValidation=true',
    expects: 'a refusal: what is skipped is validation such as that of the format',
    async run(scope) {
      const site = await useOriginal(scope);
      for (const [fault, body] of [
        ['the pathname is a number', { pathname: 42 }],
        ['the pathname is left out', { localizedVariants: [] }],
      ] as const) {
        const sent = await call(scope, {
          operation: 'createRoute',
          path: { siteId: site.id },
          body,
          query: 'skipValidation=true',
          intent: 'probe',
        });
        judgeRefusal(scope, sent, fault);
      }
    },
  },
  {
    ...shared,
    id: 'createRoute/keeps-pathnames',
    title: 'a pathname comes back as it was sent',
    requirements: ['texts-come-back-unchanged', 'create-route-stores-what-was-sent'],
    sends:
      'routes with pathnames that servers are known to change, and generated ones: percent-encodings, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'each pathname that is accepted, character by character',
    async run(scope) {
      const site = await useOriginal(scope);
      await expectTextsToComeBack(scope, {
        send: async (pathname) => {
          const sent = await call(scope, {
            operation: 'createRoute',
            path: { siteId: site.id },
            body: { pathname },
            intent: 'probe',
          });
          enterAccepted(scope, site.id, sent, pathname);
          return sent;
        },
        read: (body) => body['pathname'],
        pointer: '/pathname',
        whole: [
          '/',
          `/${scope.unique()}/page.html`,
          `/${scope.unique()}/`,
          `/${scope.unique()}/007`,
        ],
        joined: pathnameParts,
        prefix: `/${scope.unique()}`,
        generated: { texts: hurtingUrlText.map((text) => `/${scope.unique()}${text}`), runs: 5 },
      });
    },
  },
  {
    ...shared,
    id: 'createRoute/keeps-texts-when-validation-is-skipped',
    title: 'texts of a route come back as they were sent when validation is skipped',
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends:
      'routes with skipValidation=true and one generated text as pathname, as locale and as pathname of a variant',
    expects: 'each text that is accepted, character by character, in all three places',
    async run(scope) {
      const site = await useOriginal(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: async (text) => {
          const body = { pathname: text, localizedVariants: [{ locale: text, pathname: text }] };
          const sent = await call(scope, {
            operation: 'createRoute',
            path: { siteId: site.id },
            body,
            query: 'skipValidation=true',
            intent: 'probe',
          });
          enterAccepted(scope, site.id, sent, text);
          return sent;
        },
        read: ({ pathname, localizedVariants }) => {
          const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
          const places: unknown[] = [pathname, variant?.locale, variant?.pathname];
          return places.every((text) => text === pathname) ? pathname : places;
        },
        pointer: '/pathname',
        whole: [...wholeTexts.slice(0, 6).map((text) => unique + text), `/${unique}/`],
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs: 5 },
      });
    },
  },
  {
    ...shared,
    id: 'createRoute/routes-are-independent',
    title: 'two routes of a site have nothing in common',
    requirements: [
      'ids-are-unique',
      'update-route-changes-what-is-named',
      'concurrent-requests-are-independent',
    ],
    sends: 'two routes at once; an update of the one; then updates that change nothing of both',
    expects: 'two ids, and the update in its own route alone',
    async run(scope) {
      const site = await useOriginal(scope);
      const makeVariants = await useVariantsIfTaken(scope);
      const names = [scope.unique(), scope.unique()];
      const [one, two] = await Promise.all(
        names.map((name) =>
          createRoute(scope, site.id, {
            pathname: scope.pathname(),
            localizedVariants: makeVariants(name),
          }),
        ),
      );
      if (one === undefined || two === undefined) return;
      for (const { body, expected, sent } of [one, two])
        compareRoute(scope, body, expected, 'a route created next to another', sent);
      if (toKey(one.expected.id) === toKey(two.expected.id)) {
        scope.fail({
          message: 'two routes share an id',
          expected: 'an id of its own for each route',
          received: two.expected.id,
          pointer: '/id',
          exchange: scope.run.show(two.sent),
        });
      }
      const change = { pathname: scope.pathname(), localizedVariants: [] };
      const sent = await call(scope, {
        operation: 'updateRoute',
        path: { routeId: one.expected.id },
        body: change,
      });
      if (isSuccess(sent)) Object.assign(one.expected, change);
      await expectRoute(scope, two.expected, 'a route after an update of another');
      await expectRoute(scope, one.expected, 'a route after its update');
    },
  },
];
