import type { RequirementId } from '../../generated/requirements.js';
import type { Failure } from '../results.ts';

/** A page that was asked for between two walks of the whole list. */
export interface PageCase {
  /** Ids of the whole list, walked before and after the page was asked for. */
  before: readonly string[];
  after: readonly string[];
  /** The cursor; undefined asks for the start. */
  cursor: string | undefined;
  /** How many sites the page may hold. */
  limit: number;
  page: { ids: readonly string[]; hasMore: boolean };
}

/** What a page breaks, in one line, where it stands in the page, and the sentence that it breaks. */
export interface Breach extends Omit<Failure, 'exchange'> {
  requirement: RequirementId;
  /** What it is about, if not its message, and how much better it shows that than other breaches do. */
  subject?: { what: string; nearer?: number };
}

/**
 * The law of a page: the sites behind the cursor, in the order of the list, without a gap, as many as the limit allows,
 * and hasMore when others follow. Sites that others create meanwhile may stand anywhere; only sites that both walks show
 * in the same order are held to a place.
 */
export function judgePage(given: PageCase): Breach | undefined {
  const { before, after, cursor, page } = given;
  const steady = listSteady(before, after);
  const start = cursor === undefined ? 0 : steady.indexOf(cursor) + 1;
  const wrong = judgeSize(given) ?? judgeStart(given, steady, start);
  if (wrong !== undefined) return wrong;
  // A cursor that only one of the walks shows tells nothing.
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

/** @param start where the sites behind the cursor begin */
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
      subject: { what: behindCursor, nearer: 0.1 },
    };
  if (cursor !== undefined && ids.includes(cursor))
    return {
      message: 'the page shows the site of its own cursor',
      pointer: `/data/${ids.indexOf(cursor)}/id`,
      expected: 'the sites after it',
      received: cursor,
      requirement: 'list-sites-after',
      subject: { what: behindCursor },
    };
  return undefined;
}

/**
 * @param shown the sites of the page that both walks show
 * @param behind those that both walks show behind the cursor
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
    subject: { what: behindCursor },
  };
}

/** @param follow how many known sites are behind the page */
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
          subject: { what: behindCursor },
        }
      : {
          message: `hasMore is false although ${follow} known ${followVerb(follow)}`,
          ...place,
          requirement,
        };
  }
  // The interface does not show hasMore for limit=0. While others write, a full page is inconclusive.
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

/** What a service that reads its cursor wrongly does in several ways. */
export const behindCursor = 'what follows a cursor';

function countSites(count: number): string {
  return count === 1 ? '1 site' : `${count} sites`;
}

/** Nothing was written between the two. */
function isQuiet(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, at) => id === after[at]);
}

/** The sites that both walks show in the same order. A site that moved is held to no place. */
function listSteady(before: readonly string[], after: readonly string[]): string[] {
  const places = new Map(before.map((id, at) => [id, at]));
  const common = after.filter((id) => places.has(id));
  let kept = common;
  // Each round drops an entry that precedes its predecessor; a list with only additions needs none.
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
