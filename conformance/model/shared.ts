import { likelyLocales, toHostUrl } from '../data/fresh-body.ts';
import { Inconclusive } from '../results.ts';
import { wait } from '../runner/halt.ts';
import { isSuccess } from '../runner/journal.ts';
import { createRandom, createUuid, deriveSeed } from '../runner/probes.ts';
import { call, prepare } from '../runner/run.ts';
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
import { createSiteIfTaken, tryListSites } from './trials.ts';
import { largestLimit, listPage } from './workspace.ts';

/** The sites that checks share, by name. Each creates one record on the target. */
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

/** A host for a site that is about something else; none if the target does not accept hosts. */
export function makeHost({ run }: Scope, unique: string): { hostUrl?: string } {
  return run.forms.hosts === 'any' ? { hostUrl: toHostUrl(unique, run.domain) } : {};
}

/** A host that no other site has. */
export function makeHostUrl(scope: Scope): string {
  return toHostUrl(scope.unique(), scope.run.domain);
}

/** A site that was created with only a name, and that name. */
export function makeBare(scope: Scope): Promise<MadeSite & { name: string }> {
  return scope.run.share('site bare', async () => {
    const name = scope.unique();
    return { ...(await createSite(scope, { name })), name };
  });
}

export async function useBare(scope: Scope): Promise<ExpectedSite> {
  return (await prepare('a site', () => makeBare(scope))).expected;
}

/** A site with a locale and without a host. Checks only duplicate it. */
export function makeHostless(scope: Scope): Promise<MadeSite> {
  return scope.run.share('site hostless', () => createWithLocale(scope, { name: scope.unique() }));
}

/** Creates a site with a locale that the target accepts. Accepted locales are undocumented. */
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

/** Maximum number of lists requested while the sites are created, and the pause between two in milliseconds. */
const row = { lists: 20, pauseMs: 15 };

/**
 * Creates three sites concurrently, and requests lists at the same time. Checks that need several sites exclusively take
 * turns.
 */
export async function makeCrowd(scope: Scope) {
  const { workspace } = scope.run.options;
  const limit = largestLimit(scope);
  const list = () => prepare('the list', () => listPage(scope, workspace, { limit }));
  return scope.run.share('crowd', async () => {
    const inputs = Array.from({ length: 3 }, () => scope.unique()).map((name) => ({
      name,
      ...makeHost(scope, name),
    }));
    let isGoingOn = true;
    // A creation may wait before it is sent, so lists are requested until it is done.
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
    // The sites as they were when created. They are updated later.
    const asked = made.map(({ expected }) => ({ ...expected }));
    return { made, asked, pages: [...pages, ...others] };
  });
}

/** A site that is the target of requests to be refused. It must never change. */
export function useVictim(scope: Scope): Promise<ExpectedSite> {
  return prepare('a site', () => makeShared(scope, 'victim'));
}

/** A site that is updated repeatedly. Use it within `takeTurn`, which chooses one of several. */
export async function useSubject(scope: Scope): Promise<ExpectedSite> {
  const subject = findTurns(scope.run).subjectOf.get(scope.check.id);
  if (subject !== undefined) {
    const { made } = await prepare('sites', () => makeCrowd(scope));
    const site = made[crowdSubjects.indexOf(subject)];
    if (site !== undefined) return site.expected;
  }
  return prepare('a site', () => makeShared(scope, 'subject'));
}

/** The configured other workspace, or any UUID if the target accepts any. */
export async function useOtherWorkspace(scope: Scope): Promise<string> {
  const { otherWorkspace } = scope.run.options;
  if (otherWorkspace !== undefined) {
    // Requests its list before the run creates anything in it. The checks of empty lists verify the response.
    return scope.run.share('other workspace', async () => {
      await call(scope, { operation: 'listSites', path: { workspaceId: otherWorkspace } });
      return otherWorkspace;
    });
  }
  return scope.run.share('other workspace', async () => {
    const id = unknownUuid(scope, 'other workspace');
    const sent = await tryListSites(scope, '', id);
    if (!isSuccess(sent))
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
    const made = await createSiteIfTaken(scope, body, workspace, 'a valid site');
    if (made !== undefined) return made.expected;
    return (await createSite(scope, { ...body, name: scope.unique() }, workspace)).expected;
  });
}

/** A UUID that does not belong to any record. */
export function unknownUuid({ run }: Pick<Scope, 'run'>, purpose: string): string {
  return createUuid(createRandom(deriveSeed(run.mark, `uuid ${purpose}`)));
}

/** Sites that may be updated repeatedly: the first is created for this, the others belong to the crowd. */
const subjects = ['subject', 'first of three', 'second of three', 'third of three'] as const;
const [mainSubject, ...crowdSubjects] = subjects;

/** The queue for a subject: when its current turn ends, and how many sequential requests are ahead. */
interface Lane {
  ended: Promise<void>;
  steps: number;
}

/** The lanes, and the subject of each check, by run. */
const turns = new WeakMap<object, { lanes: Map<string, Lane>; subjectOf: Map<string, string> }>();

function findTurns(run: object) {
  const found = turns.get(run) ?? { lanes: new Map(), subjectOf: new Map() };
  turns.set(run, found);
  return found;
}

/**
 * Waits until no other check uses the same sites. `subject` is whichever subject is free first, `crowd` is all sites of the
 * crowd, and `subjects` is the crowd and the subject.
 *
 * @param steps approximate number of sequential requests in the turn
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
  // A check that waits for the group must not hold one of its sites.
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
  // A check that waits for a turn depends on all requests of the current turn.
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
