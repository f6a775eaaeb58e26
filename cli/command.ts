import path from 'node:path';
import { type ConfigFile, explainUnknown, readConfigFile } from './config-file.ts';
import { type Option, WrongValue } from './option.ts';
import { type Arguments, type OptionTable, toFlag } from './read-arguments.ts';
import type { Output } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** The streams of a command, and its environment. */
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

/** A command: its help as data, and the function that runs it. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The arguments after the name, for example `[base-url] [options]`. */
  usage: string;
  options: OptionTable;
  examples: readonly { line: string; does: string }[];
  /** Additional paragraphs of help. */
  notes: readonly string[];
  exits: Readonly<Record<number, string>>;
  /** @returns the exit code */
  run(given: Arguments, context: Context): Promise<number>;
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
    run: (given, context) =>
      run(readOptions(description.options, description.name, given, context.environment), context),
  };
}

export type OptionValues<Table extends OptionTable> = {
  [Key in keyof Table]: Table[Key] extends Option<infer Value> ? Value : never;
};

/** The source of an option's value, for messages. */
interface Source {
  name: string;
  texts: readonly string[];
}

/**
 * Determines the value of each option. Precedence: flag, environment variable, configuration file, default.
 * @param section of the configuration file: the name of the command
 * @throws UsageError with the source of an invalid value and the accepted values
 */
export function readOptions<Table extends OptionTable>(
  table: Table,
  section: string,
  { given }: Arguments,
  environment: NodeJS.ProcessEnv,
): OptionValues<Table> {
  const named = given.get('config')?.at(-1) ?? (environment[toVariable('config')] || undefined);
  const file = readConfigFile(named);
  if (file !== undefined) checkKeys(file, section, table);
  const values = Object.entries(table).map(([key, option]) => {
    const source =
      fromFlag(key, option, given) ??
      fromEnvironment(key, option, environment) ??
      (file === undefined ? undefined : fromFile(key, option, section, file));
    return [key, source === undefined ? option.fallback : parse(option, source)];
  });
  // The keys are those of the table, and each value has the type that its option parses to.
  return Object.fromEntries(values) as OptionValues<Table>;
}

/** Converts a key: `bodyLimit` → `SITE_CONTRACT_BODY_LIMIT`, unless the option specifies a variable. */
export function toVariable(key: string, { variable }: { variable?: string } = {}): string {
  return variable ?? `SITE_CONTRACT_${toFlag(key).replaceAll('-', '_').toUpperCase()}`;
}

function fromFlag(
  key: string,
  option: Option<unknown>,
  given: Arguments['given'],
): Source | undefined {
  const texts = given.get(key);
  if (texts === undefined) return undefined;
  return { name: option.positional === true ? `<${toFlag(key)}>` : `--${toFlag(key)}`, texts };
}

/** An empty variable counts as not set. */
function fromEnvironment(
  key: string,
  option: Option<unknown>,
  environment: NodeJS.ProcessEnv,
): Source | undefined {
  for (const name of [toVariable(key, option), ...(option.environment ?? [])]) {
    const value = environment[name];
    if (value === undefined || value === '') continue;
    return {
      name,
      texts: option.repeatable === true ? splitList(value, option.separator) : [value],
    };
  }
  return undefined;
}

function splitList(value: string, separator = ','): string[] {
  return value
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function fromFile(
  key: string,
  option: Option<unknown>,
  section: string,
  file: ConfigFile,
): Source | undefined {
  const value = file.sections[section]?.[key];
  if (value === undefined) return undefined;
  const name = `${file.name}: ${section}.${key}`;
  if (option.secret === true)
    throw new UsageError(
      `${name}: secrets are not read from the config file; set ${toVariable(key, option)} instead`,
    );
  const items: readonly unknown[] =
    option.repeatable === true && Array.isArray(value) ? value : [value];
  const texts = items.map((item) =>
    option.json === true && typeof item !== 'string' ? JSON.stringify(item) : toText(item, name),
  );
  const locate = (text: string) =>
    path.isAbsolute(text) || option.words?.includes(text) || option.isWord?.(text) === true
      ? text
      : path.join(file.folder, text);
  return { name, texts: option.file === true ? texts.map(locate) : texts };
}

function toText(item: unknown, name: string): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  throw new UsageError(
    `${name} must be a string, a number or a boolean (got ${JSON.stringify(item)})`,
  );
}

function checkKeys(file: ConfigFile, section: string, table: OptionTable): void {
  const known = Object.keys(table).filter((key) => table[key]?.perCall !== true);
  for (const key of Object.keys(file.sections[section] ?? {})) {
    if (!known.includes(key))
      throw new UsageError(explainUnknown(`${file.name}: ${section}`, key, known));
  }
}

function parse(option: Option<unknown>, { name, texts }: Source): unknown {
  try {
    return option.parse(texts);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const shown =
      option.secret === true
        ? ''
        : ` (got "${hideSecrets(option.repeatable === true ? texts.join(', ') : (texts.at(-1) ?? ''))}")`;
    throw new UsageError(`${name} must be ${error.message}${shown}`);
  }
}

/** Removes credentials in URLs from a value, to show it. */
function hideSecrets(text: string): string {
  return text
    .replaceAll(/(\w:\/\/)[^/?#\s]*@/g, '$1…@')
    .replaceAll(/(\w:\/\/[^?\s]*\?)\S+/g, '$1…');
}
