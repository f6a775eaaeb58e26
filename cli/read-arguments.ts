import { parseArgs } from 'node:util';
import { matchNearest } from '../contract/match-nearest.ts';
import type { Option } from './option.ts';
import { UsageError } from './usage-error.ts';

/** The options of a command by key. The key determines the flag, the environment variable and the configuration key. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** Unparsed values of the command line, by option key. */
export interface Arguments {
  given: ReadonlyMap<string, readonly string[]>;
  /** Whether help was requested, which takes precedence over mistakes. */
  help: boolean;
}

/**
 * Reads the arguments after the command with `util.parseArgs`: `--flag value`, `--flag=value`, `--switch`, `--no-switch`,
 * `-p value`, `-p4010`, and positional arguments. After `--`, all arguments are positional.
 * @throws UsageError with the nearest flag for an unknown one
 */
export function readArguments(argv: readonly string[], table: OptionTable): Arguments {
  if (includesFlag(['--help', '-h'], argv)) return { given: new Map(), help: true };
  const flags = listFlags(table);
  const places = Object.keys(table).filter((key) => table[key]?.positional === true);
  const given = new Map<string, string[]>();
  const add = (key: string, value: string) => given.set(key, [...(given.get(key) ?? []), value]);
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(flags.map(({ name, config }) => [name, config])),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const key = places.shift();
      if (key === undefined) {
        const advice = 'remove it, or quote a value that contains spaces';
        throw new UsageError(`unexpected argument "${token.value}"; ${advice}`);
      }
      add(key, token.value);
    } else if (token.kind === 'option') {
      const { key, value } = readFlag(token, argv[token.index] ?? '', table, flags);
      add(key, value);
    }
  }
  return { given, help: false };
}

function readFlag(
  token: FlagToken,
  written: string,
  table: OptionTable,
  flags: ReturnType<typeof listFlags>,
): { key: string; value: string } {
  const switchedOff = flags.find(
    ({ name, config }) => config.type === 'boolean' && written === `--no-${name}`,
  );
  if (switchedOff !== undefined) return { key: switchedOff.key, value: 'false' };
  const found = flags.find(({ name }) => name === token.name);
  if (found === undefined || isMistakenForShort(written, token.value))
    throw new UsageError(explainUnknown(written, table));
  const { key, config } = found;
  return config.type === 'boolean'
    ? { key, value: token.value ?? 'true' }
    : { key, value: requireValue(token, table[key]?.placeholder) };
}

/** Whether the arguments contain one of these flags. After `--`, nothing is a flag. */
export function includesFlag(flags: readonly string[], argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((argument) => flags.includes(argument));
}

/** Converts a key to a flag: `bodyLimit` → `body-limit`. */
export function toFlag(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flags as options of `util.parseArgs`. An option without a placeholder is a switch. */
function listFlags(table: OptionTable) {
  return Object.entries(table)
    .filter(([, { positional }]) => positional !== true)
    .map(([key, { placeholder, short }]) => ({
      key,
      name: toFlag(key),
      config: {
        type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
        ...(short === undefined ? {} : { short }),
      },
    }));
}

/** `-port` would mean `-p` with the value `ort`. Only a number may directly follow a letter, as in `-p4010`. */
function isMistakenForShort(written: string, value: string | undefined): boolean {
  return /^-[^-]./.test(written) && !(value !== undefined && /^-.\d/.test(written));
}

/** A flag token of `util.parseArgs`. */
interface FlagToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function requireValue(
  { rawName, value, inlineValue }: FlagToken,
  placeholder = 'true or false',
): string {
  // An empty value usually comes from an unset variable, as in `--api-key "$KEY"`.
  if (value === undefined || value === '' || (inlineValue !== true && value.startsWith('--')))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${placeholder}`);
  return value;
}

function explainUnknown(written: string, table: OptionTable): string {
  const [flag = ''] = written.split('=');
  const name = flag.replace(/^-+/, '');
  const isPositional = (key: string): boolean => table[key]?.positional === true;
  const keys = Object.keys(table);
  // For example, `--url` and `--base-url` suggest the positional argument `[base-url]`.
  const positional = keys
    .filter(isPositional)
    .map(toFlag)
    .find((each) => each === name || each.endsWith(`-${name}`));
  if (positional !== undefined)
    return `unknown flag ${flag}; pass the ${positional} as a positional argument`;
  const names = keys.filter((key) => !isPositional(key)).map(toFlag);
  const nearest = matchNearest(name, [...names, 'help']);
  const advice = nearest === undefined ? '--help lists the flags' : `did you mean --${nearest}?`;
  return `unknown flag ${flag}; ${advice}`;
}
