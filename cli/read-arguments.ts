import { matchNearest } from '../contract/match-nearest.ts';
import type { Option } from './option.ts';
import { UsageError } from './usage-error.ts';

/** The options of a command by key. The key says the flag, the environment variable and the configuration key. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** What stands on the command line, by key of the option, still as text. */
export interface Arguments {
  given: ReadonlyMap<string, readonly string[]>;
  /** Whether help was asked for, which goes before every mistake. */
  help: boolean;
}

/**
 * Reads what stands behind the command: `--flag value`, `--flag=value`, `--switch`, `--no-switch`, `-p value`, and
 * arguments without a flag. Behind `--` nothing is a flag.
 * @throws UsageError naming the nearest flag for one that is not known
 */
export function readArguments(argv: readonly string[], table: OptionTable): Arguments {
  if (asksFor(['--help', '-h'], argv)) return { given: new Map(), help: true };
  const given = new Map<string, string[]>();
  const places = Object.keys(table).filter((key) => table[key]?.positional === true);
  const add = (key: string, value: string) => given.set(key, [...(given.get(key) ?? []), value]);
  let flagsEnded = false;
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? '';
    if (flagsEnded || !argument.startsWith('-') || argument === '-') {
      const key = places.shift();
      if (key === undefined) throw new UsageError(`unexpected argument "${argument}"`);
      add(key, argument);
    } else if (argument === '--') {
      flagsEnded = true;
    } else {
      const { key, flag, value } = matchFlag(argument, table);
      if (value === undefined) at += 1;
      add(key, takeValue(flag, table[key]?.placeholder, value ?? argv[at], value !== undefined));
    }
  }
  return { given, help: false };
}

/** Whether one of these flags is among the arguments. Behind `--` nothing is a flag. */
export function asksFor(flags: readonly string[], argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((argument) => flags.includes(argument));
}

/** `bodyLimit` → `body-limit`. */
export function toFlag(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The option of a flag, with its value where that is part of the flag or the option is a switch. */
function matchFlag(
  argument: string,
  table: OptionTable,
): { key: string; flag: string; value: string | undefined } {
  const equals = argument.indexOf('=');
  const flag = equals === -1 ? argument : argument.slice(0, equals);
  const value = equals === -1 ? undefined : argument.slice(equals + 1);
  for (const [key, option] of Object.entries(table)) {
    if (option.positional === true) continue;
    const isSwitch = option.placeholder === undefined;
    if (flag === `--${toFlag(key)}` || (option.short !== undefined && flag === `-${option.short}`))
      return { key, flag, value: value ?? (isSwitch ? 'true' : undefined) };
    // `-p4010`, as POSIX has it.
    if (!isSwitch && option.short !== undefined && isAttached(argument, option.short))
      return { key, flag: `-${option.short}`, value: argument.slice(2) };
    if (isSwitch && argument === `--no-${toFlag(key)}`) return { key, flag, value: 'false' };
  }
  throw new UsageError(`unknown flag ${flag}${suggestFlag(flag, table)}`);
}

/** A digit behind the letter: words with one dash are long flags that lack the other. */
function isAttached(argument: string, short: string): boolean {
  return argument.startsWith(`-${short}`) && /^\d/.test(argument.slice(2));
}

function suggestFlag(flag: string, table: OptionTable): string {
  const name = flag.replace(/^-+/, '');
  const keys = Object.keys(table);
  const isArgument = (key: string): boolean => table[key]?.positional === true;
  // `--url` and `--base-url` for what stands without a flag.
  const arguments_ = keys.filter(isArgument).map(toFlag);
  const argument = arguments_.find((each) => each === name || each.endsWith(`-${name}`));
  if (argument !== undefined) return `; the ${argument} stands without a flag`;
  const flags = keys.filter((key) => !isArgument(key)).map(toFlag);
  const nearest = matchNearest(name, [...flags, 'help']);
  return nearest === undefined ? '' : `; did you mean --${nearest}?`;
}

function takeValue(
  flag: string,
  placeholder: string | undefined,
  next: string | undefined,
  isAttached: boolean,
): string {
  // What is empty is a variable that is not set, as in `--api-key "$KEY"`.
  if (next === undefined || next === '' || (!isAttached && next.startsWith('--')))
    throw new UsageError(`${flag} needs a value: ${flag} ${placeholder ?? 'true or false'}`);
  return next;
}
