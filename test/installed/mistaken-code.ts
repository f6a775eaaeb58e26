/** Code with mistakes that the compiler has to find. */
export interface MistakenCode {
  file: string;
  /** Valid code that the mistakes use. */
  head: string;
  /** One line for each mistake, by its description. */
  mistakes: ReadonlyMap<string, string>;
}

export function writeMistakes({ head, mistakes }: MistakenCode): string {
  return [head.trim(), ...mistakes.values()].join('\n');
}

/** Returns the mistakes that the compiler has found, in its order; other messages are returned unchanged. */
export function readMistakes({ file, head, mistakes }: MistakenCode, output: string): string[] {
  const first = head.trim().split('\n').length + 1;
  const names = [...mistakes.keys()];
  const faults = output.split('\n').filter((line) => /^\S/.test(line));
  return faults.map((line) => {
    const [, where, at] = /^(.+)\((\d+),/.exec(line) ?? [];
    return (where === file ? names[Number(at) - first] : undefined) ?? line;
  });
}
