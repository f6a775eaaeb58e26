import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { DocumentError } from '../../contract/errors.ts';
import { assertReadable, mostDocument as sizeLimit } from '../../contract/files.ts';
import { isObject as isRecord } from './json.ts';

/** Reads texts of one kind of source, and finds what a relative reference names. */
export interface Origin {
  read(location: string): Promise<string>;
  resolve(reference: string, from: string): string;
  /** A file that an annotation can point at. */
  toFile(location: string): string | undefined;
}

/** Where a source is read from, by the name that the user gave: a file, a URL, `git:<ref>[:path]`, or `installed`. */
export async function openSource(
  name: string,
  defaultPath: string,
  timeoutMs: number,
): Promise<{ origin: Origin; location: string }> {
  if (/^https?:\/\//i.test(name)) return { origin: createWeb(timeoutMs), location: name };
  if (name.startsWith('git:')) return openGit(name, defaultPath, timeoutMs);
  if (name === 'installed') return { origin: disk, location: findInstalled() };
  return { origin: disk, location: path.resolve(name) };
}

const disk: Origin = {
  read: async (location) => {
    try {
      return await readText(location);
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      const shown = path.relative('', location) || location;
      throw new DocumentError(`${shown}: ${explainFileError(error)}`);
    }
  },
  resolve: (reference, from) => path.resolve(path.dirname(from), decodeURI(reference)),
  toFile: (location) => path.relative('', location).replaceAll('\\', '/'),
};

const createWeb = (timeoutMs: number): Origin => ({
  read: async (location) => {
    const shown = toSafeUrl(location);
    try {
      // The same bound for the whole: a server may stop in the middle of its body.
      const response = await fetch(location, { signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new DocumentError(`${shown}: the server returned ${response.status}`);
      return await collectText(readPieces(response), shown);
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      throw new DocumentError(
        `${shown}: cannot be fetched (${explainFetchError(error, timeoutMs)})`,
      );
    }
  },
  resolve: (reference, from) => new URL(reference, from).href,
  toFile: () => undefined,
});

async function readText(location: string): Promise<string> {
  const shown = path.relative('', location) || location;
  assertReadable(location, shown);
  // Read in chunks: what a shell passes may never end.
  return collectText(createReadStream(location), shown);
}

async function* readPieces({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read())
    yield piece.value;
}

/** @throws DocumentError when it is longer than any document, or no text */
async function collectText(chunks: AsyncIterable<Uint8Array>, shown: string): Promise<string> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > sizeLimit) throw new DocumentError(`${shown}: larger than ${sizeLimit / 1e6} MB`);
    kept.push(chunk);
  }
  return assertText(Buffer.concat(kept).toString('utf8'), shown);
}

function assertText(text: string, shown: string): string {
  if (text.trim() === '') throw new DocumentError(`${shown}: is empty`);
  if (text.includes('\0')) throw new DocumentError(`${shown}: is not a text file, but binary data`);
  return text;
}

function explainFileError(error: unknown): string {
  const code = isRecord(error) ? String(error['code']) : 'unknown error';
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'is a folder, not a document';
  return `cannot be read (${code})`;
}

function explainFetchError(error: unknown, timeoutMs: number): string {
  if (!isRecord(error)) return 'unknown error';
  const { name, message, cause } = error;
  if (name === 'TimeoutError' || name === 'AbortError')
    return `no response within ${timeoutMs / 1000} seconds`;
  return String(isRecord(cause) ? (cause['code'] ?? cause['message']) : message);
}

/** A URL without its credentials and query, which may hold a token. */
function toSafeUrl(location: string): string {
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`;
}

/** `git:main`, `git:v1.2.0:spec/openapi.yaml`. A path is relative to the working folder. */
async function openGit(
  name: string,
  defaultPath: string,
  timeoutMs: number,
): Promise<{ origin: Origin; location: string }> {
  const [, ref = '', given] = /^git:([^:]*)(?::(.*))?$/.exec(name) ?? [];
  if (ref === '' || ref.startsWith('-'))
    throw new DocumentError(
      `${name}: name a commit, a branch or a tag: git:main or git:v1.2.0:spec/openapi.yaml`,
    );
  const file = path.posix.normalize((given ?? defaultPath).replaceAll('\\', '/'));
  const git = promisify(execFile);
  const origin: Origin = {
    read: async (location) => {
      const place = location.startsWith('/') ? location.slice(1) : `./${location}`;
      try {
        const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
        const options = { maxBuffer: sizeLimit, timeout: timeoutMs, env };
        const { stdout } = await git(
          'git',
          ['show', '--end-of-options', `${ref}:${place}`],
          options,
        );
        return assertText(stdout, `${name}: ${location}`);
      } catch (error) {
        if (error instanceof DocumentError) throw error;
        throw new DocumentError(`${name}: ${explainGitError(error, ref, location, timeoutMs)}`);
      }
    },
    resolve: (reference, from) => path.posix.join(path.posix.dirname(from), decodeURI(reference)),
    toFile: (location) => location,
  };
  return { origin, location: file };
}

function explainGitError(error: unknown, ref: string, file: string, timeoutMs: number): string {
  if (!isRecord(error)) return 'git failed';
  if (error['code'] === 'ENOENT') return 'git is not installed';
  if (error['code'] === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `${file} is larger than ${sizeLimit / 1e6} MB`;
  if (error['killed'] === true) return `git did not respond within ${timeoutMs / 1000} seconds`;
  const text = String(error['stderr'] ?? '');
  if (/not a git repository/.test(text)) return 'the working folder is not in a git repository';
  if (/invalid object name|unknown revision|bad revision|ambiguous argument/.test(text))
    return `git has no commit, branch or tag "${ref}" here (a shallow clone? fetch it first)`;
  if (/does not exist|exists on disk, but not in/.test(text)) return `${ref} has no file ${file}`;
  return text.trim().split('\n')[0] || 'git failed';
}

function findInstalled(): string {
  try {
    const require = createRequire(path.resolve('package.json'));
    return require.resolve('site-contract/openapi.yaml');
  } catch {
    throw new DocumentError(
      'installed: site-contract is not in node_modules of this folder; install it first, or name a file',
    );
  }
}
