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

/** What a page breaks, in one line; undefined when it keeps the law. */
export type Breach = { message: string; expected: string; received: string };

/**
 * The law of a page: the sites behind the cursor, in the order of the list, without a gap, as many as the limit allows,
 * and hasMore when others follow. Sites that others create meanwhile may stand anywhere; only sites that both walks show
 * in the same order are held to a place.
 */
export function judgePage({ before, after, cursor, limit, page }: PageCase): Breach | undefined {
  const { ids, hasMore } = page;
  if (ids.length > limit)
    return breach(
      'the page holds more sites than its limit',
      `at most ${limit}`,
      String(ids.length),
    );
  if (new Set(ids).size < ids.length)
    return breach(
      'the page shows a site twice',
      'each site once',
      showIds(ids.filter((id, at) => ids.indexOf(id) < at)),
    );
  if (cursor !== undefined && ids.includes(cursor))
    return breach('the page shows the site of its own cursor', 'the sites behind it', cursor);

  const steady = listSteady(before, after);
  const start = cursor === undefined ? 0 : steady.indexOf(cursor) + 1;
  if (cursor !== undefined && start === 0) return undefined;
  const behind = steady.slice(start);
  const known = new Set(steady);
  const shown = ids.filter((id) => known.has(id));
  const wanted = behind.slice(0, shown.length);
  const at = shown.findIndex((id, index) => id !== wanted[index]);
  if (at !== -1) {
    return breach(
      'the page does not continue the list behind its cursor',
      `${wanted[at] ?? 'the end'} at place ${at + 1}`,
      `${shown[at]}`,
    );
  }
  if (!hasMore && shown.length < behind.length) {
    return breach(
      `hasMore is false although ${behind.length - shown.length} known sites follow`,
      'true',
      'false',
    );
  }
  if (hasMore && limit > 0 && ids.length < limit) {
    return breach(
      'the page is shorter than its limit although more sites follow',
      `${limit} sites`,
      String(ids.length),
    );
  }
  // What limit=0 says of sites that do follow is not shown.
  if (hasMore && shown.length === behind.length && isQuiet(before, after)) {
    return breach('hasMore is true although no site follows', 'false', 'true');
  }
  return undefined;
}

function breach(message: string, expected: string, received: string): Breach {
  return { message, expected, received };
}

/** Nobody wrote between the walks. */
function isQuiet(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, at) => id === after[at]);
}

/** The sites that both walks show in the same order. A site that moved is held to no place. */
function listSteady(before: readonly string[], after: readonly string[]): string[] {
  const places = new Map(before.map((id, at) => [id, at]));
  const common = after.filter((id) => places.has(id));
  let kept = common;
  // Each round leaves out what stands before its predecessor; a list that was only added to needs none.
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
