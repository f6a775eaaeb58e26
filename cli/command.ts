/*
 * cli/: the `site-contract` command. It may import every folder, and loads what a command needs only when it runs. Start in
 * main.ts and run-command.ts; each command is a file in commands/, with its options as data (option.ts).
 */

import { Argument, type Command as Parser, Option as ParserOption } from 'commander';
import { createRedactor } from '../writers/redact.ts';
import { toVisibleLine } from '../writers/terminal-text.ts';
import { readConfigSection } from './config-file.ts';
import { removeEarlierReports, removeNamedReports } from './earlier-reports.ts';
import {
  type Option,
  type OptionTable,
  type OptionValues,
  type Source,
  toFlag,
  WrongValue,
} from './option.ts';
import type { Printer } from './printer.ts';
import { UsageError } from './usage-error.ts';

/** What a command prints to, and the variables that describe the terminal and the platform. */
export interface Context {
  environment: NodeJS.ProcessEnv;
  /** When the process started, in the unit of `Date.now()`. Default: unknown. */
  startedAt?: number;
  /** For results. */
  stdout: Printer;
  stderr: Printer;
}

/** Writes notes to standard error, one line each. Texts from elsewhere cannot control the terminal. */
export function toNote({ stderr }: Pick<Context, 'stderr'>): (line: string) => void {
  return (line) => stderr.text(`site-contract: ${toVisibleLine(line)}\n`);
}

/** A command: its options and help as data, and the function that runs it. */
export interface Command {
  options: OptionTable;
  /** What help shows below the options: examples, notes and exit codes. */
  help: string;
  /** @returns the exit code */
  run(parser: Parser, context: Context): Promise<number>;
}

export function createCommand<Table extends OptionTable>({
  run,
  ...description
}: Omit<Command, 'run' | 'options'> & {
  options: Table;
  run(values: OptionValues<Table>, context: Context): Promise<number>;
}): Command {
  return {
    ...description,
    run: async (parser, context) => {
      const { options } = description;
      const values = await readOptions(options, parser).catch((error) => {
        removeNamedReports(options, parser);
        throw error;
      });
      removeEarlierReports(options, values);
      return run(values, context);
    },
  };
}

/** Declares the arguments and flags of a command. They arrive as texts; `readOptions` parses them. */
export function declareOptions(parser: Parser, table: OptionTable): void {
  for (const [key, option] of Object.entries(table)) {
    if (option.positional === true) parser.addArgument(toArgument(key, option));
    else for (const flag of toFlags(key, option)) parser.addOption(flag);
    if (option.alias !== undefined) declareAlias(parser, key, option);
  }
}

/** An earlier name of a flag sets the same value. Help does not show it. */
function declareAlias(parser: Parser, key: string, { alias, placeholder }: Option<unknown>): void {
  parser.addOption(new ParserOption(`--${alias} ${placeholder}`).hideHelp());
  parser.on(`option:${alias}`, (text: string) => {
    parser.setOptionValueWithSource(key, [text], 'cli');
  });
}

/** Commander reads the variables of flags only. */
function toArgument(key: string, option: Option<unknown>): Argument {
  const { variable, shown: displayed, description, required } = option;
  const value = variable === undefined ? undefined : process.env[variable];
  const alternative = variable === undefined ? '' : `, or ${variable}`;
  const name = required === true ? `<${toFlag(key)}>` : `[${toFlag(key)}]`;
  const argument = new Argument(name, description + alternative).argParser(collect);
  return displayed === undefined && !value
    ? argument
    : argument.default(value ? [value] : [], displayed);
}

/** A switch has two forms. Help lists the one that changes something. */
function toFlags(key: string, option: Option<unknown>): ParserOption[] {
  const { placeholder, short, variable, group, fallback, isList, description } = option;
  const displayed =
    option.shown ?? (isList || fallback === undefined ? undefined : String(fallback));
  const create = (flags: string) => {
    const created = new ParserOption(flags, `${description}${isList ? ' (repeatable)' : ''}`);
    return group === undefined ? created : created.helpGroup(`${group}:`);
  };
  const names = `${short === undefined ? '' : `-${short}, `}--${toFlag(key)}`;
  if (placeholder === undefined)
    return [
      create(names).hideHelp(fallback === true),
      create(`--no-${toFlag(key)}`).hideHelp(fallback !== true),
    ];
  const flag = create(`${names} ${placeholder}`).argParser(collect);
  if (displayed !== undefined) flag.default([], displayed);
  return [variable === undefined ? flag : flag.env(variable)];
}

function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/**
 * Determines the value of each option. Precedence: flag, environment variable, config file, default.
 * @throws UsageError with the source of an invalid value and the accepted values
 */
export async function readOptions<Table extends OptionTable>(
  table: Table,
  parser: Parser,
): Promise<OptionValues<Table>> {
  const settings = 'config' in table ? await readConfigSection(parser, table) : new Map();
  const options = Object.entries(table);
  const positional = options.filter(([, option]) => option.positional === true);
  const positions = new Map(positional.map(([key], index) => [key, index]));
  const values = options.map(([key, option]) => {
    const position = positions.get(key);
    const source =
      position === undefined
        ? readFlag(key, option, parser)
        : readArgument(key, option, parser, position);
    const written = source ?? settings.get(key);
    return [key, written === undefined ? option.fallback : parse(option, written)];
  });
  // The keys are those of the table, and each value has the type that its option parses to.
  return Object.fromEntries(values) as OptionValues<Table>;
}

function readArgument(
  key: string,
  option: Option<unknown>,
  parser: Parser,
  position: number,
): Source | undefined {
  const texts: unknown = parser.processedArgs[position];
  if (!Array.isArray(texts) || texts.length === 0) return undefined;
  const { variable } = option;
  const isVariable = variable !== undefined && parser.args.length <= position;
  return { name: isVariable ? variable : `<${toFlag(key)}>`, texts };
}

function readFlag(key: string, option: Option<unknown>, parser: Parser): Source | undefined {
  const source = parser.getOptionValueSource(key);
  if (source === undefined || source === 'default') return undefined;
  const values: unknown = parser.getOptionValue(key);
  const texts = Array.isArray(values) ? values.map(String) : [String(values)];
  const isVariable = source === 'env';
  if (isVariable && texts.includes('')) return undefined;
  const flag = `--${toFlag(key)}`;
  // An empty value usually comes from an unset variable, as in `--api-key "$KEY"`.
  if (!isVariable && texts.some((text) => text === '' || text.startsWith('--')))
    throw new UsageError(`${flag} needs a value: ${flag} ${option.placeholder}`);
  const separator = option.separator ?? (isVariable && option.isList ? ',' : undefined);
  const name = isVariable ? (option.variable ?? key) : flag;
  if (separator === undefined) return { name, texts };
  return { name, texts: texts.flatMap((text) => text.split(separator)) };
}

/** The last of several values counts. */
function parse(option: Option<unknown>, { name, texts }: Source): unknown {
  const { isList, secret } = option;
  try {
    if (isList !== true) return option.parse(texts.at(-1) ?? '');
    const trimmed = texts.map((text) => text.trim());
    return trimmed.map(option.parse);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const got = (isList === true ? texts.join(', ') : texts.at(-1)) ?? '';
    const quoted = secret === true ? '' : ` (got "${createRedactor().text(got)}")`;
    throw new UsageError(`${name} must be ${error.message}${quoted}`);
  }
}
