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
  /** Whether it can be given more than once. */
  isList?: boolean;
  /** Whether the value is given without a flag. */
  positional?: boolean;
  required?: boolean;
  /** The environment variable, for what differs by machine. */
  variable?: string;
  /** Separates several values in one text. Default: a comma in a variable, and none in a flag. */
  separator?: string;
  /** Whether only a flag or the variable can set it, and not the config file. */
  perCall?: boolean;
  /** Whether the value is secret. The config file must not contain it, and messages do not repeat it. */
  secret?: boolean;
  /** Whether it is a file. In the config file, its path is relative to that file. */
  file?: boolean;
  /** Whether a text is a word that is accepted instead of a file name. */
  isWord?: (text: string) => boolean;
  /** @throws WrongValue */
  parse(text: string): unknown;
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
type More = Partial<Omit<Option<unknown>, 'placeholder' | 'description' | 'parse' | 'isList'>>;

/** Lists options on a screen of their own. */
export function group<Table extends OptionTable>(name: string, table: Table): Table {
  const entries = Object.entries(table).map(([key, option]) => [key, { ...option, group: name }]);
  return Object.fromEntries(entries) as Table;
}

/** An option with a text; undefined if not given. */
export function text(
  placeholder: string,
  description: string,
  more: More = {},
): Option<string | undefined> {
  return parsed(placeholder, description, (given) => given, more);
}

export function texts(
  placeholder: string,
  description: string,
  more: More = {},
): Option<readonly string[]> {
  return parsedList(placeholder, description, (given) => given, more);
}

/** An option with a parsed text; undefined if not given. */
export function parsed<Value>(
  placeholder: string,
  description: string,
  parse: (text: string) => Value,
  more: More = {},
): Option<Value | undefined> {
  return { placeholder, description, ...more, fallback: undefined, parse };
}

export function parsedList<Value>(
  placeholder: string,
  description: string,
  parse: (text: string) => Value,
  more: More = {},
): Option<readonly Value[]> {
  return { placeholder, description, ...more, fallback: [], isList: true, parse };
}

/** A value without a flag, which every call has. */
export function argument<Value = string>(
  description: string,
  parse: (text: string) => Value,
): Option<Value> {
  const where = { positional: true, required: true, perCall: true };
  return { ...where, placeholder: '', description, parse };
}

/** An option with an integer within bounds. */
export function integer<Fallback extends number | undefined>(
  placeholder: string,
  description: string,
  { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: Fallback },
  more: More = {},
): Option<number | Fallback> {
  const parse = (given: string): number => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= minimum && number <= maximum) return number;
    throw new WrongValue(`an integer from ${minimum} to ${maximum}`);
  };
  return { placeholder, description, ...more, fallback, parse };
}

/** A switch. `--no-<name>` overrides the config file. */
export function toggle(description: string, fallback: boolean, more: More = {}): Option<boolean> {
  const parse = (given: string): boolean => {
    if (given === 'true' || given === 'false') return given === 'true';
    throw new WrongValue('true or false');
  };
  return { description, ...more, fallback, parse };
}

export function choice<const Word extends string, Fallback extends Word | undefined>(
  placeholder: string,
  description: string,
  words: readonly Word[],
  fallback: Fallback,
  more: More = {},
): Option<Word | Fallback> {
  const parse = (given: string): Word => {
    const word = words.find((candidate) => candidate === given);
    if (word === undefined) throw new WrongValue(`one of ${words.join(', ')}`);
    return word;
  };
  return { placeholder, description, ...more, fallback, parse };
}

/** Parses the base URL of a service. */
export function parseBaseUrl(text: string): string {
  // Pasted URLs often have spaces around them.
  const given = text.trim();
  if (!/^https?:\/\//i.test(given))
    throw new WrongValue('a URL that starts with http:// or https://');
  const url = parseUrl(given);
  if (url === undefined) throw new WrongValue('a URL with a valid host and port');
  const { search, hash, username, password } = url;
  if (search + hash + username + password !== '')
    throw new WrongValue('a URL without a query, a fragment, a user name or a password');
  return given.replace(/\/+$/, '');
}

/** Accepts keys that a header transmits unchanged (RFC 9110, section 5.5). */
export function parseApiKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) return key;
  throw new WrongValue('ASCII characters without spaces at either end');
}

/** The contract to use, and the config file. Several commands share these options and those below. */
export const sharedOptions = {
  contract: text('<file>', 'OpenAPI 3.1 document to use instead of the built-in contract', {
    file: true,
  }),
  overlay: texts(
    '<file>',
    'OpenAPI Overlay to apply to the contract, for example to its assumptions',
    { file: true },
  ),
  config: text(
    '<file>',
    'Config file to use instead of site-contract.config.json; none reads no file',
    { perCall: true },
  ),
};

export const acceptOption = text(
  '<file>',
  'File of accepted breaking changes, each with a reason and an expiry date',
  { file: true },
);

/** The random generator has 32 bits. */
export const seedBounds = { minimum: 0, maximum: 4_294_967_295, fallback: undefined };

/** @param exposed what others may be able to read with `--insecure` */
export function createTrustOptions(exposed: string) {
  return {
    ca: text('<file>', 'Also trust these certificate authorities (PEM)', { file: true }),
    insecure: toggle(`Accept any certificate; others may then be able to read ${exposed}`, false),
  };
}

/**
 * Options for report files.
 * @param found what SARIF lists
 */
export function createReportOptions(found: 'failures' | 'violations', more: More = {}) {
  const report = (what: string) => text('<file>', `Write ${what}`, { file: true, ...more });
  return {
    json: report('the results as JSON'),
    junit: report('the results as JUnit XML'),
    html: report('the results as an HTML page'),
    sarif: report(`the ${found} as SARIF 2.1.0`),
  };
}
