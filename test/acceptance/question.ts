/** The server under judgement. */
export interface AcceptanceTarget {
  /** Where the server listens, `http://host:port` with an optional base path and no trailing slash. */
  baseUrl: string;
  /** The key that the server accepts. */
  apiKey: string;
  /** A workspace that exists. */
  workspace: string;
  /** A second workspace that exists. */
  otherWorkspace: string;
  /** The largest request body that the server reads, in bytes. Default: 1 MiB. */
  bodyLimit?: number;
  /** How long an answer may take, in milliseconds, before it counts as a hang. Default: 60000. */
  patience?: number;
}

/** One question: `ask` throws when the answer is wrong. */
export interface Question {
  /** Permanent and readable: `<family>/<slug>`. */
  id: string;
  /** What holds, as a plain sentence. */
  title: string;
  ask(target: AcceptanceTarget): Promise<void>;
}

export const patienceOf = (target: AcceptanceTarget): number => target.patience ?? 60_000;

export const bodyLimitOf = (target: AcceptanceTarget): number => target.bodyLimit ?? 1_048_576;
