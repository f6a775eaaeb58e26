import type { Output } from './colour.ts';
import type { Arguments, OptionTable } from './read-arguments.ts';
import { type OptionValues, readOptions } from './read-options.ts';

/** Where a command writes, and its environment. */
export interface Context {
  environment: NodeJS.ProcessEnv;
  /** Results. */
  stdout: Output & { write(text: string): unknown };
  /** Notes and errors. */
  stderr: Output & { write(text: string): unknown };
}

/** A command: its help as data, and the function that runs it. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the name, for example `[base-url] [options]`. */
  usage: string;
  options: OptionTable;
  /** A command line, and what it does. */
  examples: readonly { line: string; does: string }[];
  /** Further paragraphs of help. */
  notes: readonly string[];
  /** What each exit code means. */
  exits: Readonly<Record<number, string>>;
  /** @returns the exit code */
  run(given: Arguments, context: Context): Promise<number>;
}

/** Creates a command from its options and a function of their values. */
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
