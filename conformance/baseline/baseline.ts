/** Failures that are known: each fails no run until its date. `spec/baseline.schema.json` describes the file. */
export interface Baseline {
  failures: readonly KnownCheck[];
}

export interface KnownCheck {
  /** Id of the check that fails. */
  check: string;
  /** Why, and who mends it. */
  reason: string;
  /** ISO 8601 date: the last day on which the failure is accepted. */
  expires: string;
}

/** A calendar date, `2026-02-30` is none. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
