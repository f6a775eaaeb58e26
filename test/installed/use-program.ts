import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { createPrograms } from './create-programs.ts';
import { type Ended, type ProgramOptions, runProgram, type StartedProgram } from './run-program.ts';

/** A mock that runs as a separate program. */
export interface StartedMock extends StartedProgram {
  url: string;
}

/** Runs the built program for the tests of one file. */
interface UsedProgram {
  /** The file for `node`. */
  readonly file: string;
  /** Its working directory: a new folder for each test. */
  folder(): string;
  run(argv: readonly string[], options?: ProgramOptions): Promise<Ended>;
  start(argv: readonly string[], options?: ProgramOptions): StartedProgram;
  /** Starts a mock on a free port, and waits until it listens. */
  startMock(argv?: readonly string[], options?: ProgramOptions): Promise<StartedMock>;
}

/** Provides the program. Everything that a test starts or writes with it is removed after the test. */
export function useProgram(): UsedProgram {
  const file = path.resolve('dist/cli/main.js');
  const programs = createPrograms();
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'site-contract-program-'));
  });
  afterEach(async () => {
    await programs.end();
    rmSync(folder, { recursive: true });
  });
  const start = (argv: readonly string[], options: ProgramOptions = {}): StartedProgram =>
    programs.start(process.execPath, [file, ...argv], { cwd: folder, ...options });
  return {
    file,
    folder: () => folder,
    run: (argv, options) =>
      runProgram(process.execPath, [file, ...argv], { cwd: folder, ...options }),
    start,
    startMock: async (argv = [], options) => {
      const mock = start(['mock', '--port', '0', ...argv], options);
      return { ...mock, url: await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)[\s"]/) };
    },
  };
}
