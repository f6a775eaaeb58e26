import { likelyLocales } from '../data/fresh-body.ts';
import { Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { prepare } from '../runner/run.ts';
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
import { tryCreateRoute } from './trials.ts';

export type MakeVariants = (unique: string) => Variant[];

/** Likely forms of a variant's pathname: with the language as prefix, or without. */
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
 * Finds variants that the target accepts, since its locales and pathnames are undocumented: two locales in an order that no
 * sorting produces, or the only accepted one. If none is accepted, returns the most likely ones, and a separate check
 * reports the result.
 */
export async function useLikelyVariants(scope: Scope): Promise<MakeVariants> {
  return (await useFound(scope)).make;
}

/** Variants for a check of something else; none if the target accepts none. */
export async function useVariantsIfTaken(scope: Scope): Promise<MakeVariants> {
  const { taken, make } = await useFound(scope);
  return taken ? make : () => [];
}

/** Variants for a check that cannot run without them. */
export async function useVariants(scope: Scope): Promise<MakeVariants> {
  const { taken, make } = await useFound(scope);
  if (!taken) throw new Inconclusive('needs localized variants, and none was accepted');
  return make;
}

function useFound(scope: Scope) {
  return prepare('localized variants that are accepted', () =>
    scope.run.share('variants', () => findVariants(scope)),
  );
}

/** `taken` is whether the target accepted such variants. */
async function findVariants(scope: Scope): Promise<{ taken: boolean; make: MakeVariants }> {
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
  const sent = await tryCreateRoute(scope, siteId, input);
  if (!isSuccess(sent)) return false;
  enterRoute(scope, siteId, sent, input);
  return true;
}

/**
 * A route of the victim that is the target of updates to be refused. It must never change. It has variants if the target
 * accepts any, so that their loss is detected.
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
