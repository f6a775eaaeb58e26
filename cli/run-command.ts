import { Argument, CommanderError, Help, Command as Parser } from 'commander';
import { DocumentError } from '../contract/errors.ts';
import { version } from '../generated/version.js';
import { type Command, type Context, declareOptions, toNote } from './command.ts';
import { mock } from './commands/mock.ts';
import { removeNamedReports } from './earlier-reports.ts';
import { Printer, type Stream } from './printer.ts';
import { toWidth } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface CommandEntry {
  /** One line for the list of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** The commands by name. `mock` is always loaded, because it must start fast. The others are imported when called. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  mock: {
    summary: 'Start a stateful mock that validates requests and replies',
    load: async () => mock,
  },
  trigger: {
    summary: 'Make a running mock send an event to its webhooks',
    load: async () => (await import('./commands/trigger.ts')).trigger,
  },
  conformance: {
    summary: 'Test a deployment against the contract',
    load: async () => (await import('./commands/conformance.ts')).conformance,
  },
  diff: {
    summary: 'Compare two documents, and show what breaks clients of the old one',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  check: {
    summary: 'Check recorded traffic (HAR) against the contract',
    load: async () => (await import('./commands/check.ts')).check,
  },
  proxy: {
    summary: 'Forward requests to a service, and check every exchange',
    load: async () => (await import('./commands/proxy.ts')).proxy,
  },
  gate: {
    summary: 'Run every check that applies, and give one verdict',
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  resources: {
    summary: 'Show which resources a document has, and what its operations do',
    load: async () => (await import('./commands/resources.ts')).resources,
  },
  compile: {
    summary: 'Write a contract as a module that needs no code from text',
    load: async () => (await import('./commands/compile.ts')).compile,
  },
  interface: {
    summary: 'List what the interface requires, and what it leaves open',
    load: async () => (await import('./commands/interface.ts')).interfaceCommand,
  },
};

/** What the process gives a command. */
export interface Platform extends Omit<Context, 'stdout' | 'stderr'> {
  stdout: Stream;
  stderr: Stream;
}

/**
 * Runs a command.
 * @returns the exit code. It is 2 if the command could not run, with the reason in one line on standard error
 */
export async function runCommand(
  argv: readonly string[],
  { stdout, stderr, ...platform }: Platform,
): Promise<number> {
  const { environment } = platform;
  const context: Context = {
    ...platform,
    stdout: new Printer(stdout, environment),
    stderr: new Printer(stderr, environment),
  };
  try {
    let code = 0;
    const program = await createProgram(argv, context, (exit) => {
      code = exit;
    });
    if (argv.length === 0) program.help({ error: true });
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof DocumentError;
    if (!isExpected && !(error instanceof CommanderError)) throw error;
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (argv.length === 0) return 2;
    const message = error instanceof CommanderError ? toOneLine(error, argv) : error.message;
    toNote(context)(message);
    return 2;
  }
}

/** Creates the parser, with the options of the one command that the arguments name. */
async function createProgram(
  argv: readonly string[],
  context: Context,
  end: (code: number) => void,
): Promise<Parser> {
  const { stdout, stderr } = context;
  const width = toWidth(stdout);
  const program = new Parser('site-contract')
    .description(
      'An OpenAPI document made executable: a mock that keeps state, a conformance suite, and a gate.',
    )
    .version(version, '-v, --version', 'Show the version')
    .helpOption('-h, --help', 'Show this help, or the help of a command')
    .helpCommand(false)
    .usage('<command> [options]')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.text(text),
      writeErr: (text) => stderr.text(text),
      // `runCommand` writes one line instead.
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => toWidth(stderr),
    });
  const named = argv.find((word) => !word.startsWith('-') && word !== 'help');
  let chosen: Parser | undefined;
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const parser = program.command(name).description(`${summary}.`).summary(summary);
    if (name !== named) continue;
    chosen = parser;
    const command = await load();
    declareOptions(parser, command.options);
    parser.exitOverride((error) => {
      if (error.exitCode !== 0) removeNamedReports(command.options, parser);
      throw error;
    });
    showGroup(parser, undefined)
      .helpOption('-h, --help', 'Show this help')
      .addHelpText('after', () => `${toMore(parser, width)}\n${plain.boxWrap(command.help, width)}`)
      .action(async () => end(await command.run(parser, context)));
  }
  const groups = new Argument('[group]');
  const help = program
    .command('help [command]')
    .addArgument(chosen === undefined ? groups : groups.choices(listGroups(chosen)))
    .configureHelp({ formatHelp: () => (chosen ?? program).helpInformation() })
    .summary('Show the help of a command, or of a group of its options')
    .action((name?: string, group?: string) => {
      if (name === undefined) return program.help();
      // Fails with a suggestion.
      if (chosen === undefined) program.parse([name], { from: 'user' });
      else if (group === undefined) chosen.help();
      else stdout.text(showGroup(chosen, group).helpInformation());
    });
  // A misspelled flag is compared with those of the command.
  for (const option of chosen?.options ?? []) help.addOption(option);
  return program;
}

/** Commander puts its suggestion on a second line. */
function toOneLine({ message }: CommanderError, argv: readonly string[]): string {
  const named = argv.filter((word) => Object.hasOwn(commands, word)).slice(0, 1);
  const line = message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?')
    .replace(/\.$/, '');
  return line.endsWith('?') ? line : [`${line}; see: site-contract help`, ...named].join(' ');
}

const plain = new Help();

function listFlags(parser: Parser, group: string | undefined) {
  const heading = group === undefined ? undefined : `${group}:`;
  return plain.visibleOptions(parser).filter((option) => option.helpGroupHeading === heading);
}

function listGroups(parser: Parser): string[] {
  const groups = new Set<string>();
  for (const { helpGroupHeading: heading } of parser.options) {
    if (heading !== undefined) groups.add(heading.slice(0, -1));
  }
  return [...groups];
}

/** Limits help to one group of options, so that it fits on a screen. Default: the usual options, and the arguments. */
function showGroup(parser: Parser, group: string | undefined): Parser {
  // Only the text of the help is limited: a misspelled flag is compared with all of them.
  return parser.configureHelp({
    formatHelp: (command, helper) => {
      helper.visibleOptions = () => listFlags(parser, group);
      if (group !== undefined) helper.visibleArguments = () => [];
      return plain.formatHelp(command, helper);
    },
  });
}

/** The names of the options that help does not list at first. */
function toMore(parser: Parser, helpWidth: number): string {
  const groups = listGroups(parser);
  if (groups.length === 0) return '';
  const heading = `\nMore options (site-contract help ${parser.name()} <group>):\n`;
  const help = Object.assign(new Help(), { helpWidth });
  const lines = groups.map((group) => {
    const flags = listFlags(parser, group).map(({ long }) => long);
    return `${help.formatItem(group, 10, flags.join(' '), help)}\n`;
  });
  return heading + lines.join('');
}
