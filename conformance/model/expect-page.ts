import { Failed, type Failure, Inconclusive } from '../results.ts';
import { wait } from '../runner/halt.ts';
import { toKey } from './ledger.ts';
import { useSnapshot } from './lists.ts';
import { judgePage, judgeRecords } from './page-law.ts';
import { type Scope, settleMs } from './scope.ts';
import {
  defaultLimit,
  largestLimit,
  listPage,
  type PageReply,
  type Question,
  type Walk,
  walk,
} from './workspace.ts';

/** Number of attempts for a wrong list, to distinguish a fault from concurrent writes or a lagging replica. */
const rounds = 4;

/** Waits longer in each round, in case other clients change the list or replicas lag. */
async function waitForRound(round: number): Promise<void> {
  if (round > 1) await wait((round * settleMs) / 15);
}

interface PageQuestion {
  /** Position of the cursor in the list; the page starts after it. -1 requests the start of the list, without a cursor. */
  place: number;
  /** Undefined omits the parameter. */
  limit: number | undefined;
}

/** Requests a page and checks it against the page law. A breach counts only if it persists through all rounds. */
export async function expectPage(scope: Scope, { place, limit }: PageQuestion): Promise<void> {
  const { run } = scope;
  const { workspace } = run.options;
  let list: Walk = await useSnapshot(scope);
  const cursor = list.ids[place];
  const id = list.sites[place]?.['id'];
  const after = typeof id === 'string' ? id : undefined;
  if (place >= 0 && after === undefined) throw new Inconclusive('the list has too few sites');
  const atMost = limit ?? defaultLimit(scope);
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    await waitForRound(round);
    const page = await (round === 1 ? askOnce : askForPage)(scope, { after, limit });
    if ('message' in page) {
      failure = page;
      continue;
    }
    const judge = (now: Walk) =>
      judgeRecords(scope, page) ??
      judgePage({ before: list.ids, after: now.ids, cursor, limit: atMost, page });
    // Without concurrent writes, the list is still the same.
    if (judge(list) === undefined) return;
    const again = await walk(scope, workspace);
    const breach = judge(again);
    if (breach === undefined) return;
    failure = { ...breach, exchange: run.show(page.sent) };
    list = again;
  }
  if (failure === undefined) return;
  const isOwn = cursor === undefined || run.ledger.sites.has(cursor);
  if (!isOwn && !(await walk(scope, workspace)).ids.includes(cursor))
    throw new Inconclusive(
      'another client removed a site while the list was read, so its cursor is no longer valid',
    );
  throw new Failed(failure);
}

/** Requests a page. On a distant target, checks share the responses to identical requests. */
function askOnce(scope: Scope, question: Question): Promise<PageReply | Failure> {
  const { run } = scope;
  if (run.probes.areAllSent()) return askForPage(scope, question);
  return run.share(`page ${JSON.stringify(question)}`, () => askForPage(scope, question));
}

/** Returns a page, or a failure if the request failed. A lagging replica may not know a new cursor yet. */
async function askForPage(scope: Scope, question: Question): Promise<PageReply | Failure> {
  try {
    return await listPage(scope, scope.run.options.workspace, question);
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
}

/** Two sites of equal rank are in the same order by chance half of the time, but hardly ever in this many pages. */
const equalCalls = 10;

/**
 * Checks that the sites of the run keep their relative order. Other clients may move their own sites by writing to them, but
 * nothing writes to the sites of the run any more.
 */
export async function expectSteadyOrder(scope: Scope): Promise<void> {
  const { run } = scope;
  const { ids, sites } = await useSnapshot(scope);
  const first = ids.findIndex((id) => run.ledger.sites.has(id));
  const before = first < largestLimit(scope) / 2 ? undefined : sites[first - 1]?.['id'];
  const after = typeof before === 'string' ? before : undefined;
  let failure: Failure | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    await waitForRound(round);
    const asked = await Promise.all(
      Array.from({ length: run.probes.count(equalCalls, 6) }, () =>
        askForPage(scope, { after, limit: largestLimit(scope) }),
      ),
    );
    const pages = asked.filter((page) => 'ids' in page);
    const common = ids.filter((id) => pages.every((page) => page.ids.includes(id)));
    const own = new Set(common.filter((id) => run.ledger.sites.has(toKey(id))));
    const orders = pages.map((page) => page.ids.filter((id) => own.has(id)).join(', '));
    const other = orders.findIndex((order) => order !== orders[0]);
    const page = pages[other];
    if (page === undefined) return;
    failure = {
      message: `identical requests return the sites of the run in different orders, although nothing writes to them (in ${rounds} rounds of ${pages.length} requests)`,
      expected: orders[0] ?? '',
      received: orders[other] ?? '',
      exchange: run.show(page.sent),
    };
  }
  if (failure !== undefined) throw new Failed(failure);
}
