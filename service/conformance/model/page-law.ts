import type { Failure } from '../../../conformance/results.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import { listDifferences, showWrite, toFieldFailure } from './compare.ts';
import { toId } from './ledger.ts';
import type { PageReply } from './read-lists.ts';
import type { Scope } from './scope.ts';

/** A page, and two walks of the whole list: before and after it. */
export interface PageCase {
  /** Ids of the whole list, in the walks before and after the page. */
  before: readonly string[];
  after: readonly string[];
  /** The cursor; undefined requests the start. */
  cursor: string | undefined;
  /** Maximum number of sites on the page. */
  limit: number;
  page: { ids: readonly string[]; hasMore: boolean };
}

/** A broken requirement of a page. */
interface Breach extends Omit<Failure, 'exchange'> {
  requirement: RequirementId;
}

/**
 * Checks a page against the page law: the sites after the cursor in list order, without gaps, as many as the limit allows,
 * and hasMore if others follow. Other clients may create sites anywhere in the meantime, so only sites that both walks show
 * in the same order are compared.
 */
export function judgePage(pageCase: PageCase): Breach | undefined {
  const breach = judgeIds(pageCase);
  if (breach !== undefined) return breach;
  const { before, after, cursor } = pageCase;
  const steady = listSteady(before, after);
  const start = cursor === undefined ? 0 : steady.indexOf(cursor) + 1;
  // A cursor that only one walk contains is inconclusive.
  if (cursor !== undefined && start === 0) return undefined;
  const steadyIds = new Set(steady);
  const pair: SteadyPair = {
    expected: steady.slice(start),
    received: pageCase.page.ids.filter((id) => steadyIds.has(id)),
  };
  return judgeOrder(pageCase, pair) ?? judgeEnd(pageCase, pair);
}

/** The sites that both walks show: those after the cursor in the list, and those on the page. */
interface SteadyPair {
  expected: readonly string[];
  received: readonly string[];
}

/** Checks what a page shows by itself: not too many sites, each once, and not the one of the cursor. */
function judgeIds({ cursor, limit, page: { ids } }: PageCase): Breach | undefined {
  if (ids.length > limit)
    return {
      requirement: 'list-sites-limit',
      pointer: `/data/${limit}`,
      message: 'the page holds more sites than its limit',
      expected: `at most ${limit} sites`,
      received: `${ids.length} sites`,
    };
  const repeated = findRepeated(ids);
  if (repeated !== -1)
    return {
      requirement: 'list-sites-is-complete',
      pointer: `/data/${repeated}/id`,
      message: 'the page shows a site twice',
      expected: 'each site once',
      received: `${ids[repeated]} again`,
    };
  if (cursor === undefined || !ids.includes(cursor)) return undefined;
  return {
    requirement: 'list-sites-after',
    pointer: `/data/${ids.indexOf(cursor)}/id`,
    message: 'the page shows the site of its own cursor',
    expected: 'the sites after it',
    received: cursor,
  };
}

/** Checks that a page continues the list: the same sites in the same order. */
function judgeOrder({ cursor, page }: PageCase, pair: SteadyPair): Breach | undefined {
  const { expected, received } = pair;
  const wrong = received.findIndex((id, index) => id !== expected[index]);
  if (wrong === -1) return undefined;
  const isStart = cursor === undefined;
  return {
    requirement: isStart ? 'list-sites-is-stable' : 'list-sites-after',
    pointer: `/data/${page.ids.indexOf(received[wrong] ?? '')}/id`,
    message: isStart
      ? 'the page does not start like the whole list'
      : 'the page does not continue the list after its cursor',
    expected: `${expected[wrong] ?? 'the end of the list'} as known site ${wrong + 1} of the page`,
    received: `${received[wrong]}`,
  };
}

/** Checks where a page ends, and what hasMore says about that. */
function judgeEnd(pageCase: PageCase, { expected, received }: SteadyPair): Breach | undefined {
  const { limit, page } = pageCase;
  const following = expected.length - received.length;
  const follows = `${following} known ${following === 1 ? 'site follows' : 'sites follow'}`;
  const isShort = page.ids.length < limit;
  // The interface does not show hasMore for limit=0 when sites follow.
  if (!page.hasMore && following > 0 && limit > 0)
    return {
      requirement: 'list-sites-has-more',
      pointer: '/hasMore',
      message: `hasMore is false although ${follows}`,
      expected: 'true',
      received: `false after ${page.ids.length} of at most ${limit} sites`,
    };
  // A full page is inconclusive while other clients write.
  if (page.hasMore && following === 0 && (isShort || isQuiet(pageCase)))
    return {
      requirement: 'list-sites-has-more',
      pointer: '/hasMore',
      message: 'hasMore is true although no known site follows',
      expected: 'false',
      received: 'true',
    };
  if (page.hasMore && limit > 0 && isShort)
    return {
      requirement: 'list-sites-limit',
      pointer: '/data',
      message: `the page is shorter than its limit although ${follows}`,
      expected: `${limit} sites`,
      received: `${page.ids.length} sites`,
    };
  return undefined;
}

/** Whether both walks show the same list. */
function isQuiet({ before, after }: PageCase): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

/** The index of the first id that occurs a second time; -1 if none does. A page may be as long as a target likes. */
export function findRepeated(ids: readonly string[]): number {
  const seen = new Set<string>();
  return ids.findIndex((id) => {
    const isRepeated = id !== '' && seen.has(id);
    seen.add(id);
    return isRepeated;
  });
}

/** The sites that both walks contain in the same order. Sites that moved are left out. */
function listSteady(before: readonly string[], after: readonly string[]): string[] {
  const positions = new Map(before.map((id, index) => [id, index]));
  let kept = after.filter((id) => positions.has(id));
  // Each round drops entries that precede their predecessor. A list that only grew needs no rounds.
  for (let round = 0; round < 5; round += 1) {
    let highest = -1;
    const next = kept.filter((id) => {
      const position = positions.get(id) ?? -1;
      if (position < highest) return false;
      highest = position;
      return true;
    });
    if (next.length === kept.length) return kept;
    kept = next;
  }
  return kept;
}

/** Checks that a page shows each site of the run as it was last written. */
export function judgeRecords(
  { run }: Scope,
  { sites }: Pick<PageReply, 'sites'>,
): Breach | undefined {
  for (const [at, site] of sites.entries()) {
    const expected = run.ledger.sites.get(toId(site) ?? '');
    const [difference] = expected === undefined ? [] : listDifferences(run, site, expected);
    if (expected === undefined || difference === undefined) continue;
    const message = `the list shows a different ${difference.field} than was last written`;
    return {
      ...toFieldFailure(run, expected, difference, message),
      pointer: `/data/${at}${difference.pointer}`,
      ...showWrite(run, expected, difference.field),
      requirement: 'list-sites-shows-current-records',
    };
  }
  return undefined;
}
