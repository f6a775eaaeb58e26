import { escapePointer, readAt } from '../contract/resolve-reference.ts';

/** One line of formatted JSON. */
export interface JsonLine {
  line: string;
  /** The JSON Pointer of the value that begins in this line. */
  pointer: string | undefined;
}

export function toJsonLines(value: unknown): JsonLine[] {
  const place: (string | number)[] = [];
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      const depth = line.search(/\S/) / 2;
      place.length = depth;
      if (/^ *[\]}]/.test(line)) return { line, pointer: undefined };
      const key = /^ *("(?:[^"\\]|\\.)*"): /.exec(line)?.[1];
      const last = place.at(-1);
      const next = typeof last === 'number' ? last + 1 : 0;
      if (depth > 0) place[depth - 1] = key === undefined ? next : JSON.parse(key);
      return { line, pointer: place.map((each) => `/${escapePointer(String(each))}`).join('') };
    });
}

/** Returns the place of a fault in a value: its own, or the nearest parent of a missing field. */
export function findPlace(value: unknown, pointer: string | undefined): string | undefined {
  if (pointer === undefined || pointer === '' || readAt(value, pointer) !== undefined)
    return pointer;
  return findPlace(value, pointer.slice(0, pointer.lastIndexOf('/')));
}
