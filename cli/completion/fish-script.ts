import type { CompletedCommand, CompletedOption } from './completion-model.ts';

/** A completion script for fish. */
export function toFishScript(commands: readonly CompletedCommand[]): string {
  return `${[
    'complete -c site-contract -f',
    '',
    ...toStartLines(commands),
    ...commands.flatMap(({ name, options, arguments: places }) => [
      '',
      ...places.flatMap((place, at) => toArgumentLines(name, place, at, options)),
      ...options.map((option) => toOptionLine(name, option)),
    ]),
  ].join('\n')}\n`;
}

/** Before there is a command. */
function toStartLines(commands: readonly CompletedCommand[]): string[] {
  const start = 'complete -c site-contract -n __fish_use_subcommand';
  return [
    ...commands.map(({ name, summary }) => `${start} -a ${name} -d ${quote(summary)}`),
    `${start} -s h -l help -d 'Show the commands'`,
    `${start} -s v -l version -d 'Show the version'`,
  ];
}

function toOptionLine(command: string, option: CompletedOption): string {
  const { flag, short, description, value, words, file } = option;
  return [
    `complete -c site-contract -n ${quote(`__fish_seen_subcommand_from ${command}`)}`,
    `-l ${flag}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    // -r asks for a value, -F offers files for it, -f does not.
    ...(value === undefined ? [] : [file ? '-r -F' : '-r -f']),
    ...(words.length === 0 ? [] : [`-a ${quote(words.join(' '))}`]),
    `-d ${quote(description)}`,
  ].join(' ');
}

/** An argument is offered where as many stand before it as belong there. */
function toArgumentLines(
  command: string,
  { words, description }: CompletedOption,
  at: number,
  options: readonly CompletedOption[],
): string[] {
  if (words.length === 0) return [];
  const isFirst = options.every(({ value }) => value === undefined)
    ? ` && test (count (commandline -opc)) -eq ${at + 2}`
    : ` && not __fish_seen_subcommand_from ${words.join(' ')}`;
  const condition = quote(`__fish_seen_subcommand_from ${command}${isFirst}`);
  return [
    `complete -c site-contract -n ${condition} -a ${quote(words.join(' '))} -d ${quote(description)}`,
  ];
}

/** Between single quotes, fish knows two escapes: of the quote, and of the backslash. */
function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
