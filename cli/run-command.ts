import { DocumentError } from '../contract/errors.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import { version } from '../generated/version.js';
import type { Command, Context } from './command.ts';
import { mock } from './commands/mock.ts';
import { ConfigSyntaxError, explainSyntax } from './config-file.ts';
import { includesFlag, readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command.
 * @returns the exit code. It is 2 if the command could not run, with the reason in one line on standard error
 */
export async function runCommand(argv: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof DocumentError)) throw error;
    const message = error instanceof ConfigSyntaxError ? await explainSyntax(error) : error.message;
    // Quoted names and contents of files must not control the terminal.
    const { toVisibleText } = await import('../writers/terminal-text.ts');
    context.stderr.write(`site-contract: ${toVisibleText(message)}\n`);
    return 2;
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-v' || name === 'version') {
    context.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const [asked] = rest;
    const isGeneral = asked === undefined || ['help', '--help', '-h'].includes(asked);
    return showHelp(name, isGeneral ? undefined : asked, context);
  }
  const command = await loadCommand(name);
  if (includesFlag(['--version'], rest) && !includesFlag(['--help', '-h'], rest)) {
    context.stdout.write(`${version}\n`);
    return 0;
  }
  const given = readArguments(rest, command.options);
  if (given.help) return showHelp(name, name, context);
  return command.run(given, context);
}

/** Shows help. Without a command, help goes to standard error, and the exit code is 2. */
async function showHelp(
  asked: string | undefined,
  name: string | undefined,
  context: Context,
): Promise<number> {
  const { toCommandHelp, toHelp } = await import('./help.ts');
  if (name !== undefined) {
    context.stdout.write(toCommandHelp(await loadCommand(name)));
    return 0;
  }
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  (asked === undefined ? context.stderr : context.stdout).write(toHelp(all));
  return asked === undefined ? 2 : 0;
}

async function loadCommand(name: string) {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return load();
  if (name.startsWith('-'))
    throw new UsageError(`put the command before the flags: site-contract mock ${name}`);
  const nearest = matchNearest(name, [...Object.keys(commands), 'help']);
  const hint = nearest === undefined ? 'run `site-contract help`' : `did you mean "${nearest}"?`;
  throw new UsageError(`unknown command "${name}"; ${hint}`);
}

/** The commands by name. `mock` is always loaded, because it must start fast. The others are imported when called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  mock: async () => mock,
  trigger: async () => (await import('./commands/trigger.ts')).trigger,
  conformance: async () => (await import('./commands/conformance.ts')).conformance,
  diff: async () => (await import('./commands/diff.ts')).diff,
  check: async () => (await import('./commands/check.ts')).check,
  gate: async () => (await import('./commands/gate.ts')).gate,
  proxy: async () => (await import('./commands/proxy.ts')).proxy,
  store: async () => (await import('./commands/store.ts')).store,
  coverage: async () => (await import('./commands/tables.ts')).coverage,
  assumptions: async () => (await import('./commands/tables.ts')).assumptions,
  completion: async () => (await import('./commands/completion.ts')).createCompletion(commands),
};
