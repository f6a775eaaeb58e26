import { UsageError } from './usage-error.ts';

/**
 * One option of a command. Its key in the table determines all its names: `bodyLimit` is the flag `--body-limit`, the
 * environment variable `SITE_CONTRACT_BODY_LIMIT` and the key `bodyLimit` of the configuration file.
 */
export interface Option<Value> {
  /** The value as help shows it, for example `<n>`. A switch has none. */
  placeholder?: string;
  description: string;
  /** The default value. */
  fallback: Value;
  /** The default value as shown in help. */
  shown?: string;
  /** A one-letter flag, for example `p` for `-p`. */
  short?: string;
  /** Whether it can be given more than once. An environment variable separates the values by commas. */
  repeatable?: boolean;
  /** The separator in an environment variable, if it is not a comma. */
  separator?: string;
  /** Whether the value is given without a flag. */
  positional?: boolean;
  /** The environment variable, if it differs from the one derived from the key. */
  variable?: string;
  /** Additional environment variables with lower precedence. */
  environment?: readonly string[];
  /** Whether it applies only to a single call. It is not a setting, so the configuration file cannot contain it. */
  perCall?: boolean;
  /** Whether the configuration file must not contain it, because that is often committed. */
  secret?: boolean;
  /** Whether the value is JSON. The configuration file contains it as a JSON value, not as a text. */
  json?: boolean;
  /** Whether it is a file. In the configuration file, its path is relative to that file. */
  file?: boolean;
  /** Accepted words. For a file, words accepted instead of a file name. */
  words?: readonly string[];
  /** Whether a text is an accepted word, if there are too many to list. */
  isWord?: (text: string) => boolean;
  /** Values for shell completion, if there are too many to list. Loaded on demand. */
  loadWords?: () => Promise<readonly string[]>;
  /** @throws WrongValue */
  parse: (texts: readonly string[]) => Value;
}

/** The message describes the accepted values. The caller knows the source of the value and completes the sentence. */
export class WrongValue extends UsageError {}

type Description<Value> = Omit<Option<Value>, 'parse' | 'fallback' | 'repeatable'>;

/** An option with a text; undefined if not given. */
export function text(description: Description<string | undefined>): Option<string | undefined> {
  return { ...description, fallback: undefined, parse: parseLast };
}

export function texts(description: Description<readonly string[]>): Option<readonly string[]> {
  return { ...description, fallback: [], repeatable: true, parse: (given) => given };
}

/** An option with a parsed text; undefined if not given. */
export function parsed<Value>(
  description: Description<Value | undefined>,
  parse: (text: string) => Value,
): Option<Value | undefined> {
  return { ...description, fallback: undefined, parse: (given) => parse(parseLast(given)) };
}

export function parsedList<Value>(
  description: Description<readonly Value[]>,
  parse: (text: string) => Value,
): Option<readonly Value[]> {
  return { ...description, fallback: [], repeatable: true, parse: (given) => given.map(parse) };
}

/** An option with an integer within bounds. */
export function integer<Fallback extends number | undefined>(
  description: Description<number | Fallback>,
  { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: Fallback },
): Option<number | Fallback> {
  return {
    ...(fallback !== undefined && { shown: String(fallback) }),
    ...description,
    fallback,
    parse: (given) => {
      const last = parseLast(given);
      const number = Number(last);
      if (/^\d+$/.test(last) && number >= minimum && number <= maximum) return number;
      throw new WrongValue(`an integer from ${minimum} to ${maximum}`);
    },
  };
}

/** A switch. `--no-<name>` overrides the environment and the configuration file. */
export function toggle<Fallback extends boolean | undefined>(
  description: Description<boolean | Fallback>,
  fallback: Fallback,
): Option<boolean | Fallback> {
  return {
    ...description,
    fallback,
    parse: (given) => {
      const last = parseLast(given).toLowerCase();
      if (['true', '1', 'yes', 'on'].includes(last)) return true;
      if (['false', '0', 'no', 'off'].includes(last)) return false;
      throw new WrongValue('true or false');
    },
  };
}

export function choice<Word extends string, Fallback extends Word | undefined>(
  description: Description<Word | Fallback>,
  words: readonly Word[],
  fallback: Fallback,
): Option<Word | Fallback> {
  return {
    ...(fallback !== undefined && { shown: fallback }),
    ...description,
    fallback,
    words,
    parse: (given) => {
      const last = parseLast(given);
      const word = words.find((candidate) => candidate === last);
      if (word === undefined) throw new WrongValue(toAlternatives(words));
      return word;
    },
  };
}

/** Joins words as `a, b or c`. */
function toAlternatives(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)]
    .filter((part) => part !== '')
    .join(' or ');
}

/** The last flag wins. */
function parseLast(given: readonly string[]): string {
  return given.at(-1) ?? '';
}

/** The contract to use. Several commands share this option and those below. */
export const contractOptions = {
  contract: text({
    placeholder: '<file>',
    file: true,
    description: 'OpenAPI 3.1 document to use instead of the built-in contract',
  }),
  overlay: texts({
    placeholder: '<file>',
    file: true,
    description: 'OpenAPI Overlay to apply to the contract, for example to its assumptions',
  }),
};

/** The configuration file, for every command with settings. */
export const configOption = text({
  placeholder: '<file>',
  file: true,
  perCall: true,
  description: 'Config file to use instead of site-contract.config.json',
});

/** The random generator has 32 bits. */
export const seedBounds = { minimum: 0, maximum: 4_294_967_295, fallback: undefined };

export const formatOption = choice(
  { placeholder: '<format>', description: 'Output format: text, markdown or json' },
  ['text', 'markdown', 'json'],
  'text',
);

export const authoritiesOption = text({
  placeholder: '<file>',
  file: true,
  description: 'PEM file of certificate authorities to trust as well, like NODE_EXTRA_CA_CERTS',
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
  const report = (what: string) =>
    text({ placeholder: '<file>', file: true, ...others, description: `${verb} ${what}` });
  return {
    json: report('the results as JSON'),
    junit: report('the results as JUnit XML'),
    html: report('the results as an HTML page'),
    sarif: report(`the ${found} as SARIF 2.1.0`),
  };
}
