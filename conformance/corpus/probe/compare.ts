import { createProbeClient, type ProbeAnswer, type ProbeTarget } from './client.ts';
import { runScript } from './script.ts';
import { createNormaliser, toSignature } from './signature.ts';

/** Everything that one target answers to the script. */
export async function recordScript(target: ProbeTarget): Promise<readonly string[]> {
  const client = createProbeClient(target);
  const normalise = createNormaliser(target.workspaceIds);
  const signatures: string[] = [];
  for await (const answer of runScript(client)) signatures.push(toSignature(answer, normalise));
  client.close();
  return signatures;
}

export interface Difference {
  /** The position in the script. */
  readonly step: number;
  readonly expected: string;
  readonly received: string;
  readonly answer: ProbeAnswer;
}

/** Runs the script until the first answer that differs from the recorded ones. */
export async function findDifference(
  target: ProbeTarget,
  recorded: readonly string[],
): Promise<Difference | undefined> {
  const client = createProbeClient(target);
  const normalise = createNormaliser(target.workspaceIds);
  let step = 0;
  try {
    for await (const answer of runScript(client)) {
      const received = toSignature(answer, normalise);
      const expected = recorded[step] ?? 'nothing';
      if (received !== expected) return { step, expected, received, answer };
      step += 1;
    }
  } finally {
    client.close();
  }
  return undefined;
}
