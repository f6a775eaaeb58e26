import type { CompletedCommand, CompletedOption } from './completion-model.ts';

/** A completion script for zsh, to be evaluated, or kept as `_site-contract` in a folder of `fpath`. */
export function toZshScript(commands: readonly CompletedCommand[]): string {
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
    ...commands.flatMap(toCommandCase),
    '      esac',
    '      ;;',
    '  esac',
    '}',
    '',
    // As a file of `fpath` it is run for the first completion; evaluated, it has to say what it is for.
    'if [[ $funcstack[1] == _site-contract ]]; then',
    '  _site-contract "$@"',
    'else',
    '  compdef _site-contract site-contract',
    'fi',
  ].join('\n')}\n`;
}

function toCommandCase({ name, options, arguments: places }: CompletedCommand): string[] {
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

/** `(-p --port)--port=[description]:n:action`, once for each way to write the flag. */
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

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
