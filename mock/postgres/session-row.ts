import type { Row } from './driver.ts';

/** What a session keeps beside its resources: small, and read as a whole. */
export interface SessionControl {
  /** Milliseconds by which the clock is ahead of the machine's. */
  offset: number;
  /** Where the clock stands, in milliseconds since 1970; null while it goes on. */
  frozenAt: number | null;
  /** Webhooks whose receivers answered 410. */
  disabled: readonly string[];
}

/** A session as the database has it. Numbers of 64 bits are kept as text. */
export interface SessionRow {
  name: string;
  epoch: string;
  version: string;
  /** The version of the fault rules of all sessions. */
  faults: string;
  hasFaults: boolean;
  seed: number;
  control: SessionControl;
  createdAt: number;
  /** Milliseconds since a mock last noted that the session was used. */
  unusedForMs: number;
}

export const initialControl: SessionControl = { offset: 0, frozenAt: null, disabled: [] };

export function readControl(row: Row): SessionControl {
  return { ...initialControl, ...JSON.parse(String(row['control'])) };
}

export function toSessionRow(row: Row): SessionRow {
  return {
    name: String(row['name']),
    epoch: String(row['epoch']),
    version: String(row['version']),
    faults: String(row['faults']),
    hasFaults: row['has_faults'] === true,
    seed: Number(row['seed']),
    control: readControl(row),
    createdAt: Number(row['created_at']),
    unusedForMs: Number(row['unused_for']),
  };
}

/** Names the rows of one life of a session; never the same again. */
export function createEpoch(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String((high & 0x1fffff) * 2 ** 32 + low);
}
