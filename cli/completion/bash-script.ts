import type { CompletedCommand, CompletedOption } from './completion-model.ts';

/** A completion script for bash, from version 3.2 on, which macOS has. */
export function toBashScript(commands: readonly CompletedCommand[]): string {
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
    ...commands.flatMap(toCommandCase),
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

function toCommandCase({ name, options, arguments: places }: CompletedCommand): string[] {
  const valued = options.filter(({ value }) => value !== undefined);
  const flags = options.map(({ flag }) => `--${flag}`).join(' ');
  return [
    `    ${name})`,
    ...toCase(
      'flag',
      valued.map((option) => [toNames(option).join('|'), toOffer(option)]),
    ),
    ...toArgumentLines(places, valued),
    `      _site_contract_offer ${quote(flags)}`,
    '      ;;',
  ];
}

/** Offers an argument where the ones before it are there already: what is neither a flag nor the value of one. */
function toArgumentLines(
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

/** A value of which nothing is known is left to the user. */
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
