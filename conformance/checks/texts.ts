import fc from 'fast-check';
import type { Scope } from '../model/scope.ts';
import { explainDifference } from '../model/site-differences.ts';
import { type Failure, Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { describe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

export interface TextTrial {
  send: (text: string) => Promise<Sent>;
  read: (body: Record<string, unknown>) => unknown;
  pointer: string;
  /** The places of the texts in the list that `read` returns if they differ. */
  places?: readonly string[];
  whole?: readonly string[];
  /** Texts to send joined, and in halves if that is refused. */
  joined?: readonly string[];
  /** Prefix of the joined texts. */
  prefix?: string;
  /** Texts generated from the seed, and their number. */
  generated?: { texts: fc.Arbitrary<string>; runs: number };
  /** Whether a returned text counts as equal to the one sent. Default: only if they are identical. */
  isSame?: (sent: string, received: unknown) => boolean;
  accepted?: (text: string) => void;
  /** Called when a text was returned changed. Later responses are then not separate failures. */
  changed?: () => void;
}

interface Change {
  text: string;
  sent: Sent;
  received: unknown;
  /** Length of the text that failed first, if this one was found by shrinking it. */
  shrunkFrom?: number;
}

/** Maximum number of requests to shrink a text. Each one is a write. */
const mostAttempts = 200;

/** Maximum number of requests to find the parts that a strict target accepts. */
const mostRefusals = 100;

/**
 * Sends texts, and expects each accepted one to be returned as sent. Shrinks a text that was changed, as long as it still
 * fails. A refusal is not a failure, since the interface does not document rules for texts.
 */
export async function expectTextsToComeBack(scope: Scope, trial: TextTrial): Promise<void> {
  const { fail, seed } = scope;
  const { joined = [], prefix = '', generated } = trial;
  const { probes } = scope.run;
  const whole = probes.pick(scope, `texts ${trial.pointer}`, trial.whole ?? []);
  const tally = { taken: 0 };
  const attempt = (text: string) => tryText(trial, text, tally);
  const change =
    (await findFirst(whole, attempt)) ??
    (await tryJoined(prefix, joined, attempt)) ??
    (generated === undefined
      ? undefined
      : await tryGenerated({ ...generated, runs: probes.count(generated.runs) }, seed, attempt));
  if (change !== undefined) {
    trial.changed?.();
    fail(toFailure(scope, ...locate(change, trial)));
  } else if (tally.taken === 0) {
    throw new Inconclusive(
      'every text was refused; the interface does not document rules for texts',
    );
  }
}

/**
 * Shrinks a text that an unrepeatable request returned changed, with a request that can be repeated. Reports the shortest
 * text that still fails there, or nothing if none does.
 */
export async function explainByLeastText(
  scope: Scope,
  text: string,
  trial: Pick<TextTrial, 'send' | 'read' | 'pointer'>,
): Promise<void> {
  const attempt = (part: string) => tryText(trial, part, { taken: 0 });
  const found = await attempt(text);
  if (typeof found === 'object')
    scope.fail(toFailure(scope, await shrink('', [text], found, attempt), trial.pointer));
}

/** Finds the first place that does not contain the text, and what it contains. */
function locate(change: Change, { places, pointer }: TextTrial): [change: Change, pointer: string] {
  const { text, received } = change;
  if (places === undefined || !Array.isArray(received)) return [change, pointer];
  const at = received.findIndex((one) => one !== text);
  return at < 0
    ? [change, pointer]
    : [{ ...change, received: received[at] }, places[at] ?? pointer];
}

function toFailure(
  { run }: Scope,
  { text, sent, received, shrunkFrom }: Change,
  pointer: string,
): Failure {
  const least =
    shrunkFrom === undefined ? '' : `; shrunk from ${shrunkFrom} characters to ${[...text].length}`;
  const json = sent.reply?.json;
  // A response without fields does not count as one that lacks this field.
  if (typeof json !== 'object' || json === null) requireSuccess(run, sent, 'a request with a text');
  const isText = typeof received === 'string';
  const found = isText
    ? 'comes back changed'
    : 'was accepted, but the response does not contain it';
  return {
    message: `a text ${found}${explainDifference(text, received)}${least}`,
    expected: describe(text),
    received: describe(received),
    pointer,
    exchange: run.show(sent),
  };
}

/** Undefined if the text was returned unchanged, `refused` if it was not accepted. */
type Attempt = (text: string) => Promise<Change | 'refused' | undefined>;

async function tryText(
  { send, read, accepted, isSame = Object.is }: TextTrial,
  text: string,
  tally: { taken: number },
): Promise<Change | 'refused' | undefined> {
  const sent = await send(text);
  if (!isSuccess(sent)) return 'refused';
  tally.taken += 1;
  accepted?.(text);
  const json = sent.reply?.json;
  const received = typeof json === 'object' && json !== null ? read({ ...json }) : undefined;
  return isSame(text, received) ? undefined : { text, sent, received };
}

async function findFirst(texts: readonly string[], attempt: Attempt): Promise<Change | undefined> {
  for (const text of texts) {
    const outcome = await attempt(text);
    if (typeof outcome === 'object') return outcome;
  }
  return undefined;
}

/** If the joined texts are refused, tries each half, the largest parts first. */
async function tryJoined(
  prefix: string,
  joined: readonly string[],
  attempt: Attempt,
): Promise<Change | undefined> {
  const waiting = joined.length === 0 ? [] : [joined];
  for (let attempts = 1; attempts <= mostRefusals; attempts += 1) {
    const parts = waiting.shift();
    if (parts === undefined) return undefined;
    const outcome = await attempt(prefix + parts.join(''));
    if (typeof outcome === 'object') return shrink(prefix, parts, outcome, attempt);
    if (outcome === undefined || parts.length === 1) continue;
    const middle = Math.ceil(parts.length / 2);
    waiting.push(parts.slice(0, middle), parts.slice(middle));
  }
  return undefined;
}

/** Removes parts, and then characters, as long as the text is still returned changed. */
async function shrink(
  prefix: string,
  parts: readonly string[],
  found: Change,
  attempt: Attempt,
): Promise<Change> {
  let smallest = found;
  let kept = parts;
  let attempts = 0;
  /**
   * Removes `size` neighbours at a time.
   * @returns false after too many attempts
   */
  const leaveOut = async (size: number): Promise<boolean> => {
    for (let at = 0; at < kept.length && kept.length > 1; ) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      attempts += 1;
      if (attempts > mostAttempts) return false;
      const outcome = rest.length === 0 ? undefined : await attempt(prefix + rest.join(''));
      if (typeof outcome === 'object') {
        smallest = { ...outcome, shrunkFrom: [...found.text].length };
        kept = rest;
      } else at += size;
    }
    return true;
  };
  const halve = (size: number): number => (size === 1 ? 0 : Math.ceil(size / 2));
  for (const split of [
    (list: readonly string[]) => list,
    (list: readonly string[]) => [...list.join('')],
  ]) {
    kept = split(kept);
    for (let size = Math.ceil(kept.length / 2); size >= 1; size = halve(size))
      if (!(await leaveOut(size))) return smallest;
  }
  return smallest;
}

async function tryGenerated(
  { texts, runs }: { texts: fc.Arbitrary<string>; runs: number },
  seed: number,
  attempt: Attempt,
): Promise<Change | undefined> {
  let worst: Change | undefined;
  const property = fc.asyncProperty(texts, async (text) => {
    const outcome = await attempt(text);
    if (typeof outcome !== 'object') return true;
    worst = outcome;
    return false;
  });
  await fc.check(property, { seed, numRuns: runs });
  return worst;
}
