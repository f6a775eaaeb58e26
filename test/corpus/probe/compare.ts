import type { Deviation, ServiceOptions } from '../service/service.ts';
import { startService } from '../service/start-service.ts';
import { createProbeClient, type ProbeAnswer, type ProbeClient } from './client.ts';
import { likelyParts, scriptParts } from './script/index.ts';
import { createSession } from './script/session.ts';
import { createNormaliser, toSignature } from './signature.ts';

export const probeOptions: ServiceOptions = {
  apiKey: 'sk_Live_a1B2c3D4e5F6g7H8',
  workspaceIds: ['6f2c1e1a-58c2-4c1f-9a54-0d6c2b0f7a11', 'b3a8d3f4-2f0b-4f63-8f0e-93f1f5f4a922'],
};

/** Starts a service for the duration of one conversation. */
export async function withService<T>(
  deviations: readonly Deviation[],
  talk: (client: ProbeClient) => Promise<T>,
): Promise<T> {
  const service = await startService(probeOptions, deviations);
  const client = createProbeClient({ url: service.url, ...probeOptions });
  try {
    return await talk(client);
  } finally {
    client.close();
    await service.close();
  }
}

export type Recording = ReadonlyMap<string, readonly string[]>;

/** Calls back with each response to one part of the script, until the callback stops it. */
async function play(
  deviations: readonly Deviation[],
  part: string,
  hear: (signature: string, answer: ProbeAnswer) => 'go on' | 'stop',
): Promise<void> {
  const normalise = createNormaliser(probeOptions.workspaceIds);
  await withService(deviations, async (client) => {
    const answers = scriptParts[part]?.(createSession(client)) ?? [];
    for await (const answer of answers) {
      if (hear(toSignature(answer, normalise), answer) === 'stop') return;
    }
  });
}

/** Records all responses of a service to the script, by part. */
export async function recordScript(deviations: readonly Deviation[] = []): Promise<Recording> {
  const recording = new Map<string, string[]>();
  for (const part of Object.keys(scriptParts)) {
    const signatures: string[] = [];
    await play(deviations, part, (signature) => {
      signatures.push(signature);
      return 'go on';
    });
    recording.set(part, signatures);
  }
  return recording;
}

export interface Difference {
  readonly part: string;
  readonly step: number;
  readonly expected: string;
  readonly received: string;
}

export interface DifferenceOptions {
  /** Its most relevant part of the script runs first. */
  readonly family: string;
  /** Selects the compared part of each response. Default: all of it. */
  readonly see?: (signature: string) => string;
}

/** Returns the first response that differs from the recording. */
export async function findDifference(
  deviations: readonly Deviation[],
  recording: Recording,
  { family, see = (signature) => signature }: DifferenceOptions,
): Promise<Difference | undefined> {
  const likely = likelyParts[family] ?? 'sites';
  for (const part of new Set([likely, ...Object.keys(scriptParts)])) {
    const recorded = recording.get(part) ?? [];
    let difference: Difference | undefined;
    let step = 0;
    await play(deviations, part, (received) => {
      const expected = recorded[step] ?? 'nothing';
      if (see(received) !== see(expected)) difference = { part, step, expected, received };
      step += 1;
      return difference ? 'stop' : 'go on';
    });
    if (difference) return difference;
  }
  return undefined;
}
