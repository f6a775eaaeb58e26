/** What a part of the campaign found out, for the table in docs/reliability.md. */
export interface PartResult {
  /** One line for each thing that was measured. */
  rows: { what: string; how: string; result: string }[];
  findings: Finding[];
}

/** Something that must not happen. */
export interface Finding {
  part: PartName;
  what: string;
  /** The options that bring it about again. */
  again: string;
}

export const partNames = ['bodies', 'fuzz', 'kill', 'soak', 'store', 'targets'] as const;
export type PartName = (typeof partNames)[number];

/** How long and how hard the campaign attacks. */
export interface CampaignOptions {
  seed: number;
  /** The requests of the fuzzer. */
  requests: number;
  /** Begin with this request: reproduces a finding. */
  first: number;
  /** How often the mock is killed. */
  kills: number;
  /** How many sites the state file holds before the last kills. */
  sites: number;
  /** Minutes of the soak, and of the attack on mocks with one store. */
  minutes: number;
  /** Bytes of a poisonous body. */
  size: number;
  /** Only poisonous bodies whose title contains it. */
  bodies: string;
  /** Only hostile targets whose title contains it. */
  targets: string;
  /** Hostile targets that answer well at first. */
  late: boolean;
}

export function toAgain(part: PartName, options: Record<string, string | number>): string {
  const flags = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  return ['npm run hostile --', '--only', part, ...flags].join(' ');
}

/** The value below which this share of the values lies. */
export function toQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const toMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
