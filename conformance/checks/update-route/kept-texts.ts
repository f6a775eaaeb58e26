import {
  hurtingText,
  hurtingUrlText,
  loosePathnameParts,
  pathnameParts,
} from '../../data/texts.ts';
import { prepareRoute } from '../../model/routes.ts';
import type { Check } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { tryUpdateRoute } from '../../model/trials.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import { isSuccess } from '../../runner/journal.ts';
import { frames } from '../frames.ts';
import { readOneText, routeTextPlaces } from '../route-texts.ts';
import { expectTextsToComeBack } from '../texts.ts';
import { makeRoute } from './changes.ts';

/** Texts that servers are known to change. */
export const keptTexts: readonly Check[] = [
  // Validation may also change what it validates.
  {
    ...frames.updateRoute,
    id: 'updateRoute/keeps-pathnames',
    long: true,
    title: 'New pathnames of a route and its variants are returned as sent',
    requirements: ['texts-come-back-unchanged', 'update-route-changes-what-is-named'],
    sends:
      'updates, without skipValidation, with one pathname for the route and for a variant: percent-encodings, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'every accepted pathname unchanged, in both places',
    async run(scope) {
      const site = await useOriginal(scope);
      const makeVariants = await useVariantsIfTaken(scope);
      const route = await prepareRoute(scope, site.id, { pathname: scope.pathname() });
      const unique = scope.unique();
      const [locale] = makeVariants(unique).map((variant) => variant.locale);
      const send = (pathname: string, isWithVariant: boolean) =>
        tryUpdateRoute(scope, route.id, {
          pathname,
          localizedVariants: isWithVariant && locale !== undefined ? [{ locale, pathname }] : [],
        });
      await expectTextsToComeBack(scope, {
        send: async (pathname) => {
          const sent = await send(pathname, true);
          // The pathname of a variant may have stricter rules than that of a route.
          return isSuccess(sent) ? sent : send(pathname, false);
        },
        read: ({ pathname, localizedVariants }) => {
          const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
          return variant === undefined || variant.pathname === pathname
            ? pathname
            : [pathname, variant.pathname];
        },
        pointer: '/pathname',
        whole: ['/', `/${unique}/page.html`, `/${unique}/`, `/${unique}/007`],
        joined: pathnameParts,
        prefix: `/${unique}`,
        generated: { texts: hurtingUrlText.map((text) => `/${unique}${text}`), runs: 3 },
      });
    },
  },
  {
    ...frames.updateRoute,
    id: 'updateRoute/keeps-texts-when-validation-is-skipped',
    long: true,
    title: 'Texts of an updated route are returned as sent when validation is skipped',
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends:
      'updates with skipValidation=true and one generated text as pathname, as locale and as pathname of a variant',
    expects: 'every accepted text unchanged, in all three places',
    async run(scope) {
      const route = await makeRoute(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: (text) =>
          tryUpdateRoute(
            scope,
            route.id,
            { pathname: text, localizedVariants: [{ locale: text, pathname: text }] },
            'skipValidation=true',
          ),
        read: readOneText,
        places: routeTextPlaces,
        pointer: '/pathname',
        // Texts that matter only at an end are not in the joined text.
        whole: ['/', `/${unique}/`, `/${unique}/page.html`, `/${unique}/007`],
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs: 6 },
      });
    },
  },
];
