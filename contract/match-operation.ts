import type { Operation } from './operation.ts';

/** How far a method and a path got. */
export type Match =
  | { kind: 'operation'; operation: Operation; parameters: Record<string, string> }
  | { kind: 'method-not-allowed'; path: string; allow: readonly string[] }
  | { kind: 'unknown-path'; nearest: string; matched: string };

interface PathEntry {
  path: string;
  segments: readonly Segment[];
  operations: Map<string, Operation>;
  allow: readonly string[];
}

/** A segment is a text, or the name of a parameter. */
interface Segment {
  text: string | undefined;
  parameter: string | undefined;
}

/**
 * Makes the function that finds the operation of a method and a path. Paths are compared as they are sent: case,
 * trailing slashes and empty segments count. HEAD finds the GET operation (RFC 9110, section 9.3.2).
 */
export function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Match {
  const entries = toEntries(operations);
  return (method, path) => {
    // Every path starts with a slash, so the first piece is empty.
    const sent = path.split('/');
    const entry = findEntry(entries, sent);
    if (entry === undefined) return toUnknownPath(entries, sent);
    const operation =
      entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined);
    if (operation === undefined)
      return { kind: 'method-not-allowed', path: entry.path, allow: entry.allow };
    return { kind: 'operation', operation, parameters: toParameters(entry.segments, sent) };
  };
}

function findEntry(entries: readonly PathEntry[], sent: readonly string[]): PathEntry | undefined {
  for (const entry of entries) {
    const { length } = entry.segments;
    if (length === sent.length && countMatched(entry.segments, sent) === length) return entry;
  }
  return undefined;
}

function toEntries(operations: readonly Operation[]): PathEntry[] {
  const byPath = groupByPath(operations);
  return [...byPath].map(([path, those]) => {
    const methods = those.map(({ method }) => method);
    return {
      path,
      segments: path.split('/').map(toSegment),
      operations: new Map(those.map((operation) => [operation.method, operation])),
      allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
    };
  });
}

function groupByPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  }
  return groups;
}

function toSegment(text: string): Segment {
  const parameter = /^\{(.+)\}$/.exec(text)?.[1];
  return parameter === undefined ? { text, parameter: undefined } : { text: undefined, parameter };
}

/** How many segments fit from the left. An empty segment fits no parameter. */
function countMatched(segments: readonly Segment[], sent: readonly string[]): number {
  let count = 0;
  for (const { text, parameter } of segments) {
    const given = sent[count];
    if (given === undefined) return count;
    if (parameter === undefined ? text !== given : given === '') return count;
    count += 1;
  }
  return count;
}

function toParameters(
  segments: readonly Segment[],
  sent: readonly string[],
): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at];
    if (segment?.parameter !== undefined) {
      parameters[segment.parameter] = decodeSegment(sent[at] ?? '');
    }
  }
  return parameters;
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

function toUnknownPath(entries: readonly PathEntry[], sent: readonly string[]): Match {
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
    matched: sent.slice(0, Math.max(best, 0)).join('/'),
  };
}
