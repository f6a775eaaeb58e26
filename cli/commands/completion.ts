import { type Command, createCommand } from '../command.ts';
import { shells } from '../completion/completion-model.ts';
import { choice } from '../option.ts';
import { UsageError } from '../usage-error.ts';

/** Creates `site-contract completion` for the given commands. */
export const createCompletion = (
  commands: Readonly<Record<string, () => Promise<Command>>>,
): Command =>
  createCommand({
    name: 'completion',
    summary: 'Print a shell completion script for commands, options and values',
    usage: '<bash|zsh|fish>',
    options: {
      shell: choice(
        {
          placeholder: '<shell>',
          positional: true,
          perCall: true,
          description: 'The shell: bash, zsh or fish',
        },
        shells,
        undefined,
      ),
    },
    examples: [
      {
        line: 'source <(site-contract completion bash)',
        does: 'In ~/.bashrc. With a bash older than version 4, as on macOS, use: eval "$(site-contract completion bash)".',
      },
      {
        line: 'eval "$(site-contract completion zsh)"',
        does: 'In ~/.zshrc, after compinit.',
      },
      {
        line: 'site-contract completion fish | source',
        does: 'In ~/.config/fish/config.fish.',
      },
    ],
    notes: [
      'The script contains the options of the version that prints it. If your shell prints it at each start, it is never out of date. In a project, `PATH=$PWD/node_modules/.bin:$PATH` lets the shell find the program.',
    ],
    exits: { 0: 'printed', 2: 'could not run; the reason is on stderr' },
    run: async ({ shell }, { stdout }) => {
      if (shell === undefined)
        throw new UsageError(`missing shell; use: site-contract completion <${shells.join('|')}>`);
      const { toScript } = await import('../completion/shell-scripts.ts');
      const all = await Promise.all(Object.values(commands).map((load) => load()));
      stdout.write(await toScript(shell, all));
      return 0;
    },
  });
