import { UsageError } from './usage-error.ts';

/**
 * One option of a command. Its key in the table determines all its names: `bodyLimit` is the flag `--body-limit`, the
 * environment variable `SITE_CONTRACT_BODY_LIMIT` and the key `bodyLimit` of the configuration file.
 */
export interface Option<Value> {
  /** The value as help shows it, for example `<n>`. A switch has none. */
  placeholder?: string;
  description: string;
  /** The value when the option is not given. */
  fallback: Value;
  /** The fallback as help shows it. */
  shown?: string;
  /** A one-letter flag, for example `p` for `-p`. */
  short?: string;
  /** Whether it can be given more than once. An environment variable separates the values by commas. */
  repeatable?: boolean;
  /** The separator in an environment variable, if it is not a comma. */
  separator?: string;
  /** Given without a flag. */
  positional?: boolean;
  /** The environment variable, if it is not the one that follows from the key. */
  variable?: string;
  /** Further environment variables, of lower precedence. */
  environment?: readonly string[];
  /** Applies to a single call. It is not a setting, and has no key in the configuration file. */
  perCall?: boolean;
  /** Whether it is refused in the configuration file, which tends to be committed. */
  secret?: boolean;
  /** Whether it is JSON, which the configuration file holds as it is and not as a text. */
  json?: boolean;
  /** Whether it is a file. In the configuration file, its path is relative to that file. */
  file?: boolean;
  /** The words that it accepts. For a file, the words that are accepted instead. */
  words?: readonly string[];
  /** Whether a text is such a word, where there are too many to list. */
  isWord?: (text: string) => boolean;
  /** Values for shell completion, if they are too many to list. Loaded when needed. */
  loadWords?: () => Promise<readonly string[]>;
  /** @throws WrongValue */
  parse: (texts: readonly string[]) => Value;
}

/** Its message is what the option accepts. The caller, who knows the source of the value, completes the sentence. */
export class WrongValue extends UsageError {}

type Description<Value> = Omit<Option<Value>, 'parse' | 'fallback' | 'repeatable'>;

/** A text; undefined when it is not given. */
export function text(description: Description<string | undefined>): Option<string | undefined> {
  return { ...description, fallback: undefined, parse: parseLast };
}

export function texts(description: Description<readonly string[]>): Option<readonly string[]> {
  return { ...description, fallback: [], repeatable: true, parse: (given) => given };
}

/** A text that is parsed; undefined when it is not given. */
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

/** An integer within bounds. */
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

/** On or off. `--no-<name>` turns off what the environment or the configuration file turned on. */
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

/** `a, b or c`. */
function toAlternatives(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)]
    .filter((part) => part !== '')
    .join(' or ');
}

/** The last flag wins. */
function parseLast(given: readonly string[]): string {
  return given.at(-1) ?? '';
}

/** The contract to use. Like everything below, an option that several commands share. */
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

/** Every command with settings accepts another configuration file. */
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
 * The options that name files for reports of results.
 * @param found what SARIF lists
 * @param more applies to each of them
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
