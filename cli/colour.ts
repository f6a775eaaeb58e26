/** As much of an output stream as is asked about colour. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  /** What it is to the system, where it is a stream of the process. */
  fd?: number;
  /** Bytes that were not read yet. */
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

/** Puts text into the colours that a terminal knows. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Without colour, every text stays as it is. */
export function createPaint(colour: boolean): Paint {
  const paint = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/** An empty variable counts as one that is not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
