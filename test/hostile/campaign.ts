/** The results of a part of the campaign, for the table in docs/reliability.md. */
export interface PartResult {
  /** One row for each measurement. */
  rows: { what: string; how: string; result: string }[];
  findings: Finding[];
}

/** A violation. */
export interface Finding {
  part: PartName;
  what: string;
  /** The options that reproduce it. */
  again: string;
}

export const partNames = ['fuzz', 'kill', 'soak', 'store', 'targets'] as const;
export type PartName = (typeof partNames)[number];

/** The duration and the intensity of the campaign. */
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
  targets: string;
  /** Hostile targets that respond correctly at first. */
  late: boolean;
}

export function toAgain(part: PartName, options: Record<string, string | number>): string {
  const flags = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  return ['npm run hostile --', '--only', part, ...flags].join(' ');
}

/** Returns the quantile of the values for this share. */
export function toQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const toMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
