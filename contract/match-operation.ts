import { createNearestPath, type NearestPath } from './nearest-path.ts';
import type { Operation } from './operation.ts';
import { decodePercent, normalizePath } from './parse-url.ts';
import { PathTree } from './path-tree.ts';
import { listPathParameters } from './read-operations.ts';

/** The result of matching a method and a path. */
export type Match<Id extends string = string> =
  | {
      kind: 'operation';
      operation: Operation<Id>;
      /** The decoded texts of the path parameters, by name. */
      parameters: Record<string, string>;
      /** The same texts as they were sent. */
      encoded: Record<string, string>;
    }
  | { kind: 'method-not-allowed'; path: string; allow: readonly string[] }
  | ({ kind: 'unknown-path' } & NearestPath);

/** The operations of one path, or of several that differ only in the names of their parameters. */
interface PathEntry<Id extends string> {
  /** The first of the path templates. */
  path: string;
  isFixed: boolean;
  operations: Map<string, NamedOperation<Id>>;
}

interface NamedOperation<Id extends string> {
  operation: Operation<Id>;
  /** The names of its path parameters, in their order. */
  names: readonly string[];
}

/**
 * Creates a function that finds the operation for a method and a path. It compares paths exactly: case, trailing slashes and
 * empty segments matter, but not how a character is escaped. HEAD matches the GET operation (RFC 9110, section 9.3.2). A path
 * without parameters hides templates that match it as well; of several templates, the most specific one with the method applies.
 */
export function createMatcher<Id extends string>(
  operations: readonly Operation<Id>[],
): (method: string, path: string) => Match<Id> {
  const tree = createTree(operations);
  let findNearest: ((path: string) => NearestPath) | undefined;
  return (method, sentPath) => {
    const path = normalizePath(sentPath);
    const matches = tree.match(path);
    const [first] = matches;
    if (first === undefined) {
      findNearest ??= createNearestPath(listPaths(operations));
      return { kind: 'unknown-path', ...findNearest(path) };
    }
    const candidates = first.leaf.isFixed ? [first] : matches;
    for (const { leaf, texts } of candidates) {
      const named = findMethod(leaf, method);
      if (named !== undefined) return toMatch(named, texts);
    }
    return { kind: 'method-not-allowed', path: first.leaf.path, allow: listAllowed(first.leaf) };
  };
}

function createTree<Id extends string>(
  operations: readonly Operation<Id>[],
): PathTree<PathEntry<Id>> {
  const tree = new PathTree<PathEntry<Id>>();
  for (const operation of operations) {
    const { path, method } = operation;
    // Some documents tell operations apart by a query or a fragment, which is not part of a path.
    const [template = ''] = path.split(/[?#]/);
    const names = listPathParameters(template);
    const entry = tree.provide(template, () => ({
      path,
      isFixed: names.length === 0,
      operations: new Map(),
    }));
    if (!entry.operations.has(method)) entry.operations.set(method, { operation, names });
  }
  return tree;
}

function findMethod<Id extends string>(
  { operations }: PathEntry<Id>,
  method: string,
): NamedOperation<Id> | undefined {
  return operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
}

function listAllowed<Id extends string>({ operations }: PathEntry<Id>): string[] {
  const methods = [...operations.keys()];
  const implied = ['OPTIONS'];
  if (methods.includes('GET')) implied.unshift('HEAD');
  return [...new Set([...methods, ...implied])];
}

function toMatch<Id extends string>(
  { operation, names }: NamedOperation<Id>,
  texts: readonly string[],
): Match<Id> {
  // Names of parameters are from the document.
  const parameters: Record<string, string> = Object.create(null);
  const encoded: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) {
    const text = texts[index] ?? '';
    encoded[name] = text;
    parameters[name] = decodePercent(text);
  }
  return { kind: 'operation', operation, parameters, encoded };
}

function listPaths(operations: readonly Operation<string>[]): string[] {
  return [...new Set(operations.map(({ path }) => path))];
}
