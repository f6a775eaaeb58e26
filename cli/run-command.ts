import { DocumentError } from '../contract/document-error.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import { version } from '../generated/version.js';
import type { Context } from './command.ts';
import { commands } from './commands/index.ts';
import { ConfigSyntaxError } from './config-file.ts';
import { asksFor, readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs the command that the arguments name.
 * @returns the exit code: 2 when the command could not run, with one line on stderr that says why
 */
export async function runCommand(argv: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(argv, context);
  } catch (error) {
    if (error instanceof ConfigSyntaxError) {
      const { explainSyntax } = await import('./explain-syntax.ts');
      context.stderr.write(`site-contract: ${explainSyntax(error)}\n`);
      return 2;
    }
    if (!(error instanceof UsageError || error instanceof DocumentError)) throw error;
    context.stderr.write(`site-contract: ${error.message}\n`);
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
  if (asksFor(['--version'], rest) && !asksFor(['--help', '-h'], rest)) {
    context.stdout.write(`${version}\n`);
    return 0;
  }
  const given = readArguments(rest, command.options);
  if (given.help) return showHelp(name, name, context);
  return command.run(given, context);
}

/** Nothing was asked for, so nothing was done: the commands are shown, but as a note, and the exit code is 2. */
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
    throw new UsageError(`the command comes first: site-contract mock ${name}`);
  const nearest = matchNearest(name, [...Object.keys(commands), 'help']);
  const hint = nearest === undefined ? 'run `site-contract help`' : `did you mean "${nearest}"?`;
  throw new UsageError(`unknown command "${name}"; ${hint}`);
}
