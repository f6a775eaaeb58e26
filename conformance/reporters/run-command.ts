import type { RunResult } from '../results.ts';

/** The command that repeats a run; the key comes from the environment, as it has to. */
export function toRunCommand({ tool, target, options, seed, command }: RunResult): string {
  if (command !== undefined) return command;
  const words = [tool.name, 'conformance', target.baseUrl, '--workspace', target.workspace];
  if (target.otherWorkspace !== undefined) words.push('--other-workspace', target.otherWorkspace);
  for (const id of options.only) words.push('--only', id);
  if (options.allowWrites) words.push('--allow-writes');
  if (options.strict) words.push('--strict');
  if (options.thorough) words.push('--thorough');
  return [...words, '--seed', String(seed)].map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
