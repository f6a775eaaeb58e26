import type { WorkRequest } from '../works/work.ts';

/** Where a subject is started. */
export interface Place {
  port: number;
  /** An empty folder for it alone. */
  folder: string;
  /** The contract, with twenty sites in its example of a page. */
  document: string;
  /** What the mock answers to the work at hand, for subjects that answer a constant. */
  replies: string | undefined;
}

/** A server that is measured. */
export interface Subject {
  id: string;
  title: string;
  /** What it does of the work, for the reader of the numbers. */
  does: string;
  /** The package that it comes from; undefined for what is here. */
  package?: string;
  /** Ids of the works that it can do at all. */
  works: 'all' | readonly string[];
  /** Whether it keeps what is created, so that there has to be something to work on. */
  keepsState: boolean;
  /** What Node is started with. */
  toCommand(place: Place): readonly string[];
  /** The request for the same in its own words. */
  translate?(request: WorkRequest): WorkRequest;
}
