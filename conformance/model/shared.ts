import { likelyLocales, toHostUrl } from '../data/fresh-body.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { wait } from '../runner/pace.ts';
import { createRandom, createUuid, deriveSeed } from '../runner/probes.ts';
import { call, prepare, probe } from '../runner/run.ts';
import type { ExpectedSite } from './ledger.ts';
import type { Scope } from './scope.ts';
import {
  createSite,
  duplicateSite,
  enterSite,
  excuseRefusal,
  type MadeSite,
  type SiteInput,
} from './sites.ts';
import { createSiteIfTaken } from './trials.ts';
import { largestLimit, listPage, type PageReply } from './workspace.ts';

/** The sites that checks share, by name; each costs one record of the target. */
export const sharedSites = [
  'original',
  'bare',
  'hostless',
  'copy',
  'victim',
  'subject',
  'first of three',
  'second of three',
  'third of three',
  'stranger',
] as const;

/** A site with everything, that is only read, duplicated and given routes. */
export function useOriginal(scope: Scope): Promise<ExpectedSite> {
  return prepare('a site', () => makeOriginal(scope));
}

export function makeOriginal(scope: Scope): Promise<ExpectedSite> {
  return makeShared(scope, 'original');
}

/** A site with a name and a host that several checks use. Its creation is judged by the checks of Create site. */
function makeShared(scope: Scope, key: (typeof sharedSites)[number]): Promise<ExpectedSite> {
  return scope.run.share(`site ${key}`, async () => {
    const name = scope.unique();
    return (await createSite(scope, { name, ...makeHost(scope, name) })).expected;
  });
}

/** A host for a site that is about something else: none where the target does not take any host. */
export function makeHost({ run }: Scope, unique: string): { hostUrl?: string } {
  return run.forms.hosts === 'any' ? { hostUrl: toHostUrl(unique, run.domain) } : {};
}

/** A host that no other site has. */
export function makeHostUrl(scope: Scope): string {
  return toHostUrl(scope.unique(), scope.run.domain);
}

/** A site that was given a name and nothing else, with that name. */
export function makeBare(scope: Scope): Promise<MadeSite & { name: string }> {
  return scope.run.share('site bare', async () => {
    const name = scope.unique();
    return { ...(await createSite(scope, { name })), name };
  });
}

export async function useBare(scope: Scope): Promise<ExpectedSite> {
  return (await prepare('a site', () => makeBare(scope))).expected;
}

/** A site with a locale and without a host, that is only duplicated. */
export function makeHostless(scope: Scope): Promise<MadeSite> {
  return scope.run.share('site hostless', () => createWithLocale(scope, { name: scope.unique() }));
}

/** Creates a site with a locale that the target knows: which ones it does is not shown. */
export async function createWithLocale(scope: Scope, body: SiteInput): Promise<MadeSite> {
  const { workspace } = scope.run.options;
  for (const locale of likelyLocales) {
    const input = { ...body, locale };
    const isLast = locale === likelyLocales.at(-1);
    const sent = await call(scope, {
      operation: 'createSite',
      path: { workspaceId: workspace },
      body: input,
      intent: isLast ? 'valid' : 'probe',
    });
    if (isLast) await excuseRefusal(scope, sent, input, workspace);
    if (isSuccess(sent) || isLast)
      return enterSite(scope, sent, input, workspace, 'a site with a locale');
  }
  throw new Error('no locale is likely');
}

/** A duplicate of the original, made while the original was as it is. */
export async function useCopy(scope: Scope): Promise<ExpectedSite> {
  const original = await useOriginal(scope);
  return prepare('a duplicate', () =>
    scope.run.share(
      'site copy',
      async () => (await duplicateSite(scope, original, { name: scope.unique() })).expected,
    ),
  );
}

/** Sites created at the same moment, next to lists: each was asked for, and answered, as it says. */
export interface Crowd {
  made: readonly MadeSite[];
  /** What each of them was when it was created; they are updated later. */
  asked: readonly ExpectedSite[];
  pages: readonly PageReply[];
}

/** While the sites are created, so many lists are asked for at most, with a pause in milliseconds between two. */
const row = { lists: 20, pauseMs: 15 };

/** Three sites created at once, next to lists. Checks that need several sites for themselves take turns. */
export async function makeCrowd(scope: Scope): Promise<Crowd> {
  const { workspace } = scope.run.options;
  const limit = largestLimit(scope);
  const list = () => prepare('the list', () => listPage(scope, workspace, { limit }));
  return scope.run.share('crowd', async () => {
    const inputs = Array.from({ length: 3 }, () => scope.unique()).map((name) => ({
      name,
      ...makeHost(scope, name),
    }));
    let isGoingOn = true;
    // A creation may wait before it is sent, and a list takes less time.
    const listOn = async () => {
      const pages = [await list()];
      while (isGoingOn && scope.run.probes.areAllSent() && pages.length < row.lists) {
        await wait(row.pauseMs);
        pages.push(await list());
      }
      return pages;
    };
    const [made, pages, ...others] = await Promise.all([
      Promise.all(inputs.map((input) => createSite(scope, input))).finally(() => {
        isGoingOn = false;
      }),
      listOn(),
      list(),
      list(),
    ]);
    const asked = made.map(({ expected }) => ({ ...expected }));
    return { made, asked, pages: [...pages, ...others] };
  });
}

/** A site that refused requests are aimed at. Nothing may ever change it. */
export function useVictim(scope: Scope): Promise<ExpectedSite> {
  return prepare('a site', () => makeShared(scope, 'victim'));
}

/** A site that is updated over and over; take turns by `takeTurn`, which chooses one of several. */
export async function useSubject(scope: Scope): Promise<ExpectedSite> {
  const subject = findTurns(scope.run).subjectOf.get(scope.check.id);
  if (subject !== undefined) {
    const { made } = await prepare('sites', () => makeCrowd(scope));
    const site = made[crowdSubjects.indexOf(subject)];
    if (site !== undefined) return site.expected;
  }
  return prepare('a site', () => makeShared(scope, 'subject'));
}

/** The other workspace: the one that was given, or any UUID where the target takes any. */
export async function useOtherWorkspace(scope: Scope): Promise<string> {
  const { otherWorkspace } = scope.run.options;
  if (otherWorkspace !== undefined) {
    // Its list, while nothing of this run is in it; what it answers is judged with the empty lists.
    return scope.run.share('other workspace', async () => {
      await call(scope, { operation: 'listSites', path: { workspaceId: otherWorkspace } });
      return otherWorkspace;
    });
  }
  return scope.run.share('other workspace', async () => {
    const id = unknownUuid(scope, 'other workspace');
    const sent = await probe(scope, { operation: 'listSites', path: { workspaceId: id } });
    if (!isSuccess(sent))
      throw new Inconclusive('needs a second workspace: pass one with --other-workspace');
    return id;
  });
}

/** A site in the other workspace, under the name of one in this: names are no keys across workspaces. */
export async function useStranger(scope: Scope): Promise<ExpectedSite> {
  const workspace = await useOtherWorkspace(scope);
  return prepare('a site in another workspace', () => makeStranger(scope, workspace));
}

export function makeStranger(scope: Scope, workspace: string): Promise<ExpectedSite> {
  return scope.run.share('site stranger', async () => {
    const { name } = await useVictim(scope);
    const body = { name, ...makeHost(scope, scope.unique()) };
    const made = await createSiteIfTaken(scope, body, workspace, 'a valid site');
    if (made !== undefined) return made.expected;
    return (await createSite(scope, { ...body, name: scope.unique() }, workspace)).expected;
  });
}

/** A UUID that names nothing. */
export function unknownUuid({ run }: Pick<Scope, 'run'>, purpose: string): string {
  return createUuid(createRandom(deriveSeed(run.mark, `uuid ${purpose}`)));
}

/** Sites that may be updated over and over. The first is made for that; the others are those of the crowd. */
const subjects = ['subject', 'first of three', 'second of three', 'third of three'] as const;
const [mainSubject, ...crowdSubjects] = subjects;

/** What a turn waits for, and how many requests one after the other are ahead of it. */
interface Lane {
  ended: Promise<void>;
  steps: number;
}

/** By run: the lanes, and which subject a check works on. */
const turns = new WeakMap<object, { lanes: Map<string, Lane>; subjectOf: Map<string, string> }>();

function findTurns(run: object) {
  const found = turns.get(run) ?? { lanes: new Map(), subjectOf: new Map() };
  turns.set(run, found);
  return found;
}

/**
 * Waits until no other check works on the same thing. A turn on `subject` is one on whichever subject is free first, one on
 * `crowd` is on all sites of the crowd, and one on `subjects` is on these and the subject.
 *
 * @param steps how many requests the turn sends one after the other, roughly
 */
export async function takeTurn<T>(
  scope: Scope,
  on: 'subject' | 'subjects' | 'crowd' | 'bare',
  act: () => Promise<T>,
  steps = 3,
): Promise<T> {
  if (on === 'subjects') return waitFor(scope, subjects, act, steps);
  if (on !== 'subject') return waitFor(scope, on === 'crowd' ? crowdSubjects : [on], act, steps);
  const { run, check } = scope;
  const { lanes, subjectOf } = findTurns(run);
  const hasCrowd = crowdSubjects.every((name) => run.uses.has(name));
  // A check that waits for the group must not hold a part of it.
  const usable =
    hasCrowd && check.uses?.includes(crowdSubjects[0]) !== true ? subjects : [mainSubject];
  const countSteps = (name: string) => lanes.get(name)?.steps ?? 0;
  const subject = usable.reduce((best, name) =>
    countSteps(name) < countSteps(best) ? name : best,
  );
  if (subject === mainSubject) {
    subjectOf.delete(check.id);
    return waitFor(scope, [mainSubject], act, steps);
  }
  const isMade = await waitFor(
    scope,
    [subject],
    async () => {
      const crowd = await makeCrowd(scope).catch(() => undefined);
      if (crowd === undefined) return undefined;
      subjectOf.set(check.id, subject);
      return { value: await act() };
    },
    steps,
  );
  return isMade === undefined ? waitFor(scope, [mainSubject], act, steps) : isMade.value;
}

async function waitFor<T>(
  { run, check }: Scope,
  names: readonly string[],
  act: () => Promise<T>,
  steps: number,
): Promise<T> {
  const { lanes } = findTurns(run);
  const before = Promise.all(names.map((name) => lanes.get(name)?.ended));
  const turn = before.then(act);
  const ended = turn.then(ignore, ignore);
  // A check that waits for a turn waits for all requests of the current one.
  run.urgent.add(check.id);
  for (const name of names) {
    const ahead = lanes.get(name)?.steps ?? 0;
    lanes.set(name, { ended, steps: ahead + steps });
    void ended.then(() => {
      const lane = lanes.get(name);
      if (lane !== undefined) lane.steps -= steps;
    });
  }
  return turn;
}

function ignore(): void {}
