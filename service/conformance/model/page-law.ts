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
export function judgePage({ before, after, cursor, limit, page }: PageCase): Breach | undefined {
  const { ids, hasMore } = page;
  const toBreach = (
    requirement: RequirementId,
    pointer: string,
    message: string,
    expected: string,
    received: string,
  ): Breach => ({ requirement, pointer, message, expected, received });
  if (ids.length > limit)
    return toBreach(
      'list-sites-limit',
      `/data/${limit}`,
      'the page holds more sites than its limit',
      `at most ${limit} sites`,
      `${ids.length} sites`,
    );
  const twice = findRepeated(ids);
  if (twice !== -1)
    return toBreach(
      'list-sites-is-complete',
      `/data/${twice}/id`,
      'the page shows a site twice',
      'each site once',
      `${ids[twice]} again`,
    );
  if (cursor !== undefined && ids.includes(cursor))
    return toBreach(
      'list-sites-after',
      `/data/${ids.indexOf(cursor)}/id`,
      'the page shows the site of its own cursor',
      'the sites after it',
      cursor,
    );
  const steady = listSteady(before, after);
  const start = cursor === undefined ? 0 : steady.indexOf(cursor) + 1;
  // A cursor that only one walk contains is inconclusive.
  if (cursor !== undefined && start === 0) return undefined;
  const behind = steady.slice(start);
  const known = new Set(steady);
  const shown = ids.filter((id) => known.has(id));
  const wrong = shown.findIndex((id, at) => id !== behind[at]);
  if (wrong !== -1)
    return toBreach(
      cursor === undefined ? 'list-sites-is-stable' : 'list-sites-after',
      `/data/${ids.indexOf(shown[wrong] ?? '')}/id`,
      cursor === undefined
        ? 'the page does not start like the whole list'
        : 'the page does not continue the list after its cursor',
      `${behind[wrong] ?? 'the end of the list'} as known site ${wrong + 1} of the page`,
      `${shown[wrong]}`,
    );
  const follow = behind.length - shown.length;
  const rest = `${follow} known ${follow === 1 ? 'site follows' : 'sites follow'}`;
  const isShort = ids.length < limit;
  // The interface does not show hasMore for limit=0 when sites follow.
  if (!hasMore && follow > 0 && limit > 0)
    return toBreach(
      'list-sites-has-more',
      '/hasMore',
      `hasMore is false although ${rest}`,
      'true',
      `false after ${ids.length} of at most ${limit} sites`,
    );
  // A full page is inconclusive while other clients write.
  const isQuiet = before.length === after.length && before.every((id, at) => id === after[at]);
  if (hasMore && follow === 0 && (isQuiet || isShort))
    return toBreach(
      'list-sites-has-more',
      '/hasMore',
      'hasMore is true although no known site follows',
      'false',
      'true',
    );
  if (hasMore && limit > 0 && isShort)
    return toBreach(
      'list-sites-limit',
      '/data',
      `the page is shorter than its limit although ${rest}`,
      `${limit} sites`,
      `${ids.length} sites`,
    );
  return undefined;
}

/** The place of the first id that occurs a second time; -1 if none does. A page may be as long as a target likes. */
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
  const places = new Map(before.map((id, at) => [id, at]));
  let kept = after.filter((id) => places.has(id));
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
