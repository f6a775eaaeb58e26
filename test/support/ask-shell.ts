import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shell } from '../../cli/completion/completion-model.ts';
import { runProgram } from '../installed/run-program.ts';

/** Returns the words that the shell suggests for a line up to the cursor. */
export type Ask = (line: string) => Promise<readonly string[]>;

/** Loads a script into a real shell, and requests its suggestions. The shell runs in the folder, and sees its files. */
export function createAsk(shell: Shell, script: string, folder: string): Ask {
  writeFileSync(path.join(folder, 'script'), script);
  return async (line) => {
    const { code, stdout, stderr } = await ask[shell](line, folder);
    if (code !== 0 || stderr !== '') throw new Error(`${shell} exited with ${code}: ${stderr}`);
    return stdout.split(/\s+/).filter((word) => word !== '');
  };
}

const ask = { bash: askBash, zsh: askZsh, fish: askFish };

/** Calls a function of `complete -F` like readline, which also splits the line at `=` and `:`. */
function askBash(line: string, cwd: string) {
  const words = line.split(/ +/).flatMap((word) => word.match(/[=:]|[^=:]+/g) ?? ['']);
  const program =
    'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _site_contract; printf "%s\\n" "${COMPREPLY[@]}"';
  return runProgram('bash', ['--norc', '-c', program, 'bash', ...words], { cwd });
}

/** A description follows a tab. */
async function askFish(line: string, cwd: string) {
  const program = 'source ./script; complete -C $argv[1]';
  const ended = await runProgram('fish', ['--no-config', '-c', program, line], { cwd });
  return { ...ended, stdout: ended.stdout.replaceAll(/\t.*/g, '') };
}

/**
 * Completion functions of zsh work only in its line editor, which needs a terminal. Typing ahead would suppress the
 * list, so the key that requests the list also marks its end. Searching all folders for functions takes half a second,
 * so the first call caches the result in a file.
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
