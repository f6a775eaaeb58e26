import type { LoadGenerator } from './load/load.ts';
import type { Placement } from './machine/pin.ts';
import type { Subject } from './subjects/subject.ts';

/** The amount of work for each measurement. */
export interface Effort {
  rounds: number;
  /** Maximum number of rounds to find enough quiet ones, as a multiple of `rounds`. */
  patience: number;
  /** Duration of the load in each round. */
  seconds: number;
  /** Duration of the load before the first round. */
  warmUpSeconds: number;
  /**
   * The same for servers that are compared by their rates. The load on a virtual machine's host changes within seconds.
   * Many short rounds share it equally, but it can determine the median of a few long ones.
   */
  byRate: Pick<Effort, 'rounds' | 'seconds'>;
  connections: number;
  /** Number of starts of each server. */
  starts: number;
  /** Numbers of sites in a workspace. */
  sizes: readonly number[];
  suiteRuns: number;
}

/** The input of every section. */
export interface Context {
  placement: Placement | undefined;
  load: LoadGenerator;
  /** The available subjects. */
  subjects: readonly Subject[];
  effort: Effort;
  /** Whether a work or a section was selected, by its id. */
  isSelected(id: string): boolean;
  /** A folder for this run only. */
  folder: string;
  /** The contract with twenty sites in the example of its list. */
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

/** For a quick check during development: about a minute. */
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
