import { execFile } from 'node:child_process';
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { DocumentError, explainReadError } from '../../contract/errors.ts';
import { assertReadable, mostDocument as sizeLimit } from '../../contract/files.ts';
import { isRecord } from '../../contract/resolve-reference.ts';

/** Reads texts from one kind of source, and resolves relative references. */
export interface Origin {
  read(location: string): Promise<string>;
  resolve(reference: string, from: string): string;
  /** A local file that an annotation can refer to. */
  toFile(location: string): string | undefined;
}

/** Selects how to read a source by its name: a file, a URL, `git:<ref>[:path]`, or `installed`. */
export async function openSource(
  name: string,
  defaultPath: string,
  timeoutMs: number,
): Promise<{ origin: Origin; location: string }> {
  if (/^https?:\/\//i.test(name)) return { origin: createWeb(name, timeoutMs), location: name };
  if (name.startsWith('git:')) return openGit(name, defaultPath, timeoutMs);
  const location = name === 'installed' ? findInstalled() : path.resolve(name);
  return { origin: createDisk(location), location };
}

/** Reads files. References stay inside the repository of the document, or its folder without a repository. */
const createDisk = (start: string): Origin => {
  const root = findRepository(path.dirname(start)) ?? path.dirname(start);
  return {
    read: async (location) => {
      const shown = path.relative('', location) || location;
      try {
        if (location !== start && isOutside(realpathSync(location), realpathSync(root)))
          throw new DocumentError(`${shown}: a $ref must stay inside ${root}; copy the file there`);
        return await readText(location);
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
    toFile: (location) => path.relative('', location).replaceAll('\\', '/'),
  };
};

function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

function isOutside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') || path.isAbsolute(relative);
}

const correctUrl = 'correct the URL, or pass a file';

/** Reads from a server. References stay on its origin, also after a redirect. */
const createWeb = (start: string, timeoutMs: number): Origin => ({
  read: async (location) => {
    const shown = toSafeUrl(location);
    try {
      // The same limit for the whole response: a server may stop in the middle of its body.
      const signal = AbortSignal.timeout(timeoutMs);
      const redirect = location === start ? 'follow' : 'manual';
      const response = await fetch(location, { signal, redirect });
      if (!response.ok)
        throw new DocumentError(`${shown}: the server returned ${response.status}; ${correctUrl}`);
      return await collectText(readPieces(response), shown);
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      throw new DocumentError(
        `${shown}: cannot be fetched (${explainFetchError(error, timeoutMs)}); ${correctUrl}`,
      );
    }
  },
  resolve: (reference, from) => {
    const target = new URL(reference, from);
    if (target.origin !== new URL(start).origin)
      throw new DocumentError(
        `$ref "${toSafeUrl(target.href)}": must stay on ${new URL(start).origin}; copy the document there`,
      );
    return target.href;
  },
  toFile: () => undefined,
});

async function readText(location: string): Promise<string> {
  const shown = path.relative('', location) || location;
  assertReadable(location, shown);
  // Reads in chunks, because input from a pipe may never end.
  return collectText(createReadStream(location), shown);
}

async function* readPieces({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read())
    yield piece.value;
}

/** @throws DocumentError if the text is too long, or is not text */
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

/** Finds the line of a place in a file by its keys. If the place is missing, returns the line of its nearest parent. */
export type LineFinder = (tokens: readonly string[]) => number | undefined;

export function createLineFinder(text: string): LineFinder {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: false });
  return (tokens) => {
    for (let length = tokens.length; length > 0; length -= 1) {
      const path = tokens.slice(0, length);
      const parent: unknown =
        length === 1 ? parsed.contents : parsed.getIn(path.slice(0, -1), true);
      const key = path[length - 1];
      // The line of the key, not of its value.
      const pair = isMap(parent)
        ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : undefined;
      const node: unknown = pair?.key ?? parsed.getIn(path, true);
      if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
    }
    return tokens.length === 0 ? 1 : undefined;
  };
}
