import type { Command } from '../command.ts';
import { toBashScript } from './bash-script.ts';
import { type Shell, toCompletionModel } from './completion-model.ts';
import { toFishScript } from './fish-script.ts';
import { toZshScript } from './zsh-script.ts';

const writers = { bash: toBashScript, zsh: toZshScript, fish: toFishScript };

/** The completion script for a shell. */
export async function toScript(shell: Shell, commands: readonly Command[]): Promise<string> {
  const script = writers[shell](await toCompletionModel(commands));
  const [first = ''] = script.split('\n', 1);
  // The first line of a script for zsh says what it is for, and has to stay the first.
  const isMarked = first.startsWith('#');
  const note = `# Completion for ${shell}. Made by: site-contract completion ${shell}`;
  return isMarked ? script.replace(first, () => `${first}\n${note}`) : `${note}\n${script}`;
}
