import type { OperationId } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { wait } from '../runner/pace.ts';
import { type Call, call, fillPath, findOperation, probe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { parseJson } from './ledger.ts';
import { isNameOfSomeRun, matchNames, toLettersAlone } from './names.ts';
import type { Scope } from './scope.ts';
import { largestLimit, listPage } from './workspace.ts';

export function isRefused({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 400 && reply.status < 500 && reply.status !== 429;
}

/** How often a write is repeated that met another one. */
const repeats = 4;

/**
 * Sends a write that has to be accepted. Of two that meet at one record a target may refuse one (409 Conflict, 423 Locked):
 * that is repeated when the other has had its time, and judged then.
 */
export async function callAlone(scope: Scope, request: Call): Promise<Sent> {
  let sent = await call(scope, request);
  for (let round = 1; round <= repeats && isCollision(sent); round += 1) {
    await wait(round * Math.max(15, 2 * sent.durationMs));
    sent = await call(scope, request);
  }
  return sent;
}

function isCollision({ reply }: Sent): boolean {
  return reply?.status === 409 || reply?.status === 423;
}

/** A target that has taken fewer than this is not full: there are rules, and there is a service that does not work. */
const leastTaken = 2;

/** A request that is repeated to see whether the target is full creates something where it is not. */
const mostRepeats = 2;

/**
 * Where the target takes no more of what it took before in this run, there is a quota, which is not shown.
 *
 * @param what the creation that is refused, and how many of its kind were taken in the same place
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

/** By run and path, how often a repeated request was accepted. */
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

/** Statuses that say that there is no room, or may say so, and not that a request is wrong. */
const noRoom = [402, 403, 409, 423];

/** Fewer sites than this may have such a name by chance. */
const fewestLeft = 2;

/**
 * Earlier runs may have used up what a target takes. It refuses all creations at a place for another reason than what they
 * say, and the list still shows sites of those runs.
 *
 * @returns how many sites of earlier runs the list shows, and with what the creations are refused; undefined otherwise
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

/** The shortest request with each set of fields that was accepted at a path, and that carries a name of this run. */
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

/** The fields of a body that say anything. */
function toFields(text: string): string {
  const body = parseJson(text);
  return Object.entries(isRecord(body) ? body : {})
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([field]) => field)
    .sort()
    .join(' ');
}

/** The same request under a name that was not sent before, without digits where it had none. */
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
