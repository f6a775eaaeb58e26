import { Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess, type JournalEntry } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import {
  fillAll,
  fillPath,
  findOperation,
  isRefused,
  prepare,
  sendProbe,
  statusOf,
} from './call.ts';
import { createdKinds, decodeBody } from './ledger.ts';
import { isNameOfSomeRun, matchNames, toLettersAlone } from './names.ts';
import { largestLimit, listPage } from './read-lists.ts';
import type { Run, Scope } from './scope.ts';

// A target may have an undocumented limit of records. It then refuses what it accepted earlier in this run.

/** A target that has accepted fewer records than this is not full. Other rules apply, or the service does not work. */
const leastTaken = 2;

/**
 * Ends the check as inconclusive if a refused creation means that the target is full.
 *
 * @param enter called with the response to an earlier request that was sent again and accepted
 */
export async function expectRoom(
  scope: Scope,
  operation: string,
  parent: string,
  enter: (sent: Sent, body: unknown) => void,
): Promise<void> {
  const { run } = scope;
  if (createdKinds[operation] !== 'route') await expectUnused(scope, operation, parent);
  const accepted = listValid(run, operation, parent).filter(({ sent }) => isSuccess(sent));
  if (accepted.length < leastTaken) return;
  // Only once for each place, because it creates a record if the target is not full.
  const isFull = await run.share(`room for ${operation} in ${parent}`, async () => {
    const bodies = accepted.map(({ sent }) => decodeBody(sent.request));
    const [shortest = ''] = bodies.sort((first, second) => first.length - second.length);
    const body = renew(scope, shortest);
    const again = await sendProbe(scope, operation, parent, body);
    if (isSuccess(again)) enter(again, body);
    return isRefused(again);
  });
  if (isFull)
    throw new Inconclusive(
      `the target accepts no more requests to ${operation}: it refuses what it accepted earlier in this run; the interface does not document limits`,
    );
}

/** The requests to one place with a text of the run that may succeed. Malformed ones are refused for their content. */
function listValid(run: Run, id: string, parent: string): JournalEntry[] {
  const { contract, journal, isOwnName } = run;
  const operation = findOperation(contract, id);
  const path = fillPath(operation, fillAll(operation, parent));
  return journal.entries.filter(
    ({ operation: { id: called }, intent, sent }) =>
      called === id &&
      sent.request.path === path &&
      (intent === 'valid' || intent === 'probe') &&
      isOwnName(decodeBody(sent.request)),
  );
}

/** Copies a request body with a new name, without digits if the old name had none. */
function renew(scope: Scope, text: string): unknown {
  const name = scope.unique();
  const letters = toLettersAlone(name);
  const renewed = text.replaceAll(matchNames(scope.run.mark), (old) => {
    const replacement = /\d/.test(old) ? name : letters;
    return old === old.toLowerCase() ? replacement.toLowerCase() : replacement;
  });
  return JSON.parse(renewed);
}

/** Statuses that can mean "no room left" rather than an invalid request. */
export const noRoom = [402, 403, 409, 423];

/** Fewer matching sites than this may be a coincidence. */
const fewestLeft = 2;

/**
 * Ends the check as inconclusive if earlier runs may have used up a limit of the target: it refuses all creations in this
 * place, for a reason other than their content, and the list still shows sites of those runs.
 */
async function expectUnused(scope: Scope, operation: string, parent: string): Promise<void> {
  const { run } = scope;
  // A probe may be refused for its content.
  const isAboutContent = ({ intent, sent }: JournalEntry) =>
    intent === 'probe' && [400, 422].includes(statusOf(sent));
  const entries = listValid(run, operation, parent).filter((entry) => !isAboutContent(entry));
  const statuses = entries.map(({ sent }) => statusOf(sent));
  if (statuses.length < 2 || !statuses.every((status) => noRoom.includes(status))) return;
  const left = await run.share('sites of earlier runs', async () => {
    const { sites } = await prepare('the list', () =>
      listPage(scope, run.options.workspace, { limit: largestLimit(scope) }),
    );
    return sites.filter(
      ({ id, name }) => !run.ledger.sites.has(String(id).toLowerCase()) && isNameOfSomeRun(name),
    ).length;
  });
  if (left >= fewestLeft)
    throw new Inconclusive(
      `the target refuses all requests to ${operation} with ${statuses[0]}, and has ${left} sites of earlier runs: they may have used up its limit; use an emptier workspace to find out`,
    );
}
