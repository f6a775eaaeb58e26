import type { Command } from '../command.ts';
import type { Option } from '../option.ts';
import { toFlag } from '../read-arguments.ts';

/** The shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

export interface CompletedOption {
  /** Without dashes, for example `body-limit`. */
  flag: string;
  short: string | undefined;
  description: string;
  /** The name of its value; undefined for a switch. */
  value: string | undefined;
  words: readonly string[];
  /** Whether to offer files as well. */
  file: boolean;
  repeatable: boolean;
}

export interface CompletedCommand {
  name: string;
  summary: string;
  options: readonly CompletedOption[];
  /** Positional arguments in order. */
  arguments: readonly CompletedOption[];
}

/** Lists commands and options, from the same data as their help. */
export async function toCompletionModel(
  commands: readonly Command[],
): Promise<readonly CompletedCommand[]> {
  const described = await Promise.all(commands.map(describeCommand));
  const names = described.map(({ name }) => name);
  return [...described, describeHelp(names)];
}

async function describeCommand({ name, summary, options }: Command): Promise<CompletedCommand> {
  const entries = Object.entries(options);
  const describe = async (positional: boolean) =>
    Promise.all(
      entries
        .filter(([, option]) => (option.positional === true) === positional)
        .map(([key, option]) => describeOption(key, option)),
    );
  return {
    name,
    summary,
    options: [
      ...(await describe(false)).flatMap(addNegation),
      { ...plain, flag: 'help', short: 'h', description: 'Show this help' },
    ],
    arguments: await describe(true),
  };
}

const plain = { short: undefined, value: undefined, words: [], file: false, repeatable: false };

async function describeOption(key: string, option: Option<unknown>): Promise<CompletedOption> {
  const { short, description, placeholder, words = [], file, repeatable, loadWords } = option;
  return {
    flag: toFlag(key),
    short,
    description,
    value: placeholder?.replaceAll(/[<>]/g, ''),
    words: loadWords === undefined ? words : await loadWords(),
    file: file === true,
    repeatable: repeatable === true,
  };
}

/** Adds the flag that turns a switch off. */
function addNegation(option: CompletedOption): CompletedOption[] {
  if (option.value !== undefined) return [option];
  const { flag } = option;
  return [option, { ...plain, flag: `no-${flag}`, description: `Turn --${flag} off` }];
}

function describeHelp(names: readonly string[]): CompletedCommand {
  const argument = { ...plain, flag: 'command', description: 'A command', words: names };
  return {
    name: 'help',
    summary: 'Show the help of a command',
    options: [],
    arguments: [argument],
  };
}
