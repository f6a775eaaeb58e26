/** Code in which the compiler has to find each mistake. */
export interface MistakenCode {
  file: string;
  /** What the mistakes are made with, without a mistake. */
  head: string;
  /** Each in a line of its own, by what is wrong there. */
  mistakes: ReadonlyMap<string, string>;
}

export function writeMistakes({ head, mistakes }: MistakenCode): string {
  return [head.trim(), ...mistakes.values()].join('\n');
}

/** The mistakes that the compiler tells of, in its order; what it tells of beside them stands as it is. */
export function readMistakes({ file, head, mistakes }: MistakenCode, output: string): string[] {
  const first = head.trim().split('\n').length + 1;
  const names = [...mistakes.keys()];
  const faults = output.split('\n').filter((line) => /^\S/.test(line));
  return faults.map((line) => {
    const [, where, at] = /^(.+)\((\d+),/.exec(line) ?? [];
    return (where === file ? names[Number(at) - first] : undefined) ?? line;
  });
}
