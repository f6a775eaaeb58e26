import { parseUrl } from '../contract/parse-url.ts';
import { UsageError } from './usage-error.ts';

/** One option of a command. Its key in the table is also its flag (`basePath`: `--base-path`) and its config key. */
export interface Option<Value> {
  /** The value as help shows it, for example `<n>`. A switch has none. */
  placeholder?: string;
  description: string;
  /** The screen of help that lists it. Default: the usual options. */
  group?: string;
  /** The default value. Only a required value has none. */
  fallback?: Value;
  /** The default value as shown in help. */
  shown?: string;
  /** A one-letter flag, for example `p` for `-p`. */
  short?: string;
  /** An earlier name, which is still accepted. */
  alias?: string;
  /** Whether it can be given more than once. */
  isList?: boolean;
  /** Whether the value is given without a flag. */
  positional?: boolean;
  required?: boolean;
  /** The environment variable, for what differs by machine. */
  variable?: string;
  /** Separates several values in one text. Default: a comma in a variable, and none in a flag. */
  separator?: string;
  /**
   * Whether only a flag or the variable can set it. The config file comes with a repository, so it must not decide where
   * secrets go, whom to trust, what may be written to a deployment, and what runs.
   */
  flagOnly?: boolean;
  /** Whether the value is secret. The config file must not contain it, and messages do not repeat it. */
  secret?: boolean;
  /** Whether a text is the name of a file. In the config file, it is relative to that file. Default: no text is. */
  isFile?: (text: string) => boolean;
  /** Whether the file is written. The config file can only name files near it. */
  isWritten?: boolean;
  /** The reports that a run writes into the file or folder. Those of an earlier run are removed at the start. */
  listReports?: (text: string) => string[];
  /** @throws WrongValue */
  parse(text: string): unknown;
}

/** Converts a key to a flag: `basePath` → `base-path`. */
export function toFlag(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The options of a command by key. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type OptionValues<Table extends OptionTable> = {
  [Key in keyof Table]: Table[Key] extends Option<infer Value> ? Value : never;
};

/** Where a value comes from, for messages, and its texts. */
export interface Source {
  name: string;
  texts: readonly string[];
}

/** The message describes the accepted values. The caller knows where the value comes from and completes the sentence. */
export class WrongValue extends UsageError {}

/** What an option rarely has. */
type More = Partial<
  Omit<Option<unknown>, 'placeholder' | 'description' | 'fallback' | 'parse' | 'isList'>
>;

/** Lists options on a screen of their own. */
export function group<Table extends OptionTable>(name: string, table: Table): Table {
  const entries = Object.entries(table).map(([key, option]) => [key, { ...option, group: name }]);
  return Object.fromEntries(entries) as Table;
}

/** An option with one value. Default: a text, and undefined if it is not given. */
export function value<Value = string, const Fallback = undefined>(
  placeholder: string,
  description: string,
  more: More & { parse?: (text: string) => Value; fallback?: Fallback } = {},
): Option<NoInfer<Value | Fallback>> {
  return { placeholder, description, parse: String, ...more };
}

/** An option that can be repeated. Default: texts. */
export function list<Value = string>(
  placeholder: string,
  description: string,
  more: More & { parse?: (text: string) => Value } = {},
): Option<NoInfer<readonly Value[]>> {
  return { placeholder, description, parse: String, ...more, fallback: [], isList: true };
}

/** An option with the name of a file. */
export function file(description: string, more: More = {}): Option<string | undefined> {
  return value('<file>', description, { isFile: (text) => text !== '-', ...more });
}

/** An option with the name of a file that is written. */
export function outputFile(description: string, more: More = {}): Option<string | undefined> {
  return file(description, { ...more, isWritten: true });
}

/** An option with the name of a file for a report. */
export function reportFile(description: string, more: More = {}): Option<string | undefined> {
  return outputFile(description, { ...more, listReports: (text) => [text] });
}

/** A value without a flag, which every call has. */
export function argument<Value = string>(
  description: string,
  parse: (text: string) => Value,
): Option<Value> {
  const where = { positional: true, required: true, flagOnly: true };
  return { ...where, placeholder: '', description, parse };
}

/** A switch. `--no-<name>` overrides the config file. */
export function toggle(description: string, fallback: boolean, more: More = {}): Option<boolean> {
  const parse = (text: string): boolean => {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new WrongValue('true or false');
  };
  return { description, ...more, fallback, parse };
}

/** Describes what a function accepts that throws. */
export function accepted(read: (text: string) => string, what: string): (text: string) => string {
  return (text) => {
    try {
      return read(text);
    } catch {
      throw new WrongValue(what);
    }
  };
}

/** Parses an integer within bounds. */
export function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
    throw new WrongValue(`an integer from ${minimum} to ${maximum}`);
  };
}

const secondsByUnit = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
]);

/**
 * Parses a duration such as `500ms`, `30s` or `2m`. The result is in seconds.
 * @param plain the unit of a number without one. Default: seconds
 */
export function duration(
  minimum: number,
  maximum: number,
  plain: 's' | 'ms' = 's',
): (text: string) => number {
  const plainName = plain === 's' ? 'seconds' : 'milliseconds';
  return (text) => {
    const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text.trim()) ?? [];
    const seconds = Number(digits || Number.NaN) * (secondsByUnit.get(unit || plain) ?? Number.NaN);
    if (seconds >= minimum && seconds <= maximum) return seconds;
    const least = minimum < 1 ? `${minimum * 1000}ms` : `${minimum}s`;
    throw new WrongValue(
      `a duration from ${least} to ${maximum}s, such as 500ms, 30s or 2m; a number without a unit is in ${plainName}`,
    );
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    throw new WrongValue(`one of ${words.join(', ')}`);
  };
}

/** Parses the base URL of a service. */
export function parseBaseUrl(text: string): string {
  // Pasted URLs often have spaces around them.
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed))
    throw new WrongValue('a URL that starts with http:// or https://');
  const url = parseUrl(trimmed);
  if (url === undefined) throw new WrongValue('a URL with a valid host and port');
  const { search, hash, username, password } = url;
  if (search + hash + username + password !== '')
    throw new WrongValue('a URL without a query, a fragment, a user name or a password');
  return trimmed.replace(/\/+$/, '');
}

/** Accepts keys that a header transmits unchanged (RFC 9110, section 5.5). */
export function parseApiKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) return key;
  throw new WrongValue('ASCII characters without spaces at either end');
}

/** The random generator has 32 bits. */
export const parseSeed = integer(0, 4_294_967_295);

/** The contract to use, and the config file. Several commands share these options and those below. */
export const sharedOptions = {
  contract: file(
    'OpenAPI document to use instead of the built-in contract: a file or a URL, version 3.1, 3.0 or 2.0',
  ),
  overlay: list(
    '<file>',
    'OpenAPI Overlay to apply to the contract, for example to its assumptions',
    { isFile: () => true },
  ),
  config: file('Config file to use instead of site-contract.config.json; none reads no file', {
    flagOnly: true,
  }),
};

export const acceptOption = file(
  'File of accepted breaking changes, each with a reason and an expiry date',
);

/** Trust in certificates. */
export const trustOptions = {
  ca: file('Also trust these certificate authorities (PEM)', { flagOnly: true }),
  insecure: toggle('Accept any certificate; others may then be able to read the API key', false, {
    flagOnly: true,
  }),
};

/** The reports of a run. */
export const reportOptions = {
  html: reportFile('Write the results as an HTML page'),
  json: reportFile('Write the results as JSON'),
  junit: reportFile('Write the results as JUnit XML'),
  sarif: reportFile('Write the failures as SARIF 2.1.0'),
};
