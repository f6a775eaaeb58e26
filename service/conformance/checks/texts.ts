import { Inconclusive } from '../../../conformance/outcomes.ts';
import type { Failure } from '../../../conformance/results.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { createRandom, type Random } from '../../../contract/random.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import { formatValue, requireSuccess } from '../model/call.ts';
import { explainDifference } from '../model/compare.ts';
import type { Scope } from '../model/scope.ts';

export interface TextTrial {
  send: (text: string) => Promise<Sent>;
  /** Returns what the response shows in place of a text; if there are several places, one that differs. */
  read: (body: Record<string, unknown>, text: string) => unknown;
  pointer: string;
  /** Texts to send as they are. */
  complete?: readonly string[];
  /** Texts to send joined behind the prefix, and in halves if that is refused. */
  joined?: readonly string[];
  prefix?: string;
  /** Generates texts from the seed, so many. */
  generated?: { make: (random: Random) => string; runs: number };
  /** Whether a returned text counts as equal to the one sent. Default: only if they are identical. */
  isSame?: (sent: string, received: unknown) => boolean;
  accepted?: (text: string, sent: Sent) => void;
  /** Called when a text was returned changed. Later responses are then not separate failures. */
  changed?: () => void;
}

/** Maximum number of requests to find the parts that a strict target accepts. */
const mostParts = 100;

/**
 * Sends texts, and expects each accepted one to be returned as sent. A refusal is not a failure, since the interface does not
 * document rules for texts.
 */
export async function expectTextsToComeBack(scope: Scope, trial: TextTrial): Promise<void> {
  const { probes } = scope.run;
  const { complete = [], joined = [], prefix = '', generated } = trial;
  const picked = probes.pick(scope, `texts ${trial.pointer}`, complete);
  const { make = () => '', runs = 0 } = generated ?? {};
  const random = createRandom(scope.seed);
  const sampled = Array.from({ length: probes.count(runs) }, () => make(random));
  let accepted = 0;
  /** @returns whether the text was accepted */
  const tryText = async (text: string): Promise<boolean> => {
    const sent = await trial.send(text);
    if (!isSuccess(sent)) return false;
    accepted += 1;
    trial.accepted?.(text, sent);
    const failure = judge(scope, trial, text, sent);
    if (failure === undefined) return true;
    trial.changed?.();
    scope.fail(failure);
    throw new Changed();
  };
  try {
    for (const text of picked) await tryText(text);
    const waiting = joined.length === 0 ? [] : [joined];
    for (let count = 1; count <= mostParts && waiting.length > 0; count += 1) {
      const parts = waiting.shift() ?? [];
      if ((await tryText(prefix + parts.join(''))) || parts.length === 1) continue;
      const middle = Math.ceil(parts.length / 2);
      waiting.push(parts.slice(0, middle), parts.slice(middle));
    }
    for (const text of sampled) await tryText(text);
  } catch (error) {
    if (error instanceof Changed) return;
    throw error;
  }
  if (accepted === 0)
    throw new Inconclusive(
      'every text was refused; the interface does not document rules for texts',
    );
}

/** Ends the trials after the first text that comes back changed. */
class Changed extends Error {}

function judge(scope: Scope, trial: TextTrial, text: string, sent: Sent): Failure | undefined {
  const { isSame = Object.is, pointer, read } = trial;
  const json = sent.reply?.json;
  const body = isRecord(json) ? json : requireSuccess(scope.run, sent, 'a request with a text');
  const received = read(body, text);
  if (isSame(text, received)) return undefined;
  const change =
    typeof received === 'string'
      ? 'comes back changed'
      : 'was accepted, but the response does not contain it';
  return {
    message: `a text ${change}${explainDifference(text, received)}`,
    expected: formatValue(text),
    received: formatValue(received),
    ...(readAt(body, pointer) === received ? { pointer } : {}),
    exchange: scope.run.show(sent),
  };
}
