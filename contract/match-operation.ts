import { matchNearest } from './match-nearest.ts';
import type { Operation } from './operation.ts';
import { decodePercent, normalizePath } from './parse-url.ts';

/** The result of matching a method and a path. */
export type Match<Id extends string = string> =
  | { kind: 'operation'; operation: Operation<Id>; parameters: Record<string, string> }
  | { kind: 'method-not-allowed'; path: string; allow: readonly string[] }
  | {
      kind: 'unknown-path';
      /** The path of the most similar operation. */
      nearest: string;
      /** The path that was probably meant, with the parameter values of the request. */
      suggestion: string | undefined;
    };

interface PathEntry<Id extends string> {
  path: string;
  /** Matches a path, and captures the parameters: whole, non-empty segments. */
  pattern: RegExp;
  names: readonly string[];
  operations: Map<string, Operation<Id>>;
  allow: readonly string[];
}

/**
 * Creates a function that finds the operation for a method and a path. It compares paths exactly: case, trailing slashes and
 * empty segments matter, but not how a character is escaped. HEAD matches the GET operation (RFC 9110, section 9.3.2).
 */
export function createMatcher<Id extends string>(
  operations: readonly Operation<Id>[],
): (method: string, path: string) => Match<Id> {
  const paths = [...new Set(operations.map(({ path }) => path))];
  const entries = paths.map((path) => toEntry(path, operations));
  return (method, sentPath) => {
    const path = normalizePath(sentPath);
    for (const entry of entries) {
      const found = entry.pattern.exec(path);
      if (found === null) continue;
      const operation =
        entry.operations.get(method) ??
        (method === 'HEAD' ? entry.operations.get('GET') : undefined);
      if (operation === undefined)
        return { kind: 'method-not-allowed', path: entry.path, allow: entry.allow };
      const parameters: Record<string, string> = {};
      for (const [at, name] of entry.names.entries())
        parameters[name] = decodePercent(found[at + 1] ?? '');
      return { kind: 'operation', operation, parameters };
    }
    return findNearest(paths, path);
  };
}

function toEntry<Id extends string>(path: string, all: readonly Operation<Id>[]): PathEntry<Id> {
  const operations = all.filter((operation) => operation.path === path);
  const methods = operations.map(({ method }) => method);
  const literals = path.split(/\{.+?\}/).map(normalizePath);
  const escaped = literals.map((text) => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&'));
  return {
    path,
    pattern: new RegExp(`^${escaped.join('([^/]+)')}$`),
    names: [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name),
    operations: new Map(operations.map((operation) => [operation.method, operation])),
    allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
  };
}

/** Longer paths are not spelling mistakes, and comparing them would take long. */
const longest = 500;

/** The path template that needs the fewest changes to match; likely if at most one segment is missing or left over. */
function findNearest(templates: readonly string[], path: string): Match<never> {
  const sent = path.length > longest ? [] : path.split('/').filter((text) => text !== '');
  const words = templates.flatMap((each) =>
    each.split('/').filter((text) => !text.startsWith('{')),
  );
  const [best] = templates
    .map((template) => ({ template, ...fill(template.split('/').slice(1), sent, words) }))
    .toSorted((one, other) => one.wrong - other.wrong);
  return {
    kind: 'unknown-path',
    nearest: best?.template ?? '',
    suggestion: best === undefined || best.wrong > 1 ? undefined : best.filled,
  };
}

/** Fills a template from left to right. A parameter is not filled with a word of the contract. */
function fill(template: readonly string[], sent: readonly string[], words: readonly string[]) {
  const left = [...sent];
  let wrong = 0;
  const segments = template.map((segment) => {
    const [next] = left;
    const isParameter = segment.startsWith('{');
    const isWord = isParameter
      ? words.includes(next ?? '')
      : matchNearest(next ?? '', [segment]) !== undefined;
    if (next === undefined || isWord === isParameter) {
      wrong += 1;
      return segment;
    }
    left.shift();
    return isParameter ? next : segment;
  });
  return { filled: `/${segments.join('/')}`, wrong: wrong + left.length };
}
