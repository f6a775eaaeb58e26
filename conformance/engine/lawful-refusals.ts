import type { OperationId } from '../../contract/index.ts';
import { Inconclusive, type Scope } from './check.ts';
import { isSuccess, type JournalEntry } from './journal.ts';
import { matchNames } from './names.ts';
import { wait } from './pace.ts';
import { type Call, call, fillPath, findOperation } from './run.ts';
import type { Sent } from './target.ts';

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
 * @param taken how many were taken where this one is refused
 */
export async function isFull(
  scope: Scope,
  what: { operation: OperationId; path: Readonly<Record<string, string>>; taken: number },
  enter: (sent: Sent, body: unknown) => void,
): Promise<boolean> {
  const { run } = scope;
  const first = findPlainest(scope, what.operation, what.path);
  if (what.taken < leastTaken || first === undefined) return false;
  const place = first.sent.request.path;
  const known = quotas.get(run) ?? new Map<string, number>();
  quotas.set(run, known);
  const accepted = known.get(place) ?? 0;
  if (accepted === full) return true;
  if (accepted >= mostRepeats) return false;
  const body = renew(scope, first.sent);
  const again = await call(scope, {
    operation: what.operation,
    path: what.path,
    body,
    intent: 'probe',
  });
  known.set(place, isRefused(again) ? full : (known.get(place) ?? 0) + 1);
  if (isSuccess(again)) enter(again, body);
  return isRefused(again);
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
  if (await isFull(scope, what, enter))
    throw new Inconclusive(
      `the target takes no more ${noun}: it refuses what it took before in this run; limits are not shown`,
    );
}

/** The shortest request that was accepted at a path, and that carries a name of this run. */
function findPlainest(
  { run }: Scope,
  id: OperationId,
  path: Readonly<Record<string, string>>,
): JournalEntry | undefined {
  const wanted = fillPath(findOperation(run.contract, id), path);
  return run.journal.entries
    .filter(
      ({ operation, intent, sent }) =>
        operation.id === id &&
        (intent === 'valid' || intent === 'probe') &&
        sent.request.path === wanted &&
        isSuccess(sent) &&
        run.isOwnName(toText(sent)),
    )
    .sort((one, other) => toText(one.sent).length - toText(other.sent).length)
    .at(0);
}

/** The same request under a name that was not sent before. */
function renew(scope: Scope, sent: Sent): unknown {
  const name = scope.unique();
  const text = toText(sent).replaceAll(matchNames(scope.run.options.seed), (old) =>
    old === old.toLowerCase() ? name.toLowerCase() : name,
  );
  return JSON.parse(text);
}

function toText({ request: { body } }: Sent): string {
  return new TextDecoder().decode(body);
}
