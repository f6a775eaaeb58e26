import type { RequirementId } from '../../generated/requirements.js';
import type { Failure } from '../results.ts';

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

/** A violated requirement of a page: a one-line message, the place in the page, and the requirement id. */
export interface Breach extends Omit<Failure, 'exchange'> {
  requirement: RequirementId;
}

/**
 * Checks a page against the page law: the sites after the cursor in list order, without gaps, as many as the limit allows,
 * and hasMore if others follow. Other clients may create sites anywhere in the meantime, so only sites that both walks show
 * in the same order are compared.
 */
export function judgePage(given: PageCase): Breach | undefined {
  const { before, after, cursor, page } = given;
  const steady = listSteady(before, after);
  const start = cursor === undefined ? 0 : steady.indexOf(cursor) + 1;
  const wrong = judgeSize(given) ?? judgeStart(given, steady, start);
  if (wrong !== undefined) return wrong;
  // A cursor that only one walk contains is inconclusive.
  if (cursor !== undefined && start === 0) return undefined;
  const behind = steady.slice(start);
  const known = new Set(steady);
  const shown = page.ids.filter((id) => known.has(id));
  return judgeOrder(given, shown, behind) ?? judgeEnd(given, behind.length - shown.length);
}

function judgeSize({ limit, page: { ids } }: PageCase): Breach | undefined {
  if (ids.length > limit)
    return {
      message: 'the page holds more sites than its limit',
      pointer: `/data/${limit}`,
      expected: `at most ${limit} sites`,
      received: `${ids.length} sites`,
      requirement: 'list-sites-limit',
    };
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (twice !== -1)
    return {
      message: 'the page shows a site twice',
      pointer: `/data/${twice}/id`,
      expected: 'each site once',
      received: showIds(ids.filter((id, at) => ids.indexOf(id) < at)),
      requirement: 'list-sites-is-complete',
    };
  return undefined;
}

/** @param start index of the first site after the cursor */
function judgeStart(
  { cursor, page: { ids } }: PageCase,
  steady: readonly string[],
  start: number,
): Breach | undefined {
  if (start > 1 && ids[0] === steady[0])
    return {
      message: 'a page with a cursor starts at the beginning of the list again',
      pointer: '/data/0/id',
      expected: steady[start] ?? 'no site',
      received: steady[0] ?? '',
      requirement: 'list-sites-after',
    };
  if (cursor !== undefined && ids.includes(cursor))
    return {
      message: 'the page shows the site of its own cursor',
      pointer: `/data/${ids.indexOf(cursor)}/id`,
      expected: 'the sites after it',
      received: cursor,
      requirement: 'list-sites-after',
    };
  return undefined;
}

/**
 * @param shown the sites of the page that both walks contain
 * @param behind the sites after the cursor that both walks contain
 */
function judgeOrder(
  { cursor, page: { ids } }: PageCase,
  shown: readonly string[],
  behind: readonly string[],
): Breach | undefined {
  const wanted = behind.slice(0, shown.length);
  const at = shown.findIndex((id, index) => id !== wanted[index]);
  if (at === -1) return undefined;
  const place = {
    pointer: `/data/${ids.indexOf(shown[at] ?? '')}/id`,
    expected: `${wanted[at] ?? 'the end of the list'} as known site ${at + 1} of the page`,
    received: `${shown[at]}`,
  };
  if (cursor === undefined)
    return {
      message: 'the page does not start like the whole list',
      ...place,
      requirement: 'list-sites-is-stable',
    };
  const skipped = at === 0 ? behind.indexOf(shown[0] ?? '') : -1;
  const isSkip = skipped > 0 && !behind.slice(0, skipped).some((id) => shown.includes(id));
  return {
    message: isSkip
      ? `the page skips ${countSites(skipped)} behind its cursor`
      : 'the page does not continue the list after its cursor',
    ...place,
    requirement: 'list-sites-after',
  };
}

/** @param follow number of known sites after the page */
function judgeEnd(
  { before, after, cursor, limit, page: { ids, hasMore } }: PageCase,
  follow: number,
): Breach | undefined {
  const isShort = ids.length < limit;
  if (!hasMore && follow > 0) {
    const place = { pointer: '/hasMore', expected: 'true', received: 'false' };
    const requirement = 'list-sites-has-more';
    return cursor !== undefined && isShort
      ? {
          message: `the page lacks ${countSites(follow)} after its cursor, and hasMore is false`,
          ...place,
          requirement,
        }
      : {
          message: `hasMore is false although ${follow} known ${followVerb(follow)}`,
          ...place,
          requirement,
        };
  }
  // hasMore is undocumented for limit=0. A full page is inconclusive while other clients write.
  const quiet = isQuiet(before, after);
  if (hasMore && follow === 0 && (quiet || isShort))
    return {
      message: `hasMore is true although no ${quiet ? '' : 'known '}site follows`,
      pointer: '/hasMore',
      expected: 'false',
      received: 'true',
      requirement: 'list-sites-has-more',
    };
  if (hasMore && limit > 0 && isShort)
    return {
      message: `the page is shorter than its limit although ${follow} known ${followVerb(follow)}`,
      pointer: '/data',
      expected: `${limit} sites`,
      received: countSites(ids.length),
      requirement: 'list-sites-limit',
    };
  return undefined;
}

function followVerb(count: number): string {
  return count === 1 ? 'site follows' : 'sites follow';
}

function countSites(count: number): string {
  return count === 1 ? '1 site' : `${count} sites`;
}

/** Whether nothing was written between the two walks. */
function isQuiet(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, at) => id === after[at]);
}

/** The sites that both walks contain in the same order. Sites that moved are left out. */
function listSteady(before: readonly string[], after: readonly string[]): string[] {
  const places = new Map(before.map((id, at) => [id, at]));
  const common = after.filter((id) => places.has(id));
  let kept = common;
  // Each round drops entries that precede their predecessor. A list that only grew needs no rounds.
  for (let round = 0; round < 5; round += 1) {
    let highest = -1;
    const next = kept.filter((id) => {
      const place = places.get(id) ?? -1;
      if (place < highest) return false;
      highest = place;
      return true;
    });
    if (next.length === kept.length) return kept;
    kept = next;
  }
  return kept;
}

function showIds(ids: readonly string[]): string {
  return ids.slice(0, 3).join(', ') + (ids.length > 3 ? ` and ${ids.length - 3} more` : '');
}
