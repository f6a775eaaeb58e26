import { explainWriteError } from '../contract/errors.ts';
import { readTextFile, replaceFile } from '../contract/files.ts';

/** A mistake that the user can correct. It is shown in one line without a stack trace, with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads the certificates in the file of `--ca`, and warns of `--insecure`. */
export function readTrust(
  { ca: file, insecure }: { ca: string | undefined; insecure: boolean },
  note: (line: string) => void,
): string | undefined {
  if (insecure)
    note('WARNING: --insecure: certificates are not verified, so others may read the API key');
  if (file === undefined) return undefined;
  const text = readTextFile(file, `--ca ${file}`);
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(
      `--ca ${file} does not contain a PEM certificate (-----BEGIN CERTIFICATE-----)`,
    );
  return text;
}

/**
 * Creates a handler of errors that explains in one line why a server cannot listen. It rethrows any other error.
 * @param names what sets the port and the host
 */
export function explainListenError(
  host: string,
  port: number,
  names = '--port and --host',
): (error: unknown) => never {
  return (error) => {
    const { code, syscall } = Object(error);
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
    throw new UsageError(
      code === 'EADDRINUSE'
        ? `port ${port} of ${host} is in use; --port 0 selects a free one`
        : `cannot listen on port ${port} of ${host} (${code}); choose others with ${names}`,
    );
  };
}

export function writeOptionFile(option: string, file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw toUnwritable(option, file, error);
  }
}

/** Explains why the file or folder of an option cannot be written. */
export function toUnwritable(option: string, file: string, error: unknown): UsageError {
  return new UsageError(`--${option} ${file}: ${explainWriteError(error)}`);
}
