import type { Failure } from '../results.ts';
import { Failed } from '../runner/check.ts';
import { wait } from '../runner/pace.ts';
import { toKey } from './ledger.ts';
import type { Scope } from './scope.ts';
import { useSnapshot } from './snapshot.ts';
import { largestLimit, listPage, type PageReply, type Walk } from './workspace.ts';

/** Two sites of equal rank fall into one order by chance, half of the time; in so many equal pages they hardly do. */
const equalCalls = 10;

/** A list that follows late, or comes from several copies, gets its time: the order has to change in each round. */
const rounds = 4;

/**
 * The order of a list may depend on anything, and others move sites of theirs by writing to them. The sites of the run
 * are nobody else's, and it writes to them no more: among themselves they keep their order.
 */
export async function expectSteadyOrder(scope: Scope): Promise<void> {
  const { run } = scope;
  const after = findStart(scope, await useSnapshot(scope));
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    if (round > 1) await wait((round * run.options.settleMs) / 15);
    const pages = await Promise.all(
      Array.from({ length: run.probes.count(equalCalls, 6) }, () => askForPage(scope, after)),
    );
    const change = findChange(pages.flatMap((page) => page ?? []).map(listOwn(scope)));
    if (change === undefined) return;
    const [first, second] = change.sites;
    failure = {
      message: `identical requests return two sites of the run in different orders, although nothing writes to them (in ${rounds} rounds of ${pages.length} requests)`,
      expected: `${first} and ${second} always in the same order`,
      received: `${second} before ${first} here, and after it in the response to an identical request`,
      exchange: run.show(change.page.sent),
    };
  }
  if (failure !== undefined) throw new Failed(failure);
}

/** A page of the largest size from the start, unless the sites of the run stand further back. */
function findStart(scope: Scope, { ids, sites }: Walk): string | undefined {
  const first = ids.findIndex((id) => scope.run.ledger.sites.has(id));
  if (first < largestLimit(scope) / 2) return undefined;
  const id = sites[first - 1]?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** Undefined where the page was refused: others may have removed the site of the cursor. */
async function askForPage(scope: Scope, after: string | undefined): Promise<PageReply | undefined> {
  try {
    const { workspace } = scope.run.options;
    return await listPage(scope, workspace, { limit: largestLimit(scope), after });
  } catch (error) {
    if (error instanceof Failed) return undefined;
    throw error;
  }
}

export interface OwnOrder<Page> {
  page: Page;
  /** The sites of the run that the page shows, in its order. */
  ids: readonly string[];
}

const listOwn =
  ({ run }: Scope) =>
  (page: PageReply): OwnOrder<PageReply> => ({
    page,
    ids: page.ids.filter((id) => run.ledger.sites.has(toKey(id))),
  });

/** The first page that shows two sites in another order than the first page does, and the two. */
export function findChange<Page>(
  pages: readonly OwnOrder<Page>[],
): { page: Page; sites: readonly [string, string] } | undefined {
  const [first, ...others] = pages;
  if (first === undefined) return undefined;
  const places = new Map(first.ids.map((id, at) => [id, at]));
  for (const { page, ids } of others) {
    const common = ids.filter((id) => places.has(id));
    for (const [at, id] of common.entries()) {
      const next = common[at + 1];
      // If all neighbours keep their order, so does the list.
      if (next !== undefined && (places.get(id) ?? 0) > (places.get(next) ?? 0))
        return { page, sites: [next, id] };
    }
  }
  return undefined;
}
