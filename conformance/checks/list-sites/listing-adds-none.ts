import type { Check, Scope } from '../../model/scope.ts';
import { takeSnapshot, useSnapshot } from '../../model/snapshot.ts';
import { largestLimit, listPage, type PageReply } from '../../model/workspace.ts';
import { Failed, Inconclusive } from '../../results.ts';
import { wait } from '../../runner/halt.ts';
import { prepare } from '../../runner/run.ts';
import { frames } from '../frames.ts';

/** Number of consecutive lists that must each show one more site. Other clients are unlikely to write at exactly that rate. */
const rows = 12;

/** Length of a pause, in milliseconds. In a pause, other clients would add sites, but listing would not. */
const leastPause = 500;
const pauses = 2;

/** If the list has grown by more pages, other clients write to it. */
const mostPages = 20;

/**
 * GET is safe (RFC 9110, section 9.2.1). If a list grows, this check determines whether other clients or the list requests
 * add to it.
 */
export const listingAddsNone: Check = {
  ...frames.listSites,
  id: 'listSites/adds-no-site',
  title: 'Listing sites does not create any',
  requirements: ['list-sites-is-stable'],
  sends: `a list twice; if the second is longer, ${rows} more, and one after each of ${pauses} pauses`,
  expects: 'a list that does not grow by one site with every request and by none during a pause',
  // At this stage, the run sends nothing else.
  stage: 'verdict',
  async run(scope) {
    const { workspace } = scope.run.options;
    const limit = largestLimit(scope);
    const known = await findWhole(scope);
    const ask = (after?: string) =>
      prepare('a list', () => listPage(scope, workspace, { limit, after }));
    // A list that is still as long as when it was read does not grow. One that has grown may no longer fit on a page.
    if (known !== undefined && (await ask()).ids.length <= known.ids.length) return;
    const after = await prepare('a list', () => findCursor(scope));
    let page = await ask(after);
    const startedAt = Date.now();
    for (let row = 1; row <= rows; row += 1) {
      const next = await ask(after);
      if (next.ids.length <= page.ids.length) return;
      page = next;
    }
    const pause = Math.max(leastPause, 2 * (Date.now() - startedAt));
    for (let count = 1; count <= pauses; count += 1) {
      await wait(pause);
      const next = await ask(after);
      if (next.ids.length > page.ids.length + 1) return;
      page = next;
    }
    fail(scope, page, pause);
  },
};

/** The known list, if it is a single page with room for more. */
async function findWhole(scope: Scope): Promise<PageReply | undefined> {
  try {
    const { pages } = await takeSnapshot(scope);
    const [page] = pages;
    const hasRoom = page !== undefined && page.ids.length + 2 * rows < largestLimit(scope);
    return hasRoom && pages.length === 1 ? page : undefined;
  } catch (error) {
    if (error instanceof Failed || error instanceof Inconclusive) return undefined;
    throw error;
  }
}

/** Finds a cursor for a page with room for more: the start of a short list, or the end of a long one. */
async function findCursor(scope: Scope): Promise<string | undefined> {
  const { workspace } = scope.run.options;
  const limit = largestLimit(scope);
  const first = await listPage(scope, workspace, { limit });
  if (first.ids.length + 2 * rows < limit) return undefined;
  let after = (await useSnapshot(scope)).ids.at(-1);
  for (let count = 1; count <= mostPages; count += 1) {
    const page = await listPage(scope, workspace, { limit, after });
    after = page.ids.at(-1) ?? after;
    if (!page.hasMore) break;
  }
  return after;
}

function fail(scope: Scope, { sent, ids }: PageReply, pause: number): void {
  scope.fail({
    message: `each list request adds a site: ${rows} in a row showed one more each, and a pause of ${pause} ms added none`,
    expected: 'the sites that existed before',
    received: `${ids.length} sites`,
    exchange: scope.run.show(sent),
  });
}
