import type { LoadGenerator } from './load/load.ts';
import type { Placement } from './machine/pin.ts';
import type { Subject } from './subjects/subject.ts';

/** How much is done for each number. */
export interface Effort {
  rounds: number;
  /** How many times as many rounds are measured at most, to find as many quiet ones. */
  patience: number;
  /** Of load, in each round. */
  seconds: number;
  /** Of load before the first round. */
  warmUpSeconds: number;
  /**
   * The same for servers that are compared by their rates. What the host of a virtual machine takes changes within
   * seconds: many short rounds meet all of them alike, where it decides the median of a few long ones.
   */
  byRate: Pick<Effort, 'rounds' | 'seconds'>;
  connections: number;
  /** Starts of each server, for what is measured at the start. */
  starts: number;
  /** How many sites a workspace is filled with. */
  sizes: readonly number[];
  suiteRuns: number;
}

/** What every section is given. */
export interface Context {
  placement: Placement | undefined;
  load: LoadGenerator;
  /** Those that can be had here. */
  subjects: readonly Subject[];
  effort: Effort;
  /** Whether a work or another part was asked for, by its id. */
  isSelected(id: string): boolean;
  /** A folder for this run alone. */
  folder: string;
  /** The contract with twenty sites in its example of a page. */
  document: string;
  note(line: string): void;
}

export const wholeEffort: Effort = {
  rounds: 5,
  patience: 2,
  seconds: 2,
  warmUpSeconds: 3,
  byRate: { rounds: 10, seconds: 1 },
  connections: 50,
  starts: 11,
  sizes: [10_000, 100_000, 1_000_000],
  suiteRuns: 3,
};

/** For a look while one works: about a minute. */
export const quickEffort: Effort = {
  rounds: 2,
  patience: 1,
  seconds: 1,
  warmUpSeconds: 1,
  byRate: { rounds: 2, seconds: 1 },
  connections: 50,
  starts: 3,
  sizes: [10_000, 100_000],
  suiteRuns: 1,
};
