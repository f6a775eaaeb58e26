import { spawn } from 'node:child_process';

/** A server of another project that runs as a program of its own. */
export interface StartedServer {
  url: string;
  /** How it ended, with its last words; undefined while it runs. */
  readEnd(): string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a program of Node and waits for the line in which it says where it listens.
 * @param ready matches that line; its first group is the URL
 * @throws when it ends, or says nothing of the kind in time
 */
export async function startServer(
  argv: readonly string[],
  ready: RegExp,
  timeoutMs = 180_000,
): Promise<StartedServer> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let end: string | undefined;
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code, signal) => {
      end = `${signal ?? `exit code ${code}`} ${output.trim().split('\n').at(-1) ?? ''}`.trim();
      resolve();
    }),
  );
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  let output = '';
  let isReady = false;
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${argv[0]} did not start within ${timeoutMs} ms: ${output}`)),
        timeoutMs,
      );
      const read = (chunk: Buffer) => {
        // Only the end of later output is kept.
        output = `${output}${chunk.toString()}`.slice(-20_000);
        const found = isReady ? undefined : ready.exec(output)?.[1];
        if (found === undefined) return;
        isReady = true;
        clearTimeout(timer);
        resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`${argv[0]} ended before it listened: ${output}`));
      });
    });
    return { url, stop, readEnd: () => end };
  } catch (error) {
    await stop();
    throw error;
  }
}
