import { type ProgramOptions, type StartedProgram, startProgram } from './run-program.ts';

/** Starts programs for a test, which have to end before the next test. */
export function createPrograms() {
  const started: StartedProgram[] = [];
  return {
    start(file: string, argv: readonly string[], options?: ProgramOptions): StartedProgram {
      const program = startProgram(file, argv, options);
      started.push(program);
      return program;
    },
    /** Stops them, by force if necessary. */
    async end(): Promise<void> {
      for (const program of started.splice(0)) await program.stop('SIGKILL');
    },
  };
}
