import type { OperationId } from '../generated/names.ts';
import { measureDistance } from './match-nearest.ts';
import type { Operation } from './operation.ts';

/** The result of matching a method and a path. */
export type Match<Id extends string = OperationId> =
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
  /** Alternating texts and parameter names; the first and the last are texts: `/v1/sites/`, `siteId`, `/routes`. */
  pieces: readonly string[];
  segments: readonly Segment[];
  operations: Map<string, Operation<Id>>;
  allow: readonly string[];
}

/**
 * Creates a function that finds the operation for a method and a path. It compares paths exactly: case, trailing slashes and
 * empty segments matter. HEAD matches the GET operation (RFC 9110, section 9.3.2).
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

/** The parameters in a path, if it matches. A parameter is a whole, non-empty segment. */
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

/** Number of matching segments from the left. An empty segment does not match a parameter. */
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

/** Decodes a segment. If that fails, keeps it unchanged, and the parameter's schema refuses it. */
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

type Segment = { text: string } | { parameter: string };

/** Longer paths are not spelling mistakes. */
const longest = 500;

/** The path that was probably meant: a template with at most one missing segment, filled with the sent values. */
function suggestPath(
  templates: readonly (readonly Segment[])[],
  sent: readonly string[],
): string | undefined {
  const given = sent.filter((text) => text !== '');
  if (given.join('/').length > longest) return undefined;
  const words = templates.flat().flatMap((each) => ('text' in each ? each.text : []));
  const filled = templates.map((template) => fill(template.slice(1), given, words));
  const [best] = filled.toSorted((one, other) => one.missing - other.missing);
  return best === undefined || best.missing > 1 ? undefined : `/${best.segments.join('/')}`;
}

/** Fills a template from left to right. A parameter is not filled with a word of the contract. */
function fill(template: readonly Segment[], given: readonly string[], words: readonly string[]) {
  const left = [...given];
  let missing = 0;
  const segments = template.map((segment) => {
    const [next] = left;
    const isText = 'text' in segment;
    const candidates = isText ? [segment.text] : words;
    const isWord = next !== undefined && candidates.some((word) => isMisspelt(next, word));
    if (next === undefined || isWord !== isText) {
      missing += 1;
      return isText ? segment.text : `{${segment.parameter}}`;
    }
    left.shift();
    return isText ? segment.text : next;
  });
  // Each segment that is left over is a mistake too.
  return { segments, missing: missing + left.length };
}

function isMisspelt(text: string, word: string): boolean {
  const most = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  if (word === '' || Math.abs(text.length - word.length) > most) return false;
  return measureDistance(text.toLowerCase(), word.toLowerCase()) <= most;
}
