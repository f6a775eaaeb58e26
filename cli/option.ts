import { UsageError } from './usage-error.ts';

/** One option of a command. Its key in the table is also its flag (`basePath`: `--base-path`) and its config key. */
export interface Option<Value> {
  /** The value as help shows it, for example `<n>`. A switch has none. */
  placeholder?: string;
  description: string;
  /** The heading under which help lists it. Default: the usual options. */
  group?: string;
  /** The default value. */
  fallback: Value;
  /** The default value as shown in help. */
  shown?: string;
  /** A one-letter flag, for example `p` for `-p`. */
  short?: string;
  /** Whether it can be given more than once. */
  isList?: boolean;
  /** Whether the value is given without a flag. */
  positional?: boolean;
  /** The environment variable, for what differs by machine. */
  variable?: string;
  /** The separator of several values in that variable. Default: a comma. */
  separator?: string;
  /** Whether only a flag can set it, and not the config file. */
  perCall?: boolean;
  /** Whether the value is secret. The config file must not contain it, and messages do not repeat it. */
  secret?: boolean;
  /** Whether it is a file. In the config file, its path is relative to that file. */
  file?: boolean;
  /** Whether a text is a word that is accepted instead of a file name. */
  isWord?: (text: string) => boolean;
  /** JSON Schema of the value in the config file. Default: a string. */
  schema?: object;
  /** @throws WrongValue */
  parse: (texts: readonly string[]) => Value;
}

/** The options of a command by key. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

export type OptionValues<Table extends OptionTable> = {
  [Key in keyof Table]: Table[Key] extends Option<infer Value> ? Value : never;
};

/** The message describes the accepted values. The caller knows where the value comes from and completes the sentence. */
export class WrongValue extends UsageError {}

/** What an option rarely has. */
type More<Value> = Partial<Omit<Option<Value>, 'placeholder' | 'description' | 'parse' | 'isList'>>;

/** Lists options under a heading of their own. */
export function group<Table extends OptionTable>(name: string, table: Table): Table {
  const entries = Object.entries(table).map(([key, option]) => [key, { ...option, group: name }]);
  return Object.fromEntries(entries) as Table;
}

/** An option with a text; undefined if not given. A positional argument has no placeholder. */
export function text(
  placeholder: string,
  description: string,
  more: More<string | undefined> = {},
): Option<string | undefined> {
  return { placeholder, description, fallback: undefined, parse: parseLast, ...more };
}

export function texts(
  placeholder: string,
  description: string,
  more: More<readonly string[]> = {},
): Option<readonly string[]> {
  return parsedList(placeholder, description, (each) => each, more);
}

/** An option with a parsed text; undefined if not given. */
export function parsed<Value>(
  placeholder: string,
  description: string,
  parse: (text: string) => Value,
  more: More<Value | undefined> = {},
): Option<Value | undefined> {
  const option = { placeholder, description, fallback: undefined, ...more };
  return { ...option, parse: (given) => parse(parseLast(given)) };
}

export function parsedList<Value>(
  placeholder: string,
  description: string,
  parse: (text: string) => Value,
  more: More<readonly Value[]> = {},
): Option<readonly Value[]> {
  const option = { placeholder, description, fallback: [], isList: true, ...more };
  return { ...option, parse: (given) => given.map(parse) };
}

/** An option with an integer within bounds. */
export function integer<Fallback extends number | undefined>(
  placeholder: string,
  description: string,
  { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: Fallback },
  more: More<number | Fallback> = {},
): Option<number | Fallback> {
  return {
    placeholder,
    description,
    fallback,
    ...(fallback !== undefined && { shown: String(fallback) }),
    schema: { type: 'integer', minimum, maximum },
    ...more,
    parse: (given) => {
      const last = parseLast(given);
      const number = Number(last);
      if (/^\d+$/.test(last) && number >= minimum && number <= maximum) return number;
      throw new WrongValue(`an integer from ${minimum} to ${maximum}`);
    },
  };
}

/** A switch. `--no-<name>` overrides the config file. */
export function toggle<Fallback extends boolean | undefined>(
  description: string,
  fallback: Fallback,
  more: More<boolean | Fallback> = {},
): Option<boolean | Fallback> {
  return {
    description,
    fallback,
    schema: { type: 'boolean' },
    ...more,
    parse: (given) => {
      const last = parseLast(given);
      if (last !== 'true' && last !== 'false') throw new WrongValue('true or false');
      return last === 'true';
    },
  };
}

export function choice<const Word extends string, Fallback extends Word | undefined>(
  placeholder: string,
  description: string,
  words: readonly Word[],
  fallback: Fallback,
  more: More<Word | Fallback> = {},
): Option<Word | Fallback> {
  return {
    placeholder,
    description,
    fallback,
    ...(fallback !== undefined && { shown: fallback }),
    schema: { enum: words },
    ...more,
    parse: (given) => {
      const last = parseLast(given);
      const word = words.find((candidate) => candidate === last);
      if (word === undefined) throw new WrongValue(`one of ${words.join(', ')}`);
      return word;
    },
  };
}

/** The last flag wins. */
function parseLast(given: readonly string[]): string {
  return given.at(-1) ?? '';
}

/** The contract to use. Several commands share this option and those below. */
export const contractOptions = {
  contract: text('<file>', 'OpenAPI 3.1 document to use instead of the built-in contract', {
    file: true,
  }),
  overlay: texts(
    '<file>',
    'OpenAPI Overlay to apply to the contract, for example to its assumptions',
    { file: true },
  ),
};

/** The config file, for every command with settings. */
export const configOption = text(
  '<file>',
  'Config file to use instead of site-contract.config.json; none reads no file',
  { perCall: true },
);

export const formatOption = choice(
  '<form>',
  'Output format: text, markdown or json',
  ['text', 'markdown', 'json'],
  'text',
);

/** The random generator has 32 bits. */
export const seedBounds = { minimum: 0, maximum: 4_294_967_295, fallback: undefined };

export const authoritiesOption = text('<file>', 'Also trust these certificate authorities (PEM)', {
  file: true,
});

/**
 * Options for report files.
 * @param found what SARIF lists
 * @param more applies to each option
 */
export function createReportOptions(
  found: 'failures' | 'violations',
  more: { perCall?: true; verb?: string } = {},
) {
  const { verb = 'Write', ...others } = more;
  const report = (what: string) => text('<file>', `${verb} ${what}`, { file: true, ...others });
  return {
    json: report('the results as JSON'),
    junit: report('the results as JUnit XML'),
    html: report('the results as an HTML page'),
    sarif: report(`the ${found} as SARIF 2.1.0`),
  };
}
