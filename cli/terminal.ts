/** What is read of an output stream to decide about colour, progress and width. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  /** The file descriptor of a stream of the process. */
  fd?: number;
  /** Bytes that wait to be read. */
  writableLength?: number;
}

/**
 * Whether a stream takes colour: on a terminal that is not dumb. `NO_COLOR` (no-color.org) and `CI` say no, and
 * `FORCE_COLOR` has the last word (`0` and `false` say no).
 */
export function usesColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (isSet(environment['NO_COLOR']) || isSet(environment['CI'])) return false;
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether a line on a stream may be rewritten, as progress does. */
export function usesProgress(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !isSet(environment['CI']) && environment['TERM'] !== 'dumb';
}

/** An empty variable counts as one that is not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** The columns that a report may fill. A terminal of unknown width reports 0. */
export function toWidth({ columns }: Pick<Output, 'columns'>): number {
  return Math.max(40, Math.min(columns || 80, 120));
}
