import {
  hurtingText,
  hurtingUrlText,
  loosePathnameParts,
  pathnameParts,
  wholeTexts,
} from '../../data/texts.ts';
import { compareRoute, enterRoute, type RouteInput } from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { enterCreated, tryCreateRoute } from '../../model/trials.ts';
import { Inconclusive } from '../../runner/check.ts';
import type { Sent } from '../../runner/target.ts';
import { frames } from '../frames.ts';
import { readOneText, routeTextPlaces } from '../route-texts.ts';
import { expectTextsToComeBack } from '../texts.ts';

/** Texts that servers are known to change. */
export const keptTexts: readonly Check[] = [
  {
    ...frames.createRoute,
    id: 'createRoute/keeps-pathnames',
    long: true,
    title: 'A pathname is returned as sent',
    requirements: ['texts-come-back-unchanged', 'create-route-stores-what-was-sent'],
    sends:
      'routes with pathnames that servers are known to change, and with generated ones: percent-encodings, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'every accepted pathname unchanged',
    async run(scope) {
      const site = await useOriginal(scope);
      await expectTextsToComeBack(scope, {
        send: async (pathname) => {
          const sent = await tryCreateRoute(scope, site.id, { pathname });
          enterCreated(scope, sent, { kind: 'route', label: pathname, parent: site.id });
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
    ...frames.createRoute,
    id: 'createRoute/keeps-texts-when-validation-is-skipped',
    long: true,
    title: 'Texts of a new route are returned as sent when validation is skipped',
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends:
      'routes with skipValidation=true and one generated text as pathname, as locale and as pathname of a variant',
    expects: 'every accepted text unchanged, in all three places',
    async run(scope) {
      const site = await useOriginal(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: async (text) => {
          const body = { pathname: text, localizedVariants: [{ locale: text, pathname: text }] };
          const sent = await tryCreateRoute(scope, site.id, body, 'skipValidation=true');
          enterCreated(scope, sent, { kind: 'route', label: text, parent: site.id });
          return sent;
        },
        read: readOneText,
        places: routeTextPlaces,
        pointer: '/pathname',
        whole: [...wholeTexts.slice(0, 6).map((text) => unique + text), `/${unique}/`],
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs: 5 },
      });
    },
  },
];

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
    const sent = await tryCreateRoute(scope, siteId, body, query);
    const status = sent.reply?.status ?? 0;
    if (status < 400 || status >= 500) return sent;
  }
  return undefined;
}

/** Variants that servers are known to drop, sort or rewrite. */
export const keptVariants: readonly Check[] = [
  {
    ...frames.createRoute,
    id: 'createRoute/keeps-many-variants',
    title: 'A new route keeps many variants, including equal pathnames',
    requirements: ['create-route-stores-what-was-sent'],
    sends:
      'a route with twenty variants, unsorted, two of them with the same pathname, some with upper case, escapes, dots or a slash at the end (without, if that is refused)',
    expects:
      'all of them in their order (a refusal is inconclusive: the interface does not document rules for locales)',
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
      // Unusual pathnames may violate a rule; plain ones hardly do.
      for (const ends of [hurtingEnds, []]) {
        const localizedVariants = locales.map((locale, at) => ({
          locale,
          pathname: `/${unique}${locale.startsWith('de') ? 'de' : at}${ends[at] ?? ''}`,
        }));
        const input = { pathname: `/${unique}${ends.length}`, localizedVariants };
        const sent = await tryCreateRoute(scope, site.id, input);
        const status = sent.reply?.status ?? 0;
        if (status >= 400 && status < 500) continue;
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
      'routes with variants in locales that have old and new codes, languages of three letters, and regions that are a number; if they are refused, the same with skipValidation=true',
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
