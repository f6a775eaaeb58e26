import { UsageError } from './usage-error.ts';

/**
 * One option of a command, whichever way it is given. Its key in the table says all its names: `bodyLimit` is the flag
 * `--body-limit`, the environment variable `SITE_CONTRACT_BODY_LIMIT` and the key `bodyLimit` of the configuration file.
 */
export interface Option<Value> {
  /** What stands for the value in help, for example `<n>`. A switch has none. */
  placeholder?: string;
  description: string;
  /** What holds when the option is not given. */
  fallback: Value;
  /** How the fallback is shown in help, where there is one to show. */
  shown?: string;
  /** A letter that does the same, for example `p` for `-p`. */
  short?: string;
  /** Whether it may be given more than once. In an environment variable, commas stand between the values. */
  repeatable?: boolean;
  /** Stands without a flag. */
  positional?: boolean;
  /** The environment variable, where it is not the one that the key names. */
  variable?: string;
  /** Environment variables that count as well, behind the first one. */
  environment?: readonly string[];
  /** Says something of one call alone; it is no setting, and has no key in the configuration file. */
  perCall?: boolean;
  /** A secret has no place in a file that is committed. */
  secret?: boolean;
  /** Names a file, relative to the configuration file that mentions it. */
  file?: boolean;
  /** The words that it takes, or for a file, what may stand in its place. */
  words?: readonly string[];
  /** Values that a shell may offer, where they are many. Loaded when they are asked for. */
  loadWords?: () => Promise<readonly string[]>;
  /** @throws WrongValue */
  parse: (texts: readonly string[]) => Value;
}

/** Says what an option takes. Whoever knows where the value came from makes a sentence of it. */
export class WrongValue extends UsageError {}

type Description<Value> = Omit<Option<Value>, 'parse' | 'fallback' | 'repeatable' | 'shown'>;

/** A text; undefined when it is not given. */
export function text(description: Description<string | undefined>): Option<string | undefined> {
  return { ...description, fallback: undefined, parse: parseLast };
}

/** Texts, in the order in which they are given. */
export function texts(description: Description<readonly string[]>): Option<readonly string[]> {
  return { ...description, fallback: [], repeatable: true, parse: (given) => given };
}

/** A text of its own form, for example a UUID; undefined when it is not given. */
export function parsed<Value>(
  description: Description<Value | undefined>,
  parse: (text: string) => Value,
): Option<Value | undefined> {
  return { ...description, fallback: undefined, parse: (given) => parse(parseLast(given)) };
}

/** Values of a form of their own. */
export function parsedList<Value>(
  description: Description<readonly Value[]>,
  parse: (text: string) => Value,
): Option<readonly Value[]> {
  return { ...description, fallback: [], repeatable: true, parse: (given) => given.map(parse) };
}

/** A whole number within bounds. */
export function integer<Fallback extends number | undefined>(
  description: Description<number | Fallback>,
  { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: Fallback },
): Option<number | Fallback> {
  return {
    ...description,
    fallback,
    ...(fallback === undefined ? {} : { shown: String(fallback) }),
    parse: (given) => {
      const last = parseLast(given);
      const number = Number(last);
      if (/^\d+$/.test(last) && number >= minimum && number <= maximum) return number;
      throw new WrongValue(`a whole number from ${minimum} to ${maximum}`);
    },
  };
}

/** On or off. `--no-<name>` switches off what the environment or the configuration file switched on. */
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

/** One of a few words. */
export function choice<Word extends string, Fallback extends Word | undefined>(
  description: Description<Word | Fallback>,
  words: readonly Word[],
  fallback: Fallback,
): Option<Word | Fallback> {
  return {
    ...description,
    fallback,
    words,
    ...(fallback === undefined ? {} : { shown: fallback }),
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

/** The flag that stands last wins. */
function parseLast(given: readonly string[]): string {
  return given.at(-1) ?? '';
}
