import type { OperationId } from '../../contract/index.ts';
import { isRecord } from '../data/json-path.ts';
import { Inconclusive, type Scope } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { wait } from '../runner/pace.ts';
import { type Call, call, fillPath, findOperation } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { matchNames } from './names.ts';

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
    const again = await call(scope, { operation, path, body, intent: 'probe' });
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
  if (await isFull(scope, what, enter))
    throw new Inconclusive(
      `the target accepts no more ${noun}: it refuses what it accepted earlier in this run; the interface does not document limits`,
    );
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
    if (parse(text) === undefined) continue;
    const fields = toFields(text);
    const known = byFields.get(fields);
    if (known === undefined || toText(known).length > text.length) byFields.set(fields, sent);
  }
  return [...byFields.values()];
}

/** The fields of a body that say anything. */
function toFields(text: string): string {
  const body = parse(text);
  return Object.entries(isRecord(body) ? body : {})
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([field]) => field)
    .sort()
    .join(' ');
}

/** The same request under a name that was not sent before. */
function renew(scope: Scope, sent: Sent): unknown {
  const name = scope.unique();
  const text = toText(sent).replaceAll(matchNames(scope.run.mark), (old) =>
    old === old.toLowerCase() ? name.toLowerCase() : name,
  );
  return JSON.parse(text);
}

function toText({ request: { body } }: Sent): string {
  return new TextDecoder().decode(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
