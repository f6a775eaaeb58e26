import fc from 'fast-check';
import { Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { describe } from '../engine/run.ts';
import { explainDifference } from '../engine/sites.ts';
import type { Sent } from '../engine/target.ts';

export interface TextTrial {
  /** Sends a text in a valid request. */
  send: (text: string) => Promise<Sent>;
  /** Where it stands in the answer. */
  read: (body: Record<string, unknown>) => unknown;
  pointer: string;
  texts: fc.Arbitrary<string>;
  runs: number;
  /** Told of each text that was accepted. */
  accepted?: (text: string) => void;
}

/**
 * Sends texts, and expects each that is accepted to come back as it was sent. A text that does not is made smaller for as
 * long as it still fails. A refusal is no failure: rules for texts are not shown.
 */
export async function expectTextsToComeBack(
  { run, fail, seed }: Scope,
  { send, read, pointer, texts, runs, accepted }: TextTrial,
): Promise<void> {
  let taken = 0;
  let worst: { text: string; sent: Sent; received: unknown } | undefined;
  const property = fc.asyncProperty(texts, async (text) => {
    const sent = await send(text);
    if (!isSuccess(sent)) return true;
    taken += 1;
    accepted?.(text);
    const json = sent.reply?.json;
    const received = typeof json === 'object' && json !== null ? read({ ...json }) : undefined;
    if (received === text) return true;
    worst = { text, sent, received };
    return false;
  });
  await fc.check(property, { seed, numRuns: runs, endOnFailure: false, maxSkipsPerRun: 1 });
  if (worst !== undefined) {
    fail({
      message: `a text comes back changed${explainDifference(worst.text, worst.received)}`,
      expected: describe(worst.text),
      received: describe(worst.received),
      pointer,
      exchange: run.show(worst.sent),
    });
  } else if (taken === 0) {
    throw new Inconclusive('every text was refused; rules for texts are not shown');
  }
}
