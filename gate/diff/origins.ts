import { execFile } from 'node:child_process';
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { DocumentError, explainReadError } from '../../contract/errors.ts';
import { assertReadable, mostDocument } from '../../contract/files.ts';
import { isRecord } from '../../contract/resolve-reference.ts';

/** Reads texts from one kind of source, and resolves relative references. */
export interface Origin {
  /** The location of the document itself. */
  start: string;
  read(location: string): Promise<string>;
  resolve(reference: string, from: string): string;
  /** The name of a file in messages, and of a local file that an annotation can refer to. */
  toFile(location: string): string | undefined;
}

/**
 * Selects how to read a source by its name: a file, a URL, `git:<ref>[:path]`, or `installed`.
 * @throws DocumentError
 */
export function openSource(name: string, defaultPath: string, timeoutMs: number): Origin {
  if (/^https?:\/\//i.test(name)) return openWeb(name, timeoutMs);
  if (name.startsWith('git:')) return openGit(name, defaultPath, timeoutMs);
  return openDisk(name === 'installed' ? findInstalled() : path.resolve(name));
}

/** Reads files. References stay inside the repository of the document, or its folder without a repository. */
function openDisk(start: string): Origin {
  const root = findRepository(path.dirname(start)) ?? path.dirname(start);
  const toFile = (location: string): string =>
    path.relative('', location).replaceAll('\\', '/') || location;
  return {
    start,
    toFile,
    read: async (location) => {
      const shown = toFile(location);
      const isOther = location !== start && existsSync(location);
      if (isOther && isOutside(realpathSync(location), realpathSync(root)))
        throw new DocumentError(`${shown}: a $ref must stay inside ${root}; copy the file there`);
      assertReadable(location, shown);
      try {
        // Reads in chunks, because input from a pipe may never end.
        return await collectText(createReadStream(location), shown);
      } catch (error) {
        if (error instanceof DocumentError) throw error;
        throw new DocumentError(`${shown}: ${explainReadError(error)}`);
      }
    },
    resolve: (reference, from) => {
      if (/^https?:/i.test(reference))
        throw new DocumentError(
          `$ref "${reference}": a file must not refer to a server; download the document`,
        );
      return path.resolve(path.dirname(from), decodeURI(reference));
    },
  };
}

function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

function isOutside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') || path.isAbsolute(relative);
}

/** Reads from a server. References stay on its origin, also after a redirect. */
function openWeb(start: string, timeoutMs: number): Origin {
  const { origin } = new URL(start);
  return {
    start,
    read: async (location) => {
      const shown = toSafeUrl(location);
      const refuse = (reason: string): DocumentError =>
        new DocumentError(`${shown}: ${reason}; correct the URL, or pass a file`);
      try {
        // The same limit for the whole response: a server may stop in the middle of its body.
        const signal = AbortSignal.timeout(timeoutMs);
        const redirect = location === start ? 'follow' : 'manual';
        const response = await fetch(location, { signal, redirect });
        if (!response.ok) throw refuse(`the server returned ${response.status}`);
        return await collectText(readPieces(response), shown);
      } catch (error) {
        if (error instanceof DocumentError) throw error;
        throw refuse(`cannot be fetched (${explainFetchError(error, timeoutMs)})`);
      }
    },
    resolve: (reference, from) => {
      const target = new URL(reference, from);
      if (target.origin === origin) return target.href;
      const shown = toSafeUrl(target.href);
      throw new DocumentError(`$ref "${shown}": must stay on ${origin}; copy the document there`);
    },
    toFile: () => undefined,
  };
}

async function* readPieces({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read())
    yield piece.value;
}

/** @throws DocumentError if the text is too long, or is not text */
async function collectText(pieces: AsyncIterable<Uint8Array>, shown: string): Promise<string> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    size += piece.length;
    if (size > mostDocument)
      throw new DocumentError(`${shown}: larger than ${mostDocument / 1e6} MB`);
  }
  return assertText(Buffer.concat(kept).toString('utf8'), shown);
}

function assertText(text: string, shown: string): string {
  if (text.trim() === '') throw new DocumentError(`${shown}: is empty`);
  if (text.includes('\0')) throw new DocumentError(`${shown}: is not a text file, but binary data`);
  return text;
}

function explainFetchError(error: unknown, timeoutMs: number): string {
  if (!isRecord(error)) return 'unknown error';
  const { name, message, cause } = error;
  if (name === 'TimeoutError' || name === 'AbortError')
    return `no response within ${timeoutMs / 1000} seconds`;
  return String(isRecord(cause) ? (cause['code'] ?? cause['message']) : message);
}

/** A URL without its credentials and query, which may contain a token. */
function toSafeUrl(location: string): string {
  const { origin, pathname } = new URL(location);
  return `${origin}${pathname}`;
}

/** Opens a source such as `git:main` or `git:v1.2.0:spec/openapi.yaml`. A path is relative to the working folder. */
function openGit(name: string, defaultPath: string, timeoutMs: number): Origin {
  const [, ref = '', given] = /^git:([^:]*)(?::(.*))?$/.exec(name) ?? [];
  if (ref === '' || ref.startsWith('-'))
    throw new DocumentError(
      `${name}: name a commit, a branch or a tag: git:main or git:v1.2.0:spec/openapi.yaml`,
    );
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  return {
    start: path.posix.normalize((given ?? defaultPath).replaceAll('\\', '/')),
    read: async (location) => {
      const place = location.startsWith('/') ? location.slice(1) : `./${location}`;
      const show = ['show', '--end-of-options', `${ref}:${place}`];
      try {
        const options = { maxBuffer: mostDocument, timeout: timeoutMs, env };
        return assertText(
          (await promisify(execFile)('git', show, options)).stdout,
          `${name}: ${location}`,
        );
      } catch (error) {
        if (error instanceof DocumentError) throw error;
        throw new DocumentError(`${name}: ${explainGitError(error, ref, timeoutMs)}`);
      }
    },
    resolve: (reference, from) => path.posix.join(path.posix.dirname(from), decodeURI(reference)),
    toFile: (location) => location,
  };
}

function explainGitError(error: unknown, ref: string, timeoutMs: number): string {
  if (!isRecord(error)) return 'git failed';
  if (error['code'] === 'ENOENT') return 'git is not installed';
  if (error['code'] === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `the file is larger than ${mostDocument / 1e6} MB`;
  if (error['killed'] === true) return `git did not respond within ${timeoutMs / 1000} seconds`;
  const text = String(error['stderr'] ?? '');
  if (/invalid object name|unknown revision|bad revision|ambiguous argument/.test(text))
    return `git has no commit, branch or tag "${ref}" here (a shallow clone? fetch it first)`;
  return text.trim().split('\n')[0] || 'git failed';
}

function findInstalled(): string {
  try {
    return createRequire(path.resolve('package.json')).resolve('site-contract/openapi.yaml');
  } catch {
    throw new DocumentError(
      'installed: site-contract is not in node_modules of this folder; install it first, or name a file',
    );
  }
}
