import { wrapText } from '../conformance/reporters/text.ts';
import { type Command, toVariable } from './command.ts';
import { configFileName } from './config-file.ts';
import type { Option } from './option.ts';
import { toFlag } from './read-arguments.ts';

/** The list of commands. */
export function toHelp(commands: readonly Command[]): string {
  const column = 'help <command>'.length + 4;
  return lines(
    'Usage: site-contract <command> [options]',
    '',
    'The contract of the Site Management Service, made executable.',
    '',
    'Commands:',
    ...commands.flatMap(({ name, summary }) => toEntry(name, summary, column)),
    ...toEntry('help <command>', 'Show the help of a command', column),
    '',
    '  --version, -v  Show the version',
    '  --help, -h     Show this help, or the help of a command',
    '',
    ...wrapText(explainSources(commands.flatMap(listPerCall))),
  );
}

/** The help of a command, 80 columns wide. */
export function toCommandHelp(command: Command): string {
  return lines(
    `Usage: site-contract ${command.name} ${command.usage}`,
    '',
    ...wrapText(`${command.summary}.`),
    '',
    'Options:',
    ...Object.entries(command.options).flatMap(([key, option]) => toOption(key, option)),
    ...toOption('help', { short: 'h', description: 'Show this help' }),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, ...wrapText(does, 80, 6)]),
    ...[...command.notes, explainSources(listPerCall(command))].flatMap((note) => [
      '',
      ...wrapText(note),
    ]),
    '',
    'Exit codes:',
    ...Object.entries(command.exits).flatMap(([code, meaning]) => toEntry(code, meaning, 5)),
  );
}

function explainSources(perCall: readonly string[]): string {
  const kept = [...new Set(perCall)].map((key) => `--${toFlag(key)}`).join(', ');
  return `Every option can also be set by an environment variable (--body-limit: ${toVariable('bodyLimit')}; separate several values by commas) and, except for ${kept}, by a key of ${configFileName} (bodyLimit). Precedence: flag, environment variable, config file, default. Prefix a switch with --no- to turn it off.`;
}

/** The options that the configuration file cannot set. */
function listPerCall({ options }: Command): string[] {
  return Object.keys(options).filter((key) => options[key]?.perCall === true);
}

function toOption(
  key: string,
  option: Partial<Option<unknown>> & Pick<Option<unknown>, 'description'>,
): string[] {
  const placeholder = option.placeholder === undefined ? '' : ` ${option.placeholder}`;
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const head =
    option.positional === true ? `[${toFlag(key)}]` : `${short}--${toFlag(key)}${placeholder}`;
  const notes = [
    ...(option.repeatable === true ? ['repeatable'] : []),
    ...(option.shown === undefined ? [] : [`default: ${option.shown}`]),
    ...(option.secret === true ? [`better: ${toVariable(key, option)}`] : []),
    ...(option.environment ?? []).map((name) => `also ${name}`),
  ];
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return toEntry(head, `${option.description}${note}`, 26);
}

/** A term on the left, and its description on the right of a column. */
function toEntry(left: string, description: string, column: number): string[] {
  const described = wrapText(description, 80, column);
  const head = `  ${left}`;
  if (head.length + 2 > column) return [head, ...described];
  return [`${head.padEnd(column)}${(described[0] ?? '').trimStart()}`, ...described.slice(1)];
}

function lines(...content: string[]): string {
  return `${content.join('\n')}\n`;
}
