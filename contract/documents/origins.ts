import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { DocumentError, readErrorCode } from '../errors.ts';
import { mostDocument, readTextFile } from '../files.ts';
import { decodePercent, parseUrl } from '../parse-url.ts';

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
 * Selects how to read a source by its name: a file, a URL, or `git:<ref>[:path]`.
 * @throws DocumentError
 */
export function openSource(name: string, defaultPath: string, timeoutMs: number): Origin {
  if (isUrl(name)) return openWeb(name, timeoutMs);
  if (name.startsWith('git:')) return openGit(name, defaultPath, timeoutMs);
  return openDisk(path.resolve(name));
}

/**
 * Opens a document of the user's own choice: a file or a URL. A file may refer to any other file and to servers, a document of
 * a server only to servers.
 */
export function openDocument(name: string, timeoutMs: number): Origin {
  if (isUrl(name)) return openWeb(name, timeoutMs, true);
  const start = path.resolve(name);
  return {
    start,
    toFile: (location) => (isUrl(location) ? undefined : toRelativeFile(location)),
    read: async (location) =>
      isUrl(location)
        ? openWeb(location, timeoutMs, true).read(location)
        : readTextFile(location, toRelativeFile(location), mostDocument),
    resolve: (reference, from) => {
      if (isUrl(reference)) return reference;
      if (isUrl(from)) return openWeb(from, timeoutMs, true).resolve(reference, from);
      return path.resolve(path.dirname(from), toFilePath(reference));
    },
  };
}

/** Opens a document in memory, which can refer to nothing else. */
export function openValue(document: unknown, name: string): Origin {
  const text = JSON.stringify(document, null, 2);
  return {
    start: name,
    toFile: () => undefined,
    read: async () => text,
    resolve: (reference) => {
      throw new DocumentError(`${reference} is not part of ${name}`);
    },
  };
}

function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

function toRelativeFile(location: string): string {
  return path.relative('', location).replaceAll('\\', '/') || location;
}

/** The file of a relative reference, which percent-encodes characters such as `#` and spaces, or of a `file:` URL. */
function toFilePath(reference: string): string {
  const encoded = reference.replace(/^file:\/\//i, '');
  // A percent sign that belongs to no escape is part of the name.
  const file = encoded.replaceAll(/(?:%[\da-f]{2})+/gi, decodePercent);
  if (file.includes('\0')) throw new DocumentError('no file can have this name; correct it');
  return file;
}

/** Reads files. References stay inside the repository of the document, or its folder without a repository. */
function openDisk(start: string): Origin {
  const root = findRepository(path.dirname(start)) ?? path.dirname(start);
  const toFile = toRelativeFile;
  return {
    start,
    toFile,
    read: async (location) => {
      const isOther = location !== start && existsSync(location);
      const inside = isOther ? path.relative(realpathSync(root), realpathSync(location)) : '';
      if (inside.startsWith('..') || path.isAbsolute(inside))
        throw new DocumentError(
          `${toFile(location)}: a $ref must stay inside ${root}; copy the file there`,
        );
      return readTextFile(location, toFile(location), mostDocument);
    },
    resolve: (reference, from) => {
      if (/^https?:/i.test(reference))
        throw new DocumentError('a file must not refer to a server; download the document');
      return path.resolve(path.dirname(from), toFilePath(reference));
    },
  };
}

/** The nearest folder with a repository. */
export function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

/**
 * Reads from a server. References stay on its origin, also after a redirect.
 * @param isFree whether references may lead to other servers as well
 */
function openWeb(start: string, timeoutMs: number, isFree = false): Origin {
  const origin = parseUrl(start)?.origin;
  if (origin === undefined) throw new DocumentError(`${hideSecrets(start)}: not a URL; correct it`);
  return {
    start,
    read: async (location) => {
      const { Agent, interceptors, request } = await import('undici');
      const redirect = interceptors.redirect({ maxRedirections: location === start ? 5 : 0 });
      const agent = new Agent({ maxResponseSize: mostDocument });
      try {
        // For the whole response: a server may stop in the middle of its body.
        const options = {
          dispatcher: agent.compose(redirect),
          signal: AbortSignal.timeout(timeoutMs),
        };
        const { statusCode, body } = await request(location, options);
        if (statusCode !== 200) throw new Error(`the server returned ${statusCode}`);
        return await body.text();
      } catch (error) {
        throw new DocumentError(
          `${toSafeUrl(location)}: cannot be fetched (${Object(error).message || readErrorCode(error)}); correct the URL, or pass a file`,
        );
      } finally {
        await agent.destroy();
      }
    },
    resolve: (reference, from) => {
      const target = parseUrl(reference, from);
      if (target === undefined) throw new DocumentError('not a URL; correct it');
      if (target.origin === origin || (isFree && isUrl(target.href))) return target.href;
      throw new DocumentError(`must stay on ${origin}; copy the document there`);
    },
    toFile: () => undefined,
  };
}

/** A URL without its credentials and query, which may contain a token. Other locations stay as they are. */
export function toSafeUrl(location: string): string {
  const url = isUrl(location) ? parseUrl(location) : undefined;
  return url === undefined ? location : `${url.origin}${url.pathname}`;
}

/** A text that should be a URL, without what may be secret in it. */
export function hideSecrets(text: string): string {
  return text.replace(/\/\/[^/?#]*@/, '//').replace(/\?[^#]*/, '');
}

/** Opens a source such as `git:main` or `git:v1.2.0:spec/openapi.yaml`. A path is relative to the working folder. */
function openGit(name: string, defaultPath: string, timeoutMs: number): Origin {
  const [, ref = '', file = defaultPath] = /^git:([^:]*)(?::(.*))?$/.exec(name) ?? [];
  if (ref === '' || ref.startsWith('-'))
    throw new DocumentError(
      `${name}: name a commit, a branch or a tag: git:main or git:v1.2.0:spec/openapi.yaml`,
    );
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const options = { maxBuffer: mostDocument, timeout: timeoutMs, env };
  return {
    start: path.posix.normalize(file.replaceAll('\\', '/')),
    read: async (location) => {
      const file = location.startsWith('/') ? location.slice(1) : `./${location}`;
      const show = ['show', '--end-of-options', `${ref}:${file}`];
      try {
        return (await promisify(execFile)('git', show, options)).stdout;
      } catch (error) {
        const { stderr, message } = Object(error);
        const [reason = ''] = String(stderr || message).split('\n');
        throw new DocumentError(
          `${name}: ${reason.replace(/^fatal: |\.$/g, '')}; correct it, or fetch it first (in a shallow clone)`,
        );
      }
    },
    resolve: (reference, from) => path.posix.join(path.posix.dirname(from), toFilePath(reference)),
    toFile: (location) => {
      if (!location.startsWith('/')) return location;
      const root = findRepository(path.resolve()) ?? '';
      return path.relative('', path.join(root, location)).replaceAll('\\', '/');
    },
  };
}
