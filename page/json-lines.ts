import { escapePointer } from '../contract/resolve-reference.ts';
/** One line of formatted JSON. */
export interface JsonLine {
  depth: number;
  /** The property name, quoted. */
  key: string | undefined;
  kind: 'string' | 'number' | 'literal' | 'bracket';
  text: string;
  /** The comma, or an empty string. */
  end: string;
  /** JSON Pointers (RFC 6901) whose faults are shown below this line: its own, and those of missing fields in it. */
  pointers: string[];
}

/** Formats a value as lines. The faults of a missing field are shown at the nearest existing parent. */
export function toJsonLines(value: unknown, wanted: ReadonlySet<string> = new Set()): JsonLine[] {
  const lines: JsonLine[] = [];
  write(value, { depth: 0, key: undefined, pointer: '', end: '' }, lines);
  const places = new Map<string, JsonLine>();
  for (const line of lines) {
    const [own] = line.pointers;
    if (own !== undefined) places.set(own, line);
    line.pointers = [];
  }
  for (const pointer of wanted) findPlace(pointer, places)?.pointers.push(pointer);
  return lines;
}

function findPlace(pointer: string, places: ReadonlyMap<string, JsonLine>): JsonLine | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const line = places.get(place);
    if (line !== undefined || place === '') return line;
  }
}

interface Place {
  depth: number;
  key: string | undefined;
  pointer: string;
  end: string;
}

function write(value: unknown, place: Place, lines: JsonLine[]): void {
  const { depth, key, pointer, end } = place;
  const put = (kind: JsonLine['kind'], text: string): void => {
    lines.push({ depth, key, kind, text, end, pointers: [pointer] });
  };
  if (value === null || typeof value !== 'object') {
    put(toKind(value), JSON.stringify(value));
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  if (entries.length === 0) {
    put('bracket', open + close);
    return;
  }
  lines.push({ depth, key, kind: 'bracket', text: open, end: '', pointers: [pointer] });
  entries.forEach(([name, item], at) => {
    const inner = {
      depth: depth + 1,
      key: isList ? undefined : JSON.stringify(name),
      pointer: `${pointer}/${escapePointer(name)}`,
      end: at === entries.length - 1 ? '' : ',',
    };
    write(item, inner, lines);
  });
  lines.push({ depth, key: undefined, kind: 'bracket', text: close, end, pointers: [] });
}

function toKind(value: unknown): JsonLine['kind'] {
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'literal';
}
