import { likelyLocales } from '../data/likely-locales.ts';
import type { Scope } from './check.ts';
import { isSuccess } from './journal.ts';
import { enterRoute, type Variant } from './routes.ts';
import { call, prepare } from './run.ts';
import { useOriginal } from './shared.ts';

export type MakeVariants = (unique: string) => Variant[];

/** The pathname of a variant, as deployments are likely to want it: under its language, or anywhere. */
const styles = [
  (unique: string, locale: string) => `/${locale.slice(0, 2)}/${unique}`,
  (unique: string, locale: string) => `/${unique}${locale.slice(0, 2)}`,
];

/**
 * Variants that the target takes: which locales it knows, and which pathnames it wants in them, is not shown. Two locales
 * in an order that no sorting would make, or the one that it knows.
 */
export function useVariants(scope: Scope): Promise<MakeVariants> {
  return prepare('localized variants that are taken', () =>
    scope.run.share('variants', () => findVariants(scope)),
  );
}

async function findVariants(scope: Scope): Promise<MakeVariants> {
  const pair = [likelyLocales[0], likelyLocales[1]];
  for (const locales of [pair, ...likelyLocales.map((locale) => [locale])]) {
    for (const style of styles) {
      const make: MakeVariants = (unique) =>
        locales.map((locale) => ({ locale, pathname: style(unique, locale) }));
      if (await isTaken(scope, make)) return make;
    }
  }
  return (unique) =>
    pair.map((locale) => ({ locale, pathname: `/${unique}${locale.slice(0, 2)}` }));
}

async function isTaken(scope: Scope, make: MakeVariants): Promise<boolean> {
  const site = await useOriginal(scope);
  const unique = scope.unique();
  const input = { pathname: `/${unique}`, localizedVariants: make(unique) };
  const sent = await call(scope, {
    operation: 'createRoute',
    path: { siteId: site.id },
    body: input,
    intent: 'probe',
  });
  if (!isSuccess(sent)) return false;
  enterRoute(scope, site.id, sent, input);
  return true;
}
