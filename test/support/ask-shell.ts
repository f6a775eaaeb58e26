import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell } from '../../cli/completion/completion-model.ts';
import { runProgram } from '../installed/run-program.ts';

/** A line as it is typed, up to the cursor: what the shell offers to go on with, as words. */
export type Ask = (line: string) => Promise<readonly string[]>;

/** Lets a real shell load a script from a folder, and asks it. It runs in that folder, whose files it sees. */
export function createAsk(shell: Shell, script: string, folder: string): Ask {
  writeFileSync(path.join(folder, 'script'), script);
  return async (line) => {
    const { code, stdout, stderr } = await ask[shell](line, folder);
    if (code !== 0 || stderr !== '') throw new Error(`${shell} ended with ${code}: ${stderr}`);
    return stdout.split(/\s+/).filter((word) => word !== '');
  };
}

const ask = { bash: askBash, zsh: askZsh, fish: askFish };

/** What readline does for a function of `complete -F`: it splits the line, at `=` and `:`, too. */
function askBash(line: string, cwd: string) {
  const words = line.split(/ +/).flatMap((word) => word.match(/[=:]|[^=:]+/g) ?? ['']);
  const program =
    'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _site_contract; printf "%s\\n" "${COMPREPLY[@]}"';
  return runProgram('bash', ['--norc', '-c', program, 'bash', ...words], { cwd });
}

/** A description stands behind a tab. */
async function askFish(line: string, cwd: string) {
  const program = 'source ./script; complete -C $argv[1]';
  const ended = await runProgram('fish', ['--no-config', '-c', program, line], { cwd });
  return { ...ended, stdout: ended.stdout.replaceAll(/\t.*/g, '') };
}

/**
 * Functions of zsh complete only in its line editor, which needs a terminal. Typing ahead would keep the list from being
 * shown, so the key that requests the list also marks its end. Searching all folders for functions takes half a second, so the
 * first call keeps what it found in a file.
 */
const zshProgram = `
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'PROMPT= RPROMPT= LISTMAX=9999; stty cols 400 rows 400; autoload -U compinit; compinit -u -d ./.zcompdump; source ./script'
zpty -w terminal 'ask() { zle list-choices; zle -R; print "EN""DS" }; zle -N ask; bindkey "^I" ask; print BEGI""NS'
zpty -r terminal text '*BEGINS*' || exit 1
zpty -w -n terminal "$1"$'\\t'
zpty -r terminal text '*ENDS*' || exit 1
print -r -- "$text"
`;

async function askZsh(line: string, cwd: string) {
  const { stdout, ...rest } = await runProgram('zsh', ['-f', '-c', zshProgram, 'zsh', line], {
    cwd,
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how a terminal is told to move and to colour.
  return { ...rest, stdout: stdout.replaceAll(/\u001b\[[\d;?]*[A-Za-z]|\r/g, ' ') };
}
