import { alsoDemand, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import type { LocalizedVariant } from '../service/exchange.ts';
import { isObject, isText } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const operations = ['createRoute', 'updateRoute'] as const;

const variantsOf = (value: unknown): LocalizedVariant[] =>
  Array.isArray(value)
    ? value.map((item) => ({
        locale: String(isObject(item) ? item['locale'] : ''),
        pathname: String(isObject(item) ? item['pathname'] : ''),
      }))
    : [];

/** A rule for all pathnames, including those of variants, which skipped validation omits. */
const demandOfPathnames = (isLawful: (pathname: string) => boolean): Deviation =>
  together(
    ...operations.flatMap((operationId) => [
      alsoDemand(
        operationId,
        'pathname',
        (value, { query }) => query.skipValidation || (isText(value) && isLawful(value)),
      ),
      alsoDemand(
        operationId,
        'localizedVariants',
        (value, { query }) =>
          query.skipValidation || variantsOf(value).every(({ pathname }) => isLawful(pathname)),
      ),
    ]),
  );

/** A rule for the list of variants, which applies even if validation is skipped. */
const demandOfVariants = (
  isLawful: (variants: readonly LocalizedVariant[]) => boolean,
): Deviation =>
  together(
    ...operations.map((operationId) =>
      alsoDemand(operationId, 'localizedVariants', (value) => isLawful(variantsOf(value))),
    ),
  );

const isUniqueBy = (
  variants: readonly LocalizedVariant[],
  keyOf: (variant: LocalizedVariant) => string,
): boolean => new Set(variants.map(keyOf)).size === variants.length;

const knownLocales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'it-IT'];

const uniquePathnames: Deviation = (service) => {
  const { insertRoute, replaceRoute, routesOf } = service.store;
  const demandFree = (siteId: string, id: string, pathname: string): void => {
    const isTaken = routesOf(siteId).some(
      (other) => other.id !== id && other.pathname === pathname,
    );
    if (isTaken) throw new Refusal('conflict', 'the pathname is taken');
  };
  service.store.insertRoute = (route) => {
    demandFree(route.siteId, route.id, route.pathname);
    insertRoute(route);
  };
  service.store.replaceRoute = (route) => {
    demandFree(route.siteId, route.id, route.pathname);
    replaceRoute(route);
  };
};

export const routeRules: readonly Entry[] = [
  {
    id: 'route-rules/small-letters',
    title: 'Pathnames accept only lower-case letters, digits, hyphens and single slashes.',
    deviate: demandOfPathnames((pathname) => /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(pathname)),
  },
  {
    id: 'route-rules/letters-only',
    title: 'Pathnames accept only lower-case letters and slashes only.',
    deviate: demandOfPathnames((pathname) => /^(\/[a-z]+)+$/.test(pathname)),
  },
  {
    id: 'route-rules/slash-at-the-end',
    title: 'Pathnames without a slash at their end are refused.',
    deviate: demandOfPathnames((pathname) => pathname.endsWith('/')),
  },
  {
    id: 'route-rules/at-most-50',
    title: 'Pathnames of more than 50 characters are refused.',
    deviate: demandOfPathnames((pathname) => pathname.length <= 50),
  },
  {
    id: 'route-rules/at-most-20-even-unchecked',
    title: 'Pathnames of more than 20 characters do not fit, even when validation is skipped.',
    deviate: together(
      ...operations.map((operationId) =>
        alsoDemand(operationId, 'pathname', (value) => isText(value) && value.length <= 20),
      ),
    ),
  },
  {
    id: 'route-rules/no-trailing-slash',
    title: 'Pathnames with a slash at the end are refused.',
    deviate: demandOfPathnames((pathname) => pathname === '/' || !pathname.endsWith('/')),
  },
  {
    id: 'route-rules/no-dots-or-tildes',
    title: 'Pathnames with dots, tildes or percent signs are refused.',
    deviate: demandOfPathnames((pathname) => !/[.~%]/.test(pathname)),
  },
  {
    id: 'route-rules/ascii',
    title: 'Pathnames beyond ASCII are refused.',
    deviate: demandOfPathnames((pathname) => /^[!-~]+$/.test(pathname)),
  },
  {
    id: 'route-rules/uri-path-only',
    title: 'Pathnames with a query or a fragment are refused.',
    deviate: demandOfPathnames((pathname) => !/[?#]/.test(pathname)),
  },
  {
    id: 'route-rules/not-the-root',
    title: 'The root is refused as a pathname.',
    deviate: demandOfPathnames((pathname) => pathname !== '/'),
  },
  {
    id: 'route-rules/one-segment',
    title: 'Pathnames of more than one segment are refused.',
    deviate: demandOfPathnames((pathname) => pathname.split('/').length === 2),
  },
  {
    id: 'route-rules/unique-in-site',
    title: 'Pathnames are unique within a site.',
    deviate: uniquePathnames,
  },
  {
    id: 'route-rules/known-locales',
    title: 'Localized variants take five well-known locales only.',
    deviate: demandOfVariants((variants) =>
      variants.every(({ locale }) => knownLocales.includes(locale)),
    ),
  },
  {
    id: 'route-rules/one-known-locale',
    title: 'Localized variants take en-US only, so that a route has one at most.',
    deviate: demandOfVariants(
      (variants) => variants.length <= 1 && variants.every(({ locale }) => locale === 'en-US'),
    ),
  },
  {
    id: 'route-rules/two-variants',
    title: 'A route takes two localized variants at most.',
    deviate: demandOfVariants((variants) => variants.length <= 2),
  },
  {
    id: 'route-rules/unique-locales',
    title: 'A locale may appear once among the localized variants.',
    deviate: demandOfVariants((variants) => isUniqueBy(variants, ({ locale }) => locale)),
  },
  {
    id: 'route-rules/unique-variant-pathnames',
    title: 'A pathname may appear once among the localized variants.',
    deviate: demandOfVariants((variants) => isUniqueBy(variants, ({ pathname }) => pathname)),
  },
  {
    id: 'route-rules/language-in-variants',
    title: 'The pathname of a localized variant starts with its language.',
    deviate: together(
      ...operations.map((operationId) =>
        alsoDemand(
          operationId,
          'localizedVariants',
          (value, { query }) =>
            query.skipValidation ||
            variantsOf(value).every(({ locale, pathname }) =>
              pathname.startsWith(`/${locale.slice(0, 2)}`),
            ),
        ),
      ),
    ),
  },
];
