import { type ProgramOptions, type StartedProgram, startProgram } from './run-program.ts';

/** Programs that a test starts, and that have to be gone before the next one starts its own. */
export function createPrograms() {
  const started: StartedProgram[] = [];
  return {
    start(file: string, argv: readonly string[], options?: ProgramOptions): StartedProgram {
      const program = startProgram(file, argv, options);
      started.push(program);
      return program;
    },
    /** Ends them, also those that do not listen to reason. */
    async end(): Promise<void> {
      for (const program of started.splice(0)) await program.stop('SIGKILL');
    },
  };
}
