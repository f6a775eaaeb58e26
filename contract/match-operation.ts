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

type Segment = { text: string } | { parameter: string };

/**
 * Makes the function that finds the operation of a method and a path. Paths are compared as they are sent: case,
 * trailing slashes and empty segments count. HEAD finds the GET operation (RFC 9110, section 9.3.2).
 */
export function createMatcher(
  operations: readonly Operation[],
): (method: string, path: string) => Match {
  const entries = toEntries(operations);
  return (method, path) => {
    const sent = path.split('/').slice(1);
    const entry = entries.find(
      ({ segments }) =>
        countMatched(segments, sent) === sent.length && segments.length === sent.length,
    );
    if (entry === undefined) return toUnknownPath(entries, sent);
    const operation =
      entry.operations.get(method) ?? (method === 'HEAD' ? entry.operations.get('GET') : undefined);
    if (operation === undefined)
      return { kind: 'method-not-allowed', path: entry.path, allow: entry.allow };
    return { kind: 'operation', operation, parameters: toParameters(entry.segments, sent) };
  };
}

function toEntries(operations: readonly Operation[]): PathEntry[] {
  const byPath = groupByPath(operations);
  return [...byPath].map(([path, those]) => {
    const methods = those.map(({ method }) => method);
    return {
      path,
      segments: path.split('/').slice(1).map(toSegment),
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

function toParameters(
  segments: readonly Segment[],
  sent: readonly string[],
): Record<string, string> {
  const parameters: Record<string, string> = {};
  segments.forEach((segment, at) => {
    if ('parameter' in segment) parameters[segment.parameter] = decodeSegment(sent[at] ?? '');
  });
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
    matched: sent
      .slice(0, Math.max(best, 0))
      .map((text) => `/${text}`)
      .join(''),
  };
}
