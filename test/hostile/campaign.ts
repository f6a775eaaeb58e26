import { createRandom, deriveSeed, type Random } from '../../contract/random.ts';

/** The duration and the intensity of a campaign. */
export interface CampaignOptions {
  seed: number;
  /** Number of requests of the fuzzer. */
  requests: number;
  /** The first request: reproduces a finding. */
  first: number;
  /** How often the mock is killed. */
  kills: number;
  /** Number of sites in the state file before the last kills. */
  sites: number;
  /** Minutes of the soak test, and of the attack on mocks that share a store. */
  minutes: number;
  /** Only hostile targets with this text in the title. */
  match: string;
  /** Hostile targets that respond correctly at first. */
  late: boolean;
}

/** What a part of the campaign gets. */
export interface Bench extends CampaignOptions {
  /** A folder that is removed afterwards. */
  folder: string;
  /** Reports a violation, with the options that reproduce it in addition to the seed. */
  addFinding(what: string, again?: Readonly<Record<string, string | number>>): void;
  /** Number of violations so far. */
  findings(): number;
  createRandom(purpose: string): Random;
}

/** A measurement, for the table in docs/reliability.md. */
export interface Row {
  what: string;
  how: string;
  result: string;
}

export type Part = (bench: Bench) => Promise<Row[]>;

export const toRandom =
  (seed: number) =>
  (purpose: string): Random =>
    createRandom(deriveSeed(seed, purpose));

/** Returns the quantile of the values for this share. */
export function toQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How often each value occurs, the most frequent first, as `value: count, …`. */
export function tally(values: readonly (string | number | null)[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const sorted = [...counts].toSorted((left, right) => right[1] - left[1]);
  return sorted.map(([value, count]) => `${value}: ${count}`).join(', ');
}

export const toMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for a condition, at most five minutes. Returns whether it was met. */
export async function settles(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + 300_000;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(100);
  }
  return true;
}
