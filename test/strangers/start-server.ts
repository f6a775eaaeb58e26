import { spawn } from 'node:child_process';

/** A server of somebody else that runs as a program of its own. */
export interface StartedServer {
  url: string;
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
  timeoutMs = 60_000,
): Promise<StartedServer> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  let output = '';
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${argv[0]} did not start within ${timeoutMs} ms: ${output}`)),
        timeoutMs,
      );
      const read = (chunk: Buffer) => {
        // What comes after the start is read, so that the pipe does not fill up, and not kept.
        if (output.length < 100_000) output += chunk.toString();
        const found = ready.exec(output)?.[1];
        if (found === undefined) return;
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
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
