import type { OperationId } from '../../contract/index.ts';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../results.ts';
import { wait } from '../runner/halt.ts';
import { isSuccess } from '../runner/journal.ts';
import { type Call, call, fillPath, findOperation, probe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { isNameOfSomeRun, matchNames, toLettersAlone } from './names.ts';
import type { Scope } from './scope.ts';
import { largestLimit, listPage } from './workspace.ts';

export function isRefused({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
}

/** Maximum number of retries of a write that conflicts with a concurrent write. */
const repeats = 4;

/**
 * Sends a write that must be accepted. A target may refuse one of two concurrent writes to a record (409 Conflict, 423
 * Locked): such a write is repeated later, and only that response counts.
 */
export async function callAlone(scope: Scope, request: Call): Promise<Sent> {
  let sent = await call(scope, request);
  const isCollision = () => [409, 423].includes(sent.reply?.status ?? 0);
  for (let round = 1; round <= repeats && isCollision(); round += 1) {
    await wait(round * Math.max(15, 2 * sent.durationMs));
    sent = await call(scope, request);
  }
  return sent;
}

/** A target that has accepted fewer records than this is not full. Other rules apply, or the service does not work. */
const leastTaken = 2;

/** Limits repeated requests, because each creates a record if the target is not full. */
const mostRepeats = 2;

/**
 * Whether the target has reached an undocumented quota: it no longer accepts what it accepted earlier in this run.
 *
 * @param what the refused creation, and how many similar ones were accepted in the same place
 */
export async function isFull(
  scope: Scope,
  what: { operation: OperationId; path: Readonly<Record<string, string>>; taken: number },
  enter: (sent: Sent, body: unknown) => void,
): Promise<boolean> {
  const { run } = scope;
  const examples = listExamples(scope, what.operation, what.path);
  const place = examples[0]?.request.path;
  if (what.taken < leastTaken || place === undefined) return false;
  const known = quotas.get(run) ?? new Map<string, number>();
  quotas.set(run, known);
  const accepted = known.get(place) ?? 0;
  if (accepted === full) return true;
  if (accepted >= mostRepeats) return false;
  for (const example of examples) {
    const body = renew(scope, example);
    const { operation, path } = what;
    const again = await probe(scope, { operation, path, body });
    if (isRefused(again)) continue;
    known.set(place, (known.get(place) ?? 0) + 1);
    if (isSuccess(again)) enter(again, body);
    return false;
  }
  known.set(place, full);
  return true;
}

/** How often a repeated request was accepted, by run and path. */
const quotas = new WeakMap<object, Map<string, number>>();
const full = Number.POSITIVE_INFINITY;

export async function expectRoom(
  scope: Scope,
  noun: string,
  what: Parameters<typeof isFull>[1],
  enter: Parameters<typeof isFull>[2],
): Promise<void> {
  const usedUp = what.taken === 0 ? await findUsedUp(scope, what) : undefined;
  if (usedUp !== undefined)
    throw new Inconclusive(
      `the target refuses all ${noun} with ${usedUp.status}, and has ${usedUp.left} sites of earlier runs: they may have used up its limit; use an emptier workspace to find out`,
    );
  if (await isFull(scope, what, enter))
    throw new Inconclusive(
      `the target accepts no more ${noun}: it refuses what it accepted earlier in this run; the interface does not document limits`,
    );
}

/** Statuses that can mean "no room left" rather than an invalid request. */
const noRoom = [402, 403, 409, 423];

/** Fewer matching sites than this may be a coincidence. */
const fewestLeft = 2;

/**
 * Checks whether earlier runs may have used up a limit of the target: it refuses all creations in this place, for a reason
 * other than their content, and the list still shows sites of those runs.
 *
 * @returns how many sites of earlier runs the list shows, and the status of the refusals; otherwise undefined
 */
export async function findUsedUp(
  scope: Pick<Scope, 'run' | 'check'>,
  { operation, path }: { operation: OperationId; path: Readonly<Record<string, string>> },
): Promise<{ left: number; status: number } | undefined> {
  const { run } = scope;
  const wanted = fillPath(findOperation(run.contract, operation), path);
  const statuses = run.journal.entries
    .filter(({ intent, sent }) => intent === 'valid' && sent.request.path === wanted)
    .filter((entry) => entry.operation.id === operation)
    .map(({ sent }) => sent.reply?.status ?? 0);
  const [status = 0] = statuses;
  if (statuses.length < 2 || !statuses.every((one) => noRoom.includes(one))) return undefined;
  const left = await run.share('sites of earlier runs', async () => {
    const { ids, sites } = await listPage(scope, run.options.workspace, {
      limit: largestLimit(scope),
    });
    const own = new Set(ids.filter((id) => run.ledger.sites.has(id)));
    return sites.filter(({ id, name }) => !own.has(String(id)) && isNameOfSomeRun(name)).length;
  });
  return left < fewestLeft ? undefined : { left, status };
}

/** For each set of fields that was accepted at a path, the shortest request that contains a name of this run. */
function listExamples(
  { run }: Scope,
  id: OperationId,
  path: Readonly<Record<string, string>>,
): Sent[] {
  const wanted = fillPath(findOperation(run.contract, id), path);
  const byFields = new Map<string, Sent>();
  for (const { operation, intent, sent } of run.journal.entries) {
    if (operation.id !== id || (intent !== 'valid' && intent !== 'probe')) continue;
    const text = toText(sent);
    if (sent.request.path !== wanted || !isSuccess(sent) || !run.isOwnName(text)) continue;
    if (parseJson(text) === undefined) continue;
    const fields = toFields(text);
    const known = byFields.get(fields);
    if (known === undefined || toText(known).length > text.length) byFields.set(fields, sent);
  }
  return [...byFields.values()];
}

/** The non-empty fields of a body. */
function toFields(text: string): string {
  const body = parseJson(text);
  return Object.entries(isRecord(body) ? body : {})
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([field]) => field)
    .sort()
    .join(' ');
}

/** Copies a request with a new name, without digits if the old name had none. */
function renew(scope: Scope, sent: Sent): unknown {
  const name = scope.unique();
  const letters = toLettersAlone(name);
  const text = toText(sent).replaceAll(matchNames(scope.run.mark), (old) => {
    const renewed = /\d/.test(old) ? name : letters;
    return old === old.toLowerCase() ? renewed.toLowerCase() : renewed;
  });
  return JSON.parse(text);
}

function toText({ request: { body } }: Sent): string {
  return new TextDecoder().decode(body);
}
