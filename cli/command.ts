import type { Output } from './colour.ts';
import type { Arguments, OptionTable } from './read-arguments.ts';
import { type OptionValues, readOptions } from './read-options.ts';

/** What a command works with: where it writes, and the environment. */
export interface Context {
  environment: NodeJS.ProcessEnv;
  /** Results. */
  stdout: Output & { write(text: string): unknown };
  /** Notes and mistakes. */
  stderr: Output & { write(text: string): unknown };
}

/** A command as data, for help, and the function that runs it. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What stands behind the name, for example `[base-url] [options]`. */
  usage: string;
  options: OptionTable;
  /** A command line, and what it does. */
  examples: readonly { line: string; does: string }[];
  /** What else a reader has to know, a paragraph each. */
  notes: readonly string[];
  /** What each exit code means. */
  exits: Readonly<Record<number, string>>;
  /** @returns the exit code */
  run(given: Arguments, context: Context): Promise<number>;
}

/** Makes a command from its options and a function of their values. */
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
