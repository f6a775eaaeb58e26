/** What one part of the bench found. */
export interface Section {
  title: string;
  /** What was done, and what the numbers mean. */
  about: readonly string[];
  table: Table;
  goals: readonly GoalResult[];
}

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A number that the project has set itself, next to the one that was measured. */
export interface GoalResult {
  title: string;
  goal: { atLeast: number } | { atMost: number };
  /** Undefined when it could not be measured. */
  measured: number | undefined;
}

export function isMet({ goal, measured }: GoalResult): boolean {
  if (measured === undefined) return false;
  return 'atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost;
}
