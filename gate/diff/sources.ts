import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { DocumentError } from '../../contract/document-error.ts';
import { isObject as isRecord, type JsonObject, readToken } from './json.ts';

/** A document to compare, with every file that it refers to brought into it. */
export interface SourceDocument {
  /** How the user named it, for reports. */
  name: string;
  document: JsonObject;
  /** Where a place of the document was written: the file, relative to the working folder where it is one, and its line. */
  locate(pointer: string): Place;
}

export interface Place {
  pointer: string;
  /** Undefined where the document does not come from a file of this machine. */
  file?: string;
  line?: number;
}

/** Reads texts of one kind of source, and finds what a relative reference names. */
interface Origin {
  read(location: string): Promise<string>;
  resolve(reference: string, from: string): string;
  /** A file that an annotation can point at. */
  toFile(location: string): string | undefined;
}

interface ReadFile {
  location: string;
  value: unknown;
  findLine(tokens: readonly string[]): number | undefined;
}

/** Files that a document refers to are kept under this key. */
const bundleKey = 'x-bundled';
const sizeLimit = 20_000_000;
const timeoutMs = 20_000;

/**
 * Reads one side of a comparison.
 * @param name a file, a URL, `git:<ref>[:path]`, or `installed`
 * @param defaultPath the path that `git:<ref>` means, relative to the working folder
 * @throws DocumentError naming the source and what is wrong with it
 */
export async function readSource(name: string, defaultPath: string): Promise<SourceDocument> {
  const { origin, location } = await openSource(name, defaultPath);
  const files: ReadFile[] = [];
  const document = await bundle(origin, location, files);
  assertOpenApi(document, name);
  return {
    name,
    document,
    locate: (pointer) => {
      const tokens = pointer.split('/').slice(1).map(readToken);
      const index = tokens[0] === bundleKey ? Number(tokens[1]) : 0;
      const inFile = tokens[0] === bundleKey ? tokens.slice(2) : tokens;
      const found = files[index];
      const file = found && origin.toFile(found.location);
      const line = found?.findLine(inFile);
      return {
        pointer,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
      };
    },
  };
}

async function openSource(
  name: string,
  defaultPath: string,
): Promise<{ origin: Origin; location: string }> {
  if (/^https?:\/\//i.test(name)) return { origin: web, location: name };
  if (name.startsWith('git:')) return openGit(name, defaultPath);
  if (name === 'installed') return { origin: disk, location: findInstalled() };
  return { origin: disk, location: path.resolve(name) };
}

const disk: Origin = {
  read: async (location) => {
    try {
      return await readFile(location, 'utf8');
    } catch (error) {
      const shown = path.relative('', location) || location;
      throw new DocumentError(`${shown}: ${explainFileError(error)}`);
    }
  },
  resolve: (reference, from) => path.resolve(path.dirname(from), decodeURI(reference)),
  toFile: (location) => path.relative('', location).replaceAll('\\', '/'),
};

const web: Origin = {
  read: async (location) => {
    let response: Response;
    try {
      response = await fetch(location, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new DocumentError(
        `${toSafeUrl(location)}: cannot be fetched (${explainFetchError(error)})`,
      );
    }
    if (!response.ok)
      throw new DocumentError(`${toSafeUrl(location)}: the server answered ${response.status}`);
    const text = await response.text();
    if (text.length > sizeLimit)
      throw new DocumentError(`${toSafeUrl(location)}: larger than ${sizeLimit / 1e6} MB`);
    return text;
  },
  resolve: (reference, from) => new URL(reference, from).href,
  toFile: () => undefined,
};

function explainFileError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'is a folder, not a document';
  return `cannot be read (${code})`;
}

function explainFetchError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
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
        const options = { maxBuffer: sizeLimit, timeout: timeoutMs };
        const { stdout } = await git(
          'git',
          ['show', '--end-of-options', `${ref}:${place}`],
          options,
        );
        return stdout;
      } catch (error) {
        throw new DocumentError(`${name}: ${explainGitError(error, ref, location)}`);
      }
    },
    resolve: (reference, from) => path.posix.join(path.posix.dirname(from), decodeURI(reference)),
    toFile: (location) => location,
  };
  return { origin, location: file };
}

function explainGitError(error: unknown, ref: string, file: string): string {
  if (!isRecord(error)) return 'git failed';
  if (error['code'] === 'ENOENT') return 'git is not installed';
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

/** Reads a file and all that it refers to; a reference to another file becomes one into `x-bundled`. */
async function bundle(origin: Origin, location: string, files: ReadFile[]): Promise<JsonObject> {
  const root = await readParsed(origin, location, files);
  if (!isRecord(root)) throw new DocumentError(`${location}: not an OpenAPI document`);
  const bundled: Record<string, unknown> = {};
  // The list grows while it is walked: a file may refer to further ones.
  for (let index = 0; index < files.length; index += 1) {
    const file = files[index];
    if (file === undefined) break;
    const prefix = index === 0 ? '' : `/${bundleKey}/${index}`;
    await rewriteReferences(file.value, async (reference) => {
      const [target = '', fragment = ''] = reference.split('#', 2);
      if (target === '') return `#${prefix}${fragment}`;
      const at = origin.resolve(target, file.location);
      let known = files.findIndex((each) => each.location === at);
      if (known === -1) {
        known = files.length;
        await readParsed(origin, at, files);
      }
      return known === 0 ? `#${fragment}` : `#/${bundleKey}/${known}${fragment}`;
    });
    if (index > 0) bundled[String(index)] = file.value;
  }
  return files.length > 1 ? { ...root, [bundleKey]: bundled } : root;
}

async function readParsed(origin: Origin, location: string, files: ReadFile[]): Promise<unknown> {
  const text = await origin.read(location);
  const value = parseText(text, origin.toFile(location) ?? location);
  let findLine: ((tokens: readonly string[]) => number | undefined) | undefined;
  files.push({
    location,
    value,
    findLine: (tokens) => {
      findLine ??= createLineFinder(text);
      return findLine(tokens);
    },
  });
  return value;
}

/** JSON is YAML, and its own parser is much faster with large documents; the other one tells line and column. */
function parseText(text: string, shown: string): unknown {
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      // Told below.
    }
  }
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines });
  const [mistake] = parsed.errors;
  if (mistake !== undefined) {
    const { line, col } = mistake.linePos?.[0] ?? { line: 1, col: 1 };
    const [sentence = ''] = mistake.message.split('\n');
    throw new DocumentError(`${shown}:${line}:${col}: ${sentence.replace(/ at line .*$/, '')}`);
  }
  try {
    return parsed.toJS();
  } catch (error) {
    throw new DocumentError(`${shown}: ${error instanceof Error ? error.message : 'bad YAML'}`);
  }
}

/** The line of a place. One that a rule names may be missing; then it is the nearest one above. */
function createLineFinder(text: string): (tokens: readonly string[]) => number | undefined {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines });
  return (tokens) => {
    for (let length = tokens.length; length > 0; length -= 1) {
      const path = tokens.slice(0, length);
      const parent: unknown =
        length === 1 ? parsed.contents : parsed.getIn(path.slice(0, -1), true);
      const key = path[length - 1];
      // The line of the key, and not of what stands behind it.
      const pair = isMap(parent)
        ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : undefined;
      const node: unknown = pair?.key ?? parsed.getIn(path, true);
      if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
    }
    return tokens.length === 0 ? 1 : undefined;
  };
}

async function rewriteReferences(
  value: unknown,
  rewrite: (reference: string) => Promise<string>,
): Promise<void> {
  if (Array.isArray(value)) {
    for (const item of value) await rewriteReferences(item, rewrite);
    return;
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') {
      if (/^[a-z][a-z0-9+.-]*:/i.test(inner) && !/^https?:/i.test(inner)) continue;
      value[key] = await rewrite(inner);
    } else {
      await rewriteReferences(inner, rewrite);
    }
  }
}

function assertOpenApi(document: JsonObject, name: string): void {
  const { openapi, swagger, paths, webhooks, info } = document;
  if (swagger !== undefined)
    throw new DocumentError(
      `${name}: Swagger ${String(swagger)} is not supported; convert it to OpenAPI 3 first`,
    );
  if (typeof openapi !== 'string')
    throw new DocumentError(`${name}: not an OpenAPI document: the field "openapi" is missing`);
  if (!/^3\.[012]\./.test(openapi))
    throw new DocumentError(`${name}: OpenAPI ${openapi} is not supported; use 3.0, 3.1 or 3.2`);
  if (!isRecord(paths) && !isRecord(webhooks))
    throw new DocumentError(`${name}: the document has no "paths"`);
  if (info !== undefined && !isRecord(info))
    throw new DocumentError(`${name}: "info" is not an object`);
}
