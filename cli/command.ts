import { Argument, type Command as Parser, Option as ParserOption } from 'commander';
import { readConfigSection, readSetting } from './config-file.ts';
import { type Option, type OptionTable, type OptionValues, WrongValue } from './option.ts';
import type { Output } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The streams of a command, and the variables that describe the terminal and the platform. */
export interface Context {
  environment: NodeJS.ProcessEnv;
  /** When the process started, in the unit of `Date.now()`. Default: unknown. */
  startedAt?: number;
  /** For results. */
  stdout: Output & { write(text: string): unknown };
  stderr: Output & { write(text: string): unknown };
}

/** Writes notes to standard error, one line each. */
export function toNote({ stderr }: Pick<Context, 'stderr'>): (line: string) => void {
  return (line) => stderr.write(`site-contract: ${line}\n`);
}

/** A command: its options and help as data, and the function that runs it. */
export interface Command {
  name: string;
  options: OptionTable;
  examples: readonly { line: string; does: string }[];
  /** Additional paragraphs of help. */
  notes: readonly string[];
  exits: Readonly<Record<number, string>>;
  /** @returns the exit code */
  run(given: Parser, context: Context): Promise<number>;
}

export function createCommand<Table extends OptionTable>({
  run,
  ...description
}: Omit<Command, 'run' | 'options'> & {
  options: Table;
  run(values: OptionValues<Table>, context: Context): Promise<number>;
}): Command {
  const { name, options } = description;
  return {
    ...description,
    run: (given, context) => run(readOptions(options, name, given), context),
  };
}

/** Declares the arguments and flags of a command. They arrive as texts; `readOptions` parses them. */
export function declareOptions(parser: Parser, table: OptionTable): void {
  for (const [key, option] of Object.entries(table)) {
    if (option.positional === true) parser.addArgument(toArgument(key, option));
    else for (const each of toParserOptions(key, option)) parser.addOption(each);
  }
}

function toArgument(key: string, option: Option<unknown>): Argument {
  const argument = new Argument(`[${toFlag(key)}]`, describe(option)).argParser(collect);
  const preset = option.variable === undefined ? undefined : process.env[option.variable];
  return preset ? argument.default([preset]) : argument;
}

/** A switch has two forms. Help lists the one that changes something. */
function toParserOptions(key: string, option: Option<unknown>): ParserOption[] {
  const { placeholder, short, variable, group, fallback } = option;
  const create = (flags: string) => {
    const created = new ParserOption(flags, describe(option));
    return group === undefined ? created : created.helpGroup(group);
  };
  const start = short === undefined ? '' : `-${short}, `;
  if (placeholder !== undefined) {
    const flag = create(`${start}--${toFlag(key)} ${placeholder}`).argParser(collect);
    return [variable === undefined ? flag : flag.env(variable)];
  }
  const on = create(`${start}--${toFlag(key)}`);
  const off = create(`--no-${toFlag(key)}`);
  return [on.hideHelp(fallback === true), off.hideHelp(fallback !== true)];
}

function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** The description in help, with the default and the variable. */
function describe({ description, shown, isList, variable }: Option<unknown>): string {
  const notes = [
    ...(isList === true ? ['repeatable'] : []),
    ...(shown === undefined ? [] : [`default: ${shown}`]),
    ...(variable === undefined ? [] : [`env: ${variable}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/**
 * Determines the value of each option. Precedence: flag, environment variable, config file, default.
 * @param command whose section of the config file applies
 * @throws UsageError with the source of an invalid value and the accepted values
 */
export function readOptions<Table extends OptionTable>(
  table: Table,
  command: string,
  parser: Parser,
): OptionValues<Table> {
  const named = parser.getOptionValue('config')?.at(-1);
  const section = 'config' in table ? readConfigSection(named, command, table) : undefined;
  const positional = Object.keys(table).filter((key) => table[key]?.positional === true);
  const values = Object.entries(table).map(([key, option]) => {
    const source =
      option.positional === true
        ? readArgument(key, option, parser.processedArgs[positional.indexOf(key)])
        : readFlag(key, option, parser);
    const found = source ?? (section && readSetting(section, key, option));
    return [key, found === undefined ? option.fallback : parse(option, found)];
  });
  // The keys are those of the table, and each value has the type that its option parses to.
  return Object.fromEntries(values) as OptionValues<Table>;
}

/** Where a value comes from, for messages, and its texts. */
interface Source {
  name: string;
  texts: readonly string[];
}

function readArgument(key: string, option: Option<unknown>, texts: unknown): Source | undefined {
  if (!Array.isArray(texts)) return undefined;
  const { variable } = option;
  return { name: `<${toFlag(key)}>${variable === undefined ? '' : ` (or ${variable})`}`, texts };
}

function readFlag(key: string, option: Option<unknown>, parser: Parser): Source | undefined {
  const given: unknown = parser.getOptionValue(key);
  const source = parser.getOptionValueSource(key);
  if (given === undefined || source === 'default') return undefined;
  const texts = Array.isArray(given) ? given.map(String) : [String(given)];
  if (source !== 'env') {
    const flag = `--${toFlag(key)}`;
    // An empty value usually comes from an unset variable, as in `--api-key "$KEY"`.
    if (texts.some((each) => each === '' || each.startsWith('--')))
      throw new UsageError(`${flag} needs a value: ${flag} ${option.placeholder}`);
    return { name: flag, texts };
  }
  const [value = ''] = texts;
  if (value === '') return undefined;
  const items = value.split(option.separator ?? ',').map((item) => item.trim());
  return {
    name: option.variable ?? key,
    texts: option.isList === true ? items.filter((item) => item !== '') : texts,
  };
}

/** Converts a key to a flag: `basePath` → `base-path`. */
export function toFlag(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function parse(option: Option<unknown>, { name, texts }: Source): unknown {
  try {
    return option.parse(texts);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const text = option.isList === true ? texts.join(', ') : (texts.at(-1) ?? '');
    const shown = option.secret === true ? '' : ` (got "${hideSecrets(text)}")`;
    throw new UsageError(`${name} must be ${error.message}${shown}`);
  }
}

/** Removes credentials in URLs from a value, to show it. */
function hideSecrets(text: string): string {
  return text
    .replaceAll(/(\w:\/\/)[^/?#\s]*@/g, '$1…@')
    .replaceAll(/(\w:\/\/[^?\s]*\?)\S+/g, '$1…');
}
