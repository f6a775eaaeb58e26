import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { UsedProgram } from './use-program.ts';

/** The file `state.json` in the folder of a program, for tests of the state that a mock loads and saves. */
export function useStateFile({ folder }: UsedProgram) {
  const file = (): string => path.join(folder(), 'state.json');
  return {
    file,
    /** Writes this file, or another one. */
    write: (content: string | object, to = file()): void =>
      writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content)),
  };
}
