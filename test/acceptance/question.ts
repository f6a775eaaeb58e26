/** The tested server. */
export interface AcceptanceTarget {
  /** The URL of the server, `http://host:port` with an optional base path and no trailing slash. */
  baseUrl: string;
  /** An accepted key. */
  apiKey: string;
  /** An existing workspace. */
  workspace: string;
  /** A second existing workspace. */
  otherWorkspace: string;
  /** The largest request body that the server accepts, in bytes. Default: 1 MiB. */
  bodyLimit?: number;
  /** The timeout of a response, in milliseconds. Default: 60000. */
  patience?: number;
}

/** One question: `ask` throws if the response is wrong. */
export interface Question {
  /** Permanent and readable: `<family>/<slug>`. */
  id: string;
  /** The requirement, as a plain sentence. */
  title: string;
  ask(target: AcceptanceTarget): Promise<void>;
}

export const patienceOf = (target: AcceptanceTarget): number => target.patience ?? 60_000;

export const bodyLimitOf = (target: AcceptanceTarget): number => target.bodyLimit ?? 1_048_576;
