import { alsoDemand, together } from '../deviations/requests.ts';
import { type Entry, entries } from '../entry.ts';
import { type LocalizedVariant, Refusal } from '../service/exchange.ts';
import { isObject, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

const demandOfNames = (isLawful: (name: string) => boolean): Deviation =>
  together(
    ...(['createSite', 'updateSite', 'duplicateSite'] as const).map((operationId) =>
      alsoDemand(operationId, 'name', (value) => isText(value) && isLawful(value)),
    ),
  );

/** Makes the default name of a copy conform to the rules too. */
const nameCopies =
  (write: (count: number) => string): Deviation =>
  (service) => {
    let count = 0;
    service.nameCopy = () => {
      count += 1;
      return write(count);
    };
  };

const uniqueNames =
  (toKey: (name: string) => string): Deviation =>
  (service) => {
    const { checkBody } = service;
    const { findSite } = service.store;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      const { name } = service.toInput(exchange);
      const { operationId, resourceId } = exchange;
      const isCreate = operationId === 'createSite';
      const site = isCreate ? undefined : findSite(resourceId);
      const workspaceId = isCreate ? resourceId : site?.workspaceId;
      if (name === undefined || workspaceId === undefined) return;
      const sameSites = service.store
        .sitesOf(workspaceId)
        .some(
          (candidate) =>
            toKey(candidate.name) === toKey(name) &&
            (operationId === 'duplicateSite' || candidate.id !== site?.id),
        );
      if (sameSites) throw new Refusal('conflict', 'the name is taken');
    };
    nameCopies((count) => `Copy number ${count}`)(service);
  };

export const nameRules: readonly Entry[] = entries({
  'name-rules/at-most-40: Names of more than 40 characters are refused.': together(
    demandOfNames((name) => name.length <= 40),
    nameCopies((count) => `Copy ${count}`),
  ),
  'name-rules/at-most-20: Names of more than 20 characters are refused.': together(
    demandOfNames((name) => name.length <= 20),
    nameCopies((count) => `Copy ${count}`),
  ),
  'name-rules/at-most-8: Names of more than eight characters are refused.': together(
    demandOfNames((name) => name.length <= 8),
    nameCopies((count) => `Copy ${count}`),
  ),
  'name-rules/letters-only: Names take letters and spaces only.': together(
    demandOfNames((name) => /^[\p{L} ]+$/u.test(name)),
    nameCopies(() => 'Copy'),
  ),
  'name-rules/capital-first: Names start with a capital.': demandOfNames((name) =>
    /^[A-Z]/.test(name),
  ),
  'name-rules/at-most-64-bytes: Names of more than 64 bytes are refused.': together(
    demandOfNames((name) => Buffer.byteLength(name) <= 64),
    nameCopies((count) => `Copy ${count}`),
  ),
  'name-rules/at-least-1: Empty names are refused.': demandOfNames((name) => name.length > 0),
  'name-rules/at-least-3: Names of fewer than three characters are refused.': demandOfNames(
    (name) => name.length >= 3,
  ),
  'name-rules/plain-characters: Names take letters, digits, spaces and dashes only.': demandOfNames(
    (name) => /^[A-Za-z0-9 -]+$/.test(name),
  ),
  'name-rules/slugs: Names are slugs: small letters, digits and dashes, up to 30.': together(
    demandOfNames((name) => /^[a-z][a-z0-9-]{0,29}$/.test(name)),
    nameCopies((count) => `copy-${count}`),
  ),
  'name-rules/ascii: Names take ASCII only.': demandOfNames((name) => /^[ -~]+$/.test(name)),
  'name-rules/basic-plane: Names with characters beyond the basic plane or control characters are refused.':
    demandOfNames((name) => !/[\u{10000}-\u{10ffff}\p{Cc}]/u.test(name)),
  'name-rules/no-markup: Names may contain neither angle brackets nor ampersands nor quotes nor backslashes.':
    demandOfNames((name) => !/[<>&"'\\]/.test(name)),
  'name-rules/no-space-around: Names with whitespace at an end are refused.': demandOfNames(
    (name) => name === name.trim(),
  ),
  'name-rules/composed-only: Names that are not composed (Unicode NFC) are refused.': demandOfNames(
    (name) => name === name.normalize('NFC'),
  ),
  'name-rules/unique: Names are unique within a workspace.': uniqueNames((name) => name),
  'name-rules/unique-ignoring-case: Names are unique within a workspace, without regard to case and space.':
    uniqueNames((name) => name.trim().toLowerCase()),
});

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
      (route) => route.id !== id && route.pathname === pathname,
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

export const routeRules: readonly Entry[] = entries({
  'route-rules/small-letters: Pathnames accept only lower-case letters, digits, hyphens and single slashes.':
    demandOfPathnames((pathname) => /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(pathname)),
  'route-rules/letters-only: Pathnames accept only lower-case letters and slashes only.':
    demandOfPathnames((pathname) => /^(\/[a-z]+)+$/.test(pathname)),
  'route-rules/slash-at-the-end: Pathnames without a slash at their end are refused.':
    demandOfPathnames((pathname) => pathname.endsWith('/')),
  'route-rules/at-most-50: Pathnames of more than 50 characters are refused.': demandOfPathnames(
    (pathname) => pathname.length <= 50,
  ),
  'route-rules/at-most-20-even-unchecked: Pathnames of more than 20 characters do not fit, even when validation is skipped.':
    together(
      ...operations.map((operationId) =>
        alsoDemand(operationId, 'pathname', (value) => isText(value) && value.length <= 20),
      ),
    ),
  'route-rules/no-trailing-slash: Pathnames with a slash at the end are refused.':
    demandOfPathnames((pathname) => pathname === '/' || !pathname.endsWith('/')),
  'route-rules/no-dots-or-tildes: Pathnames with dots, tildes or percent signs are refused.':
    demandOfPathnames((pathname) => !/[.~%]/.test(pathname)),
  'route-rules/ascii: Pathnames beyond ASCII are refused.': demandOfPathnames((pathname) =>
    /^[!-~]+$/.test(pathname),
  ),
  'route-rules/uri-path-only: Pathnames with a query or a fragment are refused.': demandOfPathnames(
    (pathname) => !/[?#]/.test(pathname),
  ),
  'route-rules/not-the-root: The root is refused as a pathname.': demandOfPathnames(
    (pathname) => pathname !== '/',
  ),
  'route-rules/one-segment: Pathnames of more than one segment are refused.': demandOfPathnames(
    (pathname) => pathname.split('/').length === 2,
  ),
  'route-rules/unique-in-site: Pathnames are unique within a site.': uniquePathnames,
  'route-rules/known-locales: Localized variants take five well-known locales only.':
    demandOfVariants((variants) => variants.every(({ locale }) => knownLocales.includes(locale))),
  'route-rules/one-known-locale: Localized variants take en-US only, so that a route has one at most.':
    demandOfVariants(
      (variants) => variants.length <= 1 && variants.every(({ locale }) => locale === 'en-US'),
    ),
  'route-rules/two-variants: A route takes two localized variants at most.': demandOfVariants(
    (variants) => variants.length <= 2,
  ),
  'route-rules/unique-locales: A locale may appear once among the localized variants.':
    demandOfVariants((variants) => isUniqueBy(variants, ({ locale }) => locale)),
  'route-rules/unique-variant-pathnames: A pathname may appear once among the localized variants.':
    demandOfVariants((variants) => isUniqueBy(variants, ({ pathname }) => pathname)),
  'route-rules/language-in-variants: The pathname of a localized variant starts with its language.':
    together(
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
});
