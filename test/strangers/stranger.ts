import type { StartedServer } from '../../cli/gate/run-referee.ts';

/** A public mock server that nobody here wrote, serving the contract. */
export interface Stranger {
  id: string;
  /** Name and version, and how it was started. */
  title: string;
  /** What it does by design, in one or two sentences. */
  about: string;
  start(): Promise<StartedServer>;
  /** Checks that are left out, since what they send ends the server: nothing could be said of it afterwards. */
  without?: { checks: RegExp; because: string };
  /** Why what the suite says of it is true, judged by hand. The first one that fits a failure explains it. */
  causes: readonly Cause[];
}

export interface Cause {
  /** What the server does; what the suite says follows from it. */
  because: string;
  /** Ids of the checks that fail for it. */
  checks: RegExp;
  /** Their messages. Default: any. */
  messages?: RegExp;
}
