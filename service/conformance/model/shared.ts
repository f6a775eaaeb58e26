import { Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import { createRandom, createUuidFactory, deriveSeed } from '../../../contract/random.ts';
import { createHostUrl, likelyLocales } from '../data/fresh-body.ts';
import { isRefused, prepare, sendProbe, sendTo } from './call.ts';
import { createdKinds, type ExpectedRoute, type ExpectedSite, type Variant } from './ledger.ts';
import { toPathname } from './names.ts';
import { largestLimit, listPage, type PageReply } from './read-lists.ts';
import {
  createRoute,
  createSite,
  createSiteIfTaken,
  duplicateSite,
  enterRoute,
  enterSite,
  excuseRefusal,
  type MadeSite,
  type SiteInput,
} from './records.ts';
import type { Check, Run, Scope } from './scope.ts';

/** The sites that are updated repeatedly. A check borrows them, so no other check changes them at the same time. */
export const subjects = ['subject', 'first of three', 'second of three', 'third of three'] as const;

/** The sites that checks share, by name. Each creates one record on the target. */
const sharedSites = [
  'original',
  'bare',
  'twin',
  'hostless',
  'copy',
  'victim',
  ...subjects,
  'stranger',
] as const;

/**
 * Sites that requests may leave although they must be refused, by being accepted or by taking effect all the same. They come
 * on top of those that the checks need.
 */
const strays = 10;

/** Length of the list that its checks need, to detect a wrong default and a usual cap; with --thorough, a wrong maximum. */
export const listLengths = { standard: 26, thorough: 103 };

/**
 * Maximum number of sites that a run of these checks creates.
 * @param carriers checks that only send requests; they do not need a longer list
 */
export function countSites(
  checks: readonly Check[],
  carriers: readonly Check[],
  thorough: boolean,
): { planned: number; most: number } {
  const all = [...checks, ...carriers];
  const used = new Set(all.flatMap(({ uses = [] }) => uses));
  const created = all.reduce((sum, { creates = 0 }) => sum + creates, 0);
  const shared = sharedSites.filter((name) => used.has(name)).length;
  const isListed = checks.some(
    ({ operation, stage }) => operation === 'listSites' && stage === 'listing',
  );
  const length = listLengths[thorough ? 'thorough' : 'standard'];
  const planned = Math.max(created + shared, isListed ? length : 0);
  const mayStray = all.some(
    ({ operation, writes }) => writes && createdKinds[operation] === 'site',
  );
  return { planned, most: planned + (mayStray ? strays : 0) };
}

/** A site with all fields. Checks only read it, duplicate it and add routes. */
export function useOriginal(scope: Scope): Promise<ExpectedSite> {
  return prepare('a site', () => makeOriginal(scope));
}

export function makeOriginal(scope: Scope): Promise<ExpectedSite> {
  return makeShared(scope, 'original');
}

/** A site with a name and a host that several checks use. The checks of createSite verify its creation. */
function makeShared(scope: Scope, key: (typeof sharedSites)[number]): Promise<ExpectedSite> {
  return scope.run.share(`site ${key}`, async () => {
    const name = scope.unique();
    return (await createSite(scope, { name, ...makeHost(scope, name) })).expected;
  });
}

/** A host for a check of another field; none if the target does not accept hosts. */
function makeHost({ run }: Scope, unique: string): { hostUrl?: string } {
  return run.forms.hosts === 'any' ? { hostUrl: createHostUrl(unique, run.domain) } : {};
}

/** A host that no other site has. */
export function makeHostUrl(scope: Scope): string {
  return createHostUrl(scope.unique(), scope.run.domain);
}

/** Two sites that were created with only the same name. The second is undefined if the target refuses it. */
export function makeTwins(
  scope: Scope,
): Promise<{ first: MadeSite; second?: MadeSite | undefined }> {
  return scope.run.share('sites of one name', async () => {
    const name = scope.unique();
    const first = await createSite(scope, { name });
    return { first, second: await createSiteIfTaken(scope, { name }) };
  });
}

/** A site with a locale and without a host. Checks only duplicate it. */
export function makeHostless(scope: Scope): Promise<MadeSite> {
  return scope.run.share('site hostless', () => createWithLocale(scope, { name: scope.unique() }));
}

/** Creates a site with a locale that the target accepts. Accepted locales are undocumented. */
export async function createWithLocale(scope: Scope, body: SiteInput): Promise<MadeSite> {
  const { workspace } = scope.run.options;
  const [likeliest, ...furtherLocales] = likelyLocales;
  let sent = await sendTo(scope, 'createSite', workspace, { ...body, locale: likeliest });
  for (const locale of furtherLocales)
    if (isRefused(sent))
      sent = await sendProbe(scope, 'createSite', workspace, { ...body, locale });
  await excuseRefusal(scope, sent, workspace);
  return enterSite(scope, sent, body, workspace, 'a site with a locale');
}

/** A duplicate of the original, made before the original changed. */
export async function useCopy(scope: Scope): Promise<ExpectedSite> {
  const original = await useOriginal(scope);
  return prepare('a duplicate', () =>
    scope.run.share(
      'site copy',
      async () => (await duplicateSite(scope, original, { name: scope.unique() })).expected,
    ),
  );
}

/** The target of negative tests; must never change. */
export function useVictim(scope: Scope): Promise<ExpectedSite> {
  return prepare('a site', () => makeShared(scope, 'victim'));
}

/** Creates three sites concurrently, and requests lists meanwhile. The checks that borrow the sites update them later. */
export function makeCrowd(scope: Scope): Promise<{ sites: MadeSite[]; pages: PageReply[] }> {
  return scope.run.share('crowd', async () => {
    const names = Array.from({ length: subjects.length - 1 }, () => scope.unique());
    const creations = names.map((name) => createSite(scope, { name, ...makeHost(scope, name) }));
    const [sites, pages] = await listDuring(scope, 3, Promise.all(creations));
    return { sites, pages };
  });
}

/** Maximum number of lists that each of several clients requests while sites are created. */
const mostLists = 10;

/** Lets clients request lists until something has happened, at least one each. */
export async function listDuring<T>(
  scope: Scope,
  clients: number,
  happening: Promise<T>,
): Promise<[T, PageReply[]]> {
  const { options, probes } = scope.run;
  let isGoingOn = true;
  const listOn = async () => {
    const pages: PageReply[] = [];
    do {
      const limit = largestLimit(scope);
      pages.push(await prepare('the list', () => listPage(scope, options.workspace, { limit })));
    } while (isGoingOn && probes.areAllSent() && pages.length < mostLists);
    return pages;
  };
  const ending = happening.finally(() => {
    isGoingOn = false;
  });
  const [result, ...pages] = await Promise.all([
    ending,
    ...Array.from({ length: clients }, listOn),
  ]);
  return [result, pages.flat()];
}

/** The subjects that no check has borrowed, and the checks that wait for some, in order. */
interface Pool {
  free: (() => Promise<ExpectedSite>)[];
  waiting: { count: number; resolve: (borrowed: Pool['free']) => void }[];
}

/** Runs a check with sites that no other check changes at the same time. */
export async function borrow<T>(
  scope: Scope,
  count: number,
  act: (...sites: ExpectedSite[]) => Promise<T>,
): Promise<T> {
  const pool = await scope.run.share('subjects', async () => createSitePool(scope));
  const borrowed = await new Promise<Pool['free']>((resolve) => {
    pool.waiting.push({ count, resolve });
    lend(pool);
  });
  try {
    const sites = await Promise.all(borrowed.map((make) => prepare('a site', make)));
    return await act(...sites);
  } finally {
    pool.free.push(...borrowed);
    lend(pool);
  }
}

function createSitePool(scope: Scope): Pool {
  const { uses } = scope.run;
  const useCrowded = async (index: number): Promise<ExpectedSite> => {
    const crowd = await makeCrowd(scope);
    return crowd.sites[index]?.expected ?? makeShared(scope, 'subject');
  };
  const ofCrowd = subjects.slice(1).map((_, index) => () => useCrowded(index));
  const isMade = subjects.every((name) => uses.has(name));
  return { free: [() => makeShared(scope, 'subject'), ...(isMade ? ofCrowd : [])], waiting: [] };
}

function lend({ free, waiting }: Pool): void {
  for (let next = waiting[0]; next !== undefined && next.count <= free.length; next = waiting[0]) {
    waiting.shift();
    next.resolve(free.splice(0, next.count));
  }
}

/** The configured other workspace, or any UUID if the target accepts any. */
export function useOtherWorkspace(scope: Scope): Promise<string> {
  const { otherWorkspace } = scope.run.options;
  return scope.run.share('other workspace', async () => {
    const id = otherWorkspace ?? unknownUuid(scope, 'other workspace');
    // Requested before the run creates anything in it. The checks of empty lists verify the response.
    const intent = otherWorkspace === undefined ? 'probe' : 'valid';
    const sent = await sendTo(scope, 'listSites', id, undefined, { intent });
    if (!isSuccess(sent) && otherWorkspace === undefined)
      throw new Inconclusive('needs a second workspace: pass one with --other-workspace');
    return id;
  });
}

/** A site in the other workspace with the name of a site in this one: names are not unique across workspaces. */
export async function useStranger(scope: Scope): Promise<ExpectedSite> {
  const workspace = await useOtherWorkspace(scope);
  return prepare('a site in another workspace', () => makeStranger(scope, workspace));
}

export function makeStranger(scope: Scope, workspace: string): Promise<ExpectedSite> {
  return scope.run.share('site stranger', async () => {
    const { name } = await useVictim(scope);
    const body = { name, ...makeHost(scope, scope.unique()) };
    const namesake = await createSiteIfTaken(scope, body, workspace);
    const stranger =
      namesake ?? (await createSite(scope, { ...body, name: scope.unique() }, workspace));
    return stranger.expected;
  });
}

const createUuid = createUuidFactory({ 'uuid-version': 4, 'uuid-case': 'lower' });

/** A UUID that does not belong to any record. */
export function unknownUuid({ run }: Pick<Scope, 'run'>, purpose: string): string {
  const random = createRandom(deriveSeed(run.mark, `uuid ${purpose}`));
  return createUuid(random, 0);
}

/** Creates localized variants with a unique text. */
type MakeVariants = (unique: string) => Variant[];

/** Likely forms of a variant's pathname: with the language as prefix, or without. */
const styles = [
  (pathname: string, language: string) => `/${language}${pathname}`,
  (pathname: string, language: string) => pathname.replace(/(\/?)$/, `${language}$1`),
];

function makeWith(
  { forms }: Run,
  locales: readonly string[],
  style: (typeof styles)[number],
): MakeVariants {
  return (unique) =>
    locales.map((locale) => ({
      locale,
      pathname: style(toPathname(unique, forms.pathname), locale.slice(0, 2)),
    }));
}

/**
 * Finds variants that the target accepts, since its locales and pathnames are undocumented: two locales in an order that no
 * sorting produces, or the only accepted one. `areAccepted` is false if it accepts none; `make` then makes the most likely ones.
 */
export function findVariants(scope: Scope): Promise<{ areAccepted: boolean; make: MakeVariants }> {
  const find = async () => {
    const lists = [likelyLocales.slice(0, 2), ...likelyLocales.map((locale) => [locale])];
    const all = lists.flatMap((locales) =>
      styles.map((style) => makeWith(scope.run, locales, style)),
    );
    const { id } = await useOriginal(scope);
    for (const make of all) {
      const localizedVariants = make(scope.unique());
      const input = { pathname: scope.pathname(), localizedVariants };
      const sent = await sendProbe(scope, 'createRoute', id, input);
      if (!isSuccess(sent)) continue;
      enterRoute(scope, sent, input);
      return { areAccepted: true, make };
    }
    return { areAccepted: false, make: all[1] ?? (() => []) };
  };
  return prepare('localized variants that are accepted', () => scope.run.share('variants', find));
}

/** Variants for a check of another field; none if the target accepts none. */
export async function useVariantsIfTaken(scope: Scope): Promise<MakeVariants> {
  const { areAccepted, make } = await findVariants(scope);
  return areAccepted ? make : () => [];
}

/** Variants for a check that cannot run without them. */
export async function useVariants(scope: Scope): Promise<MakeVariants> {
  const { areAccepted, make } = await findVariants(scope);
  if (!areAccepted) throw new Inconclusive('needs localized variants, and none was accepted');
  return make;
}

/** A route with a unique pathname, and with variants if the target accepts them. */
export async function makeRoute(scope: Scope, siteId?: string): Promise<ExpectedRoute> {
  const makeVariants = await useVariantsIfTaken(scope);
  const id = siteId ?? (await useOriginal(scope)).id;
  const input = { pathname: scope.pathname(), localizedVariants: makeVariants(scope.unique()) };
  return prepare('a route', async () => (await createRoute(scope, id, input)).expected);
}

/**
 * The target of negative tests of updateRoute; must never change. It has variants if the target accepts any, to detect their
 * loss.
 */
export async function useVictimRoute(scope: Scope): Promise<ExpectedRoute> {
  const victim = await useVictim(scope);
  return scope.run.share('route victim', () => makeRoute(scope, victim.id));
}
