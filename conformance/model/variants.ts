import { likelyLocales } from '../data/fresh-body.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { prepare, probe } from '../runner/run.ts';
import { toPathname } from './names.ts';
import {
  type ExpectedRoute,
  enterRoute,
  isSiteFull,
  listSitesWithRoom,
  prepareRoute,
  type Variant,
} from './routes.ts';
import type { Run, Scope } from './scope.ts';
import { useOriginal, useVictim } from './shared.ts';

export type MakeVariants = (unique: string) => Variant[];

interface FoundVariants {
  /** Whether the target took such variants. */
  taken: boolean;
  make: MakeVariants;
}

/** The pathname of a variant, as deployments are likely to want it: under its language, or anywhere. */
const styles = [
  (pathname: string, language: string) => `/${language}${pathname}`,
  (pathname: string, language: string) => pathname.replace(/(\/?)$/, `${language}$1`),
];

function makeWith(run: Run, locales: readonly string[], style: (typeof styles)[number]) {
  return (unique: string): Variant[] =>
    locales.map((locale) => ({
      locale,
      pathname: style(toPathname(unique, run.forms.pathname), locale.slice(0, 2)),
    }));
}

/**
 * Variants that the target takes: which locales it knows, and which pathnames it wants in them, is not shown. Two locales
 * in an order that no sorting would make, or the one that it knows. Where it takes none, the likeliest are made, and what
 * comes of them is for the check of that.
 */
export async function useLikelyVariants(scope: Scope): Promise<MakeVariants> {
  return (await useFound(scope)).make;
}

/** Variants for a check of something else: none if the target accepts none. */
export async function useVariantsIfTaken(scope: Scope): Promise<MakeVariants> {
  const { taken, make } = await useFound(scope);
  return taken ? make : () => [];
}

/** Variants for a check that can do nothing without them. */
export async function useVariants(scope: Scope): Promise<MakeVariants> {
  const { taken, make } = await useFound(scope);
  if (!taken) throw new Inconclusive('needs localized variants, and none was accepted');
  return make;
}

function useFound(scope: Scope): Promise<FoundVariants> {
  return prepare('localized variants that are accepted', () =>
    scope.run.share('variants', () => findVariants(scope)),
  );
}

async function findVariants(scope: Scope): Promise<FoundVariants> {
  const pair = [likelyLocales[0], likelyLocales[1]];
  const candidates = [pair, ...likelyLocales.map((locale) => [locale])].flatMap((locales) =>
    styles.map((style) => makeWith(scope.run, locales, style)),
  );
  const { id } = await useOriginal(scope);
  for (const make of candidates) if (await isTaken(scope, id, make)) return { taken: true, make };
  if (await isSiteFull(scope, id)) {
    const [other = id] = listSitesWithRoom(scope, id);
    for (const make of candidates)
      if (await isTaken(scope, other, make)) return { taken: true, make };
  }
  return { taken: false, make: candidates[1] ?? (() => []) };
}

async function isTaken(scope: Scope, siteId: string, make: MakeVariants): Promise<boolean> {
  const unique = scope.unique();
  const { forms } = scope.run;
  const input = {
    pathname: toPathname(unique, forms.pathname),
    localizedVariants: make(unique),
  };
  const sent = await probe(scope, { operation: 'createRoute', path: { siteId }, body: input });
  if (!isSuccess(sent)) return false;
  enterRoute(scope, siteId, sent, input);
  return true;
}

/**
 * A route of the victim that refused updates are aimed at. Nothing may ever change it, and it has variants to lose where the
 * target takes any.
 */
export async function useVictimRoute(scope: Scope): Promise<ExpectedRoute> {
  const victim = await useVictim(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepare('a route', () =>
    scope.run.share('route victim', () =>
      prepareRoute(scope, victim.id, {
        pathname: scope.pathname(),
        localizedVariants: makeVariants(scope.unique()),
      }),
    ),
  );
}
