import type { Command } from '../command.ts';
import {
  type CompletedCommand,
  type CompletedOption,
  type Shell,
  toCompletionModel,
} from './completion-model.ts';

const writers = { bash: toBashScript, zsh: toZshScript, fish: toFishScript };

export async function toScript(shell: Shell, commands: readonly Command[]): Promise<string> {
  const script = writers[shell](await toCompletionModel(commands));
  const [first = ''] = script.split('\n', 1);
  // The first line of a zsh script states its purpose, and must remain the first.
  const isMarked = first.startsWith('#');
  const note = `# Completion for ${shell}. Made by: site-contract completion ${shell}`;
  return isMarked ? script.replace(first, () => `${first}\n${note}`) : `${note}\n${script}`;
}

/** Generates a completion script for bash 3.2 (as in macOS) or later. */
function toBashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `${[
    '_site_contract() {',
    // Bash splits `--flag=value` into three words.
    '  local current=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]} at before=0',
    '  if [[ $current == "=" ]]; then current=""',
    '  elif [[ $flag == "=" ]]; then flag=${COMP_WORDS[COMP_CWORD-2]}; fi',
    '  COMPREPLY=()',
    '  if (( COMP_CWORD == 1 )); then',
    `    _site_contract_offer ${quote(`${names} --help --version`)}; return`,
    '  fi',
    '  case ${COMP_WORDS[1]} in',
    ...commands.flatMap(toBashCase),
    '  esac',
    '}',
    '',
    '_site_contract_offer() {',
    `  local IFS=$' \\t\\n'`,
    '  COMPREPLY=($(compgen -W "$1" -- "$current"))',
    '}',
    '',
    '_site_contract_offer_files() {',
    `  local IFS=$'\\n'`,
    '  compopt -o filenames 2>/dev/null',
    '  COMPREPLY=($(compgen -W "${1// /$IFS}" -- "$current"; compgen -f -- "$current"))',
    '}',
    '',
    'complete -F _site_contract site-contract',
  ].join('\n')}\n`;
}

function toBashCase({ name, options, arguments: places }: CompletedCommand): string[] {
  const valued = options.filter(({ value }) => value !== undefined);
  const flags = options.map(({ flag }) => `--${flag}`).join(' ');
  return [
    `    ${name})`,
    ...toCase(
      'flag',
      valued.map((option) => [toNames(option).join('|'), toOffer(option)]),
    ),
    ...toBashArguments(places, valued),
    `      _site_contract_offer ${quote(flags)}`,
    '      ;;',
  ];
}

/** Offers an argument if the previous ones are present. Flags and their values do not count as arguments. */
function toBashArguments(
  places: readonly CompletedOption[],
  valued: readonly CompletedOption[],
): string[] {
  if (places.length === 0) return [];
  const taking = valued.flatMap(toNames).join('|');
  return [
    '      for (( at = 2; at < COMP_CWORD; at += 1 )); do',
    '        case ${COMP_WORDS[at]} in',
    '          =) ;;',
    ...(taking === ''
      ? []
      : [
          `          ${taking}) (( at += 1 )); [[ \${COMP_WORDS[at]} == "=" ]] && (( at += 1 )) ;;`,
        ]),
    '          -*) ;;',
    '          *) (( before += 1 )) ;;',
    '        esac',
    '      done',
    '      if [[ $current == -* ]]; then before=flag; fi',
    ...toCase(
      'before',
      places.flatMap((place, at) => {
        const offer = toOffer(place);
        return offer === '' ? [] : [[String(at), offer] as const];
      }),
    ),
  ];
}

function toCase(variable: string, cases: readonly (readonly [string, string])[]): string[] {
  if (cases.length === 0) return [];
  return [
    `      case $${variable} in`,
    ...cases.map(([pattern, offer]) => `        ${pattern}) ${offer}return ;;`),
    '      esac',
  ];
}

/** Offers nothing for a value without known words. */
function toOffer({ words, file }: CompletedOption): string {
  if (file) return `_site_contract_offer_files ${quote(words.join(' '))}; `;
  return words.length === 0 ? '' : `_site_contract_offer ${quote(words.join(' '))}; `;
}

function toNames({ flag, short }: CompletedOption): string[] {
  return [`--${flag}`, ...(short === undefined ? [] : [`-${short}`])];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Generates a completion script for zsh. Evaluate it, or save it as `_site-contract` in a folder of `fpath`. */
function toZshScript(commands: readonly CompletedCommand[]): string {
  return `${[
    '#compdef site-contract',
    '',
    '_site-contract() {',
    '  local context state state_descr line',
    '  typeset -A opt_args',
    `  _arguments -C '(- *)'{-h,--help}'[Show the commands]' '(- *)'{-v,--version}'[Show the version]' \\`,
    `    '1:command:->command' '*::argument:->argument'`,
    '  case $state in',
    '    command)',
    '      local -a commands=(',
    ...commands.map(
      ({ name, summary }) => `        ${quote(`${name}:${escapeFor(summary, ':')}`)}`,
    ),
    '      )',
    `      _describe -t commands command commands`,
    '      ;;',
    '    argument)',
    '      case $line[1] in',
    ...commands.flatMap(toZshCase),
    '      esac',
    '      ;;',
    '  esac',
    '}',
    '',
    // zsh runs a file in `fpath` at the first completion. An evaluated script must register itself instead.
    'if [[ $funcstack[1] == _site-contract ]]; then',
    '  _site-contract "$@"',
    'else',
    '  compdef _site-contract site-contract',
    'fi',
  ].join('\n')}\n`;
}

function toZshCase({ name, options, arguments: places }: CompletedCommand): string[] {
  const specifications = [
    ...options.flatMap(toSpecifications),
    ...places.map((place, at) => quote(`${at + 1}:${place.flag}:${toAction(place)}`)),
  ];
  return [
    `        ${name})`,
    '          _arguments \\',
    ...specifications.map(
      (specification, at) =>
        `            ${specification}${at === specifications.length - 1 ? '' : ' \\'}`,
    ),
    '          ;;',
  ];
}

/** Formats `(-p --port)--port=[description]:n:action`, once for each form of the flag. */
function toSpecifications(option: CompletedOption): string[] {
  const { flag, short, description, value, repeatable } = option;
  const names = [...(short === undefined ? [] : [`-${short}`]), `--${flag}`];
  const front = repeatable ? '*' : `(${names.join(' ')})`;
  const rest = value === undefined ? '' : `:${escapeFor(value, ':')}:${toAction(option)}`;
  return names.map((name) => {
    const isLong = name.startsWith('--') && value !== undefined;
    return quote(`${front}${name}${isLong ? '=' : ''}[${escapeFor(description, ']')}]${rest}`);
  });
}

function toAction({ words, file }: CompletedOption): string {
  const offered = words.map((word) => escapeFor(word, ':')).join(' ');
  if (!file) return words.length === 0 ? ' ' : `(${offered})`;
  return words.length === 0 ? '_files' : `{compadd -- ${offered}; _files}`;
}

function escapeFor(text: string, special: ':' | ']'): string {
  return text.replaceAll(/[\\:\]]/g, (character) =>
    character === special || character === '\\' ? `\\${character}` : character,
  );
}

function toFishScript(commands: readonly CompletedCommand[]): string {
  return `${[
    'complete -c site-contract -f',
    '',
    ...toStartLines(commands),
    ...commands.flatMap(({ name, options, arguments: places }) => [
      '',
      ...places.flatMap((place, at) => toFishArguments(name, place, at, options)),
      ...options.map((option) => toOptionLine(name, option)),
    ]),
  ].join('\n')}\n`;
}

/** Completions before a command is entered. */
function toStartLines(commands: readonly CompletedCommand[]): string[] {
  const start = 'complete -c site-contract -n __fish_use_subcommand';
  return [
    ...commands.map(({ name, summary }) => `${start} -a ${name} -d ${quoteForFish(summary)}`),
    `${start} -s h -l help -d 'Show the commands'`,
    `${start} -s v -l version -d 'Show the version'`,
  ];
}

function toOptionLine(command: string, option: CompletedOption): string {
  const { flag, short, description, value, words, file } = option;
  return [
    `complete -c site-contract -n ${quoteForFish(`__fish_seen_subcommand_from ${command}`)}`,
    `-l ${flag}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    // In fish, -r requires a value, -F offers files for it, and -f does not.
    ...(value === undefined ? [] : [file ? '-r -F' : '-r -f']),
    ...(words.length === 0 ? [] : [`-a ${quoteForFish(words.join(' '))}`]),
    `-d ${quoteForFish(description)}`,
  ].join(' ');
}

/** Offers an argument if the right number of arguments precede it. */
function toFishArguments(
  command: string,
  { words, description }: CompletedOption,
  at: number,
  options: readonly CompletedOption[],
): string[] {
  if (words.length === 0) return [];
  const isFirst = options.every(({ value }) => value === undefined)
    ? ` && test (count (commandline -opc)) -eq ${at + 2}`
    : ` && not __fish_seen_subcommand_from ${words.join(' ')}`;
  const condition = quoteForFish(`__fish_seen_subcommand_from ${command}${isFirst}`);
  return [
    `complete -c site-contract -n ${condition} -a ${quoteForFish(words.join(' '))} -d ${quoteForFish(description)}`,
  ];
}

/** In single quotes, fish only has escapes for the quote and the backslash. */
function quoteForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
}
