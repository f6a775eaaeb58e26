import { type ChildProcess, execFile, spawn } from 'node:child_process';

/** The result of an ended program. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Options for starting a program. It does not inherit the environment of this machine. */
export interface ProgramOptions {
  cwd?: string;
  environment?: Readonly<Record<string, string>>;
}

/**
 * The environment of a program in which five seconds never pass. That is how long a stopping mock waits for open
 * responses: a program that ends has not used the timeout, and one that keeps running was not too slow.
 */
export const endlessPatience = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'const { setTimeout } = globalThis;' +
      'globalThis.setTimeout = (run, ms, ...given) => setTimeout(run, ms === 5000 ? 2 ** 31 - 1 : ms, ...given);',
  )}`,
};

/** Runs a program to its end; exit codes other than 0 are not errors. */
export function runProgram(
  file: string,
  argv: readonly string[],
  options: ProgramOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(file, argv, toSpawnOptions(options), (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** A program that runs until it is stopped. */
export interface StartedProgram {
  child: ChildProcess;
  /** Its output to stdout so far. */
  stdout(): string;
  stderr(): string;
  /** Waits until stdout matches, and returns the first group. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Waits for its end. */
  ended: Promise<Ended>;
  /** Sends a signal, and waits for the end. Default: SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export function startProgram(
  file: string,
  argv: readonly string[],
  options: ProgramOptions = {},
): StartedProgram {
  const child = spawn(file, argv, { ...toSpawnOptions(options), stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const value = pattern.exec(stdout)?.[1];
        if (value !== undefined) resolve(value);
      };
      child.stdout.on('data', look);
      ended.then(() =>
        reject(new Error(`it exited before ${pattern} appeared: ${stdout}${stderr}`)),
      );
      look();
    });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { child, stdout: () => stdout, stderr: () => stderr, waitFor, ended, stop };
}

function toSpawnOptions({ cwd, environment = {} }: ProgramOptions) {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(SITE_CONTRACT_.*|GITHUB_.*|npm_(?!config_fetch_).*|PORT|HOST|CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS)$/.test(
          name,
        ),
    ),
  );
  return { ...(cwd === undefined ? {} : { cwd }), env: { ...kept, ...environment } };
}
