import type { OperationId } from '../generated/names.ts';
import type { Operation } from './operation.ts';
import { type Segment, suggestPath } from './suggest-path.ts';

/** The result of matching a method and a path. */
export type Match<Id extends string = OperationId> =
  | { kind: 'operation'; operation: Operation<Id>; parameters: Record<string, string> }
  | { kind: 'method-not-allowed'; path: string; allow: readonly string[] }
  | {
      kind: 'unknown-path';
      /** The path of an operation that has most in common with it. */
      nearest: string;
      /** What was probably meant, with the values that were sent. */
      suggestion: string | undefined;
    };

interface PathEntry<Id extends string> {
  path: string;
  /** Texts and names of parameters in turn, a text first and last: `/v1/sites/`, `siteId`, `/routes`. */
  pieces: readonly string[];
  segments: readonly Segment[];
  operations: Map<string, Operation<Id>>;
  allow: readonly string[];
}

/**
 * Makes the function that finds the operation of a method and a path. Paths are compared as they are sent: case,
 * trailing slashes and empty segments count. HEAD finds the GET operation (RFC 9110, section 9.3.2).
 */
export function createMatcher<Id extends string>(
  operations: readonly Operation<Id>[],
): (method: string, path: string) => Match<Id> {
  const entries = toEntries(operations);
  return (method, path) => {
    for (const entry of entries) {
      const parameters = readPath(entry.pieces, path);
      if (parameters !== undefined) return toMatch(entry, method, parameters);
    }
    return toUnknownPath(entries, path.split('/'));
  };
}

function toMatch<Id extends string>(
  entry: PathEntry<Id>,
  method: string,
  parameters: Record<string, string>,
): Match<Id> {
  const { operations, path, allow } = entry;
  const operation =
    operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
  return operation === undefined
    ? { kind: 'method-not-allowed', path, allow }
    : { kind: 'operation', operation, parameters };
}

/** The parameters in a path, if it fits. A parameter is one whole segment, and not an empty one. */
function readPath(pieces: readonly string[], path: string): Record<string, string> | undefined {
  const [first = ''] = pieces;
  if (!path.startsWith(first)) return undefined;
  const parameters: Record<string, string> = {};
  let at = first.length;
  for (let piece = 1; piece + 1 < pieces.length; piece += 2) {
    const slash = path.indexOf('/', at);
    const end = slash === -1 ? path.length : slash;
    const text = pieces[piece + 1] ?? '';
    if (end === at || !path.startsWith(text, end)) return undefined;
    parameters[pieces[piece] ?? ''] = decodeSegment(path.slice(at, end));
    at = end + text.length;
  }
  return at === path.length ? parameters : undefined;
}

function toEntries<Id extends string>(operations: readonly Operation<Id>[]): PathEntry<Id>[] {
  const byPath = groupByPath(operations);
  return [...byPath].map(([path, those]) => {
    const methods = those.map(({ method }) => method);
    return {
      path,
      pieces: path.split(/\{(.+?)\}/),
      segments: path.split('/').map(toSegment),
      operations: new Map(those.map((operation) => [operation.method, operation])),
      allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
    };
  });
}

function groupByPath<Id extends string>(
  operations: readonly Operation<Id>[],
): Map<string, Operation<Id>[]> {
  const groups = new Map<string, Operation<Id>[]>();
  for (const operation of operations) {
    groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  }
  return groups;
}

function toSegment(text: string): Segment {
  const parameter = /^\{(.+)\}$/.exec(text)?.[1];
  return parameter === undefined ? { text } : { parameter };
}

/** How many segments fit from the left. An empty segment fits no parameter. */
function countMatched(segments: readonly Segment[], sent: readonly string[]): number {
  let count = 0;
  for (const segment of segments) {
    const text = sent[count];
    if (text === undefined) return count;
    if ('text' in segment ? segment.text !== text : text === '') return count;
    count += 1;
  }
  return count;
}

/** What cannot be decoded stays as it was sent, and is refused by the parameter's schema. */
function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toUnknownPath(
  entries: readonly PathEntry<string>[],
  sent: readonly string[],
): Match<never> {
  let nearest = '';
  let best = -1;
  for (const { path, segments } of entries) {
    const count = countMatched(segments, sent);
    if (count <= best) continue;
    best = count;
    nearest = path;
  }
  return {
    kind: 'unknown-path',
    nearest,
    suggestion: suggestPath(
      entries.map(({ segments }) => segments),
      sent,
    ),
  };
}
