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

/** Longer paths are not spelling mistakes, and comparing them would take too long. */
const longest = 500;

/** Maximum distance of a path from a template. A missing or misspelt segment counts up to 1. */
const furthest = 1.5;

/** The changes that make a path match a template. */
interface Alignment {
  cost: number;
  segments: readonly string[];
}

/** The path that was probably meant: the nearest template, filled with the sent values. Undefined if none is near. */
function suggestPath(
  templates: readonly (readonly Segment[])[],
  sent: readonly string[],
): string | undefined {
  if (sent.join('/').length > longest) return undefined;
  const words = new Set(templates.flat().flatMap((each) => ('text' in each ? each.text : [])));
  let best: Alignment = { cost: Number.POSITIVE_INFINITY, segments: [] };
  for (const template of templates) {
    const found = align(template, sent, words);
    if (found.cost < best.cost) best = found;
  }
  return best.cost <= furthest ? best.segments.join('/') : undefined;
}

/** Calculates the cheapest way to insert, delete and replace segments (edit distance over segments). */
function align(
  template: readonly Segment[],
  sent: readonly string[],
  words: ReadonlySet<string>,
): Alignment {
  let row: Alignment[] = [{ cost: 0, segments: [] }];
  for (const text of sent) row.push(extend(row.at(-1), dropping(text)));
  for (const segment of template) {
    const missing = 'text' in segment ? segment.text : `{${segment.parameter}}`;
    const next = [extend(row[0], 1, missing)];
    sent.forEach((text, at) => {
      const options = [
        extend(row[at], compare(segment, text, words), 'text' in segment ? segment.text : text),
        extend(row[at + 1], 1, missing),
        extend(next[at], dropping(text)),
      ];
      next.push(options.reduce((one, other) => (other.cost < one.cost ? other : one)));
    });
    row = next;
  }
  return row.at(-1) ?? { cost: Number.POSITIVE_INFINITY, segments: [] };
}

function extend(from: Alignment | undefined, cost: number, segment?: string): Alignment {
  const { cost: before, segments } = from ?? { cost: Number.POSITIVE_INFINITY, segments: [] };
  return {
    cost: before + cost,
    segments: segment === undefined ? segments : [...segments, segment],
  };
}

/** Cost of deleting a segment. An extra slash is a smaller mistake than an extra segment. */
function dropping(text: string): number {
  return text === '' ? 0.2 : 1;
}

/** 0 for a match, up to 1 for a spelling mistake, more for a different word. */
function compare(segment: Segment, text: string, words: ReadonlySet<string>): number {
  // A literal segment is unlikely to be a parameter value.
  if (!('text' in segment)) {
    if (text === '') return 2;
    return [...words].some((word) => isMisspelt(text, word)) ? 0.5 : 0;
  }
  if (segment.text === text) return 0;
  return isMisspelt(text, segment.text) ? 0.2 : 2;
}

function isMisspelt(text: string, word: string): boolean {
  const most = Math.max(2, Math.floor(word.length / 3));
  if (word === '' || Math.abs(text.length - word.length) > most) return false;
  return measureDistance(text.toLowerCase(), word.toLowerCase()) <= most;
}
