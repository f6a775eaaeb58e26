import { wrapText } from '../writers/terminal-text.ts';
import { type Command, toVariable } from './command.ts';
import { configFileName } from './config-file.ts';
import type { Option } from './option.ts';
import { toFlag } from './read-arguments.ts';

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
    ...wrapText(
      `Options can also be set by environment variables (--body-limit: ${toVariable('bodyLimit')}) and by keys of ${configFileName} (bodyLimit). The help of a command lists the exceptions.`,
    ),
  );
}

/** Formats the help of a command, 80 columns wide. */
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
    ...[...command.notes, ...explainSources(command)].flatMap((note) => ['', ...wrapText(note)]),
    '',
    'Exit codes:',
    ...Object.entries(command.exits).flatMap(([code, meaning]) => toEntry(code, meaning, 5)),
  );
}

/** Explains the other sources of option values, with an option of the command as the example, if possible one with two words. */
function explainSources({ options }: Command): string[] {
  const all = Object.entries(options).map(([key, option]) => ({ key, ...option }));
  const flags = all.filter(({ positional }) => positional !== true);
  if (flags.length === 0) return [];
  const settings = all.filter(({ perCall, secret }) => perCall !== true && secret !== true);
  const candidates = (settings.length > 0 ? settings : flags).filter(
    ({ positional, placeholder }) => positional !== true && placeholder !== undefined,
  );
  const example = candidates.find(({ key }) => /[A-Z]/.test(key)) ?? candidates[0];
  if (example === undefined) return [];
  const variable = `environment variables (--${toFlag(example.key)}: ${toVariable(example.key, example)})`;
  const others = all.filter((option) => !settings.includes(option)).map(toName);
  const isList = all.some(({ repeatable, separator }) => repeatable && separator === undefined);
  const hasSwitch = flags.some(({ placeholder }) => placeholder === undefined);
  return [
    [
      settings.length === 0
        ? `Options can also be set by ${variable}. A flag takes precedence.`
        : `Options can also be set by ${variable} and by keys of ${configFileName} (${example.key}${others.length === 0 ? '' : `; not for ${others.join(', ')}`}). Precedence: flag, environment variable, config file, default.`,
      ...(isList ? ['Separate several values in a variable with commas.'] : []),
      ...(hasSwitch ? ['Prefix a switch with --no- to turn it off.'] : []),
    ].join(' '),
  ];
}

/** The name of an option in the list of options. */
function toName({ key, positional }: { key: string; positional?: boolean }): string {
  return positional === true ? `[${toFlag(key)}]` : `--${toFlag(key)}`;
}

function toOption(
  key: string,
  option: Partial<Option<unknown>> & Pick<Option<unknown>, 'description'>,
): string[] {
  const placeholder = option.placeholder === undefined ? '' : ` ${option.placeholder}`;
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const head = `${short}${toName({ key, ...option })}${option.positional === true ? '' : placeholder}`;
  const notes = [
    ...(option.repeatable === true ? ['repeatable'] : []),
    ...(option.shown === undefined ? [] : [`default: ${option.shown}`]),
    ...(option.secret === true ? [`better: ${toVariable(key, option)}`] : []),
    ...(option.environment ?? []).map((name) => `also ${name}`),
  ];
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return toEntry(head, `${option.description}${note}`, 26);
}

function toEntry(left: string, description: string, column: number): string[] {
  const described = wrapText(description, 80, column);
  const head = `  ${left}`;
  if (head.length + 2 > column) return [head, ...described];
  return [`${head.padEnd(column)}${(described[0] ?? '').trimStart()}`, ...described.slice(1)];
}

function lines(...content: string[]): string {
  return `${content.join('\n')}\n`;
}
