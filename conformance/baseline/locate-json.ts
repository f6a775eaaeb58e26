/** Where things stand in a JSON text, or where it ends to be JSON. */
export type JsonPlaces =
  | { kind: 'json'; value: unknown; offsets: ReadonlyMap<string, number> }
  | { kind: 'malformed'; offset: number; problem: string };

const patterns = {
  space: /[ \t\n\r]*/y,
  string: /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy,
  scalar: /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y,
};
const deepest = 100;

class Malformed extends Error {}

/** Reads a JSON text (RFC 8259) and remembers the offset of every value by its JSON Pointer, and of every name. */
export function locateJson(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function skip(character: string): boolean {
    take(patterns.space);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  }

  function stop(wanted: string): never {
    const found = at >= text.length ? 'the file ends' : `found ${JSON.stringify(text[at])}`;
    throw new Malformed(`${found} where ${wanted} is expected`);
  }

  function readValue(pointer: string, depth: number): void {
    take(patterns.space);
    offsets.set(pointer, at);
    if (depth > deepest) throw new Malformed('the file is nested too deeply');
    if (skip('{')) readMembers(pointer, depth);
    else if (skip('[')) readElements(pointer, depth);
    else if ((take(patterns.string) ?? take(patterns.scalar)) === undefined) stop('a value');
  }

  function readMembers(pointer: string, depth: number): void {
    if (skip('}')) return;
    do {
      take(patterns.space);
      const start = at;
      const name = take(patterns.string) ?? stop('a name in double quotes');
      const place = `${pointer}/${String(JSON.parse(name)).replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (offsets.has(place)) {
        at = start;
        throw new Malformed(`${name} appears twice`);
      }
      offsets.set(`${place}#`, start);
      if (!skip(':')) stop('a colon');
      readValue(place, depth + 1);
    } while (skip(','));
    if (!skip('}')) stop('a comma or }');
  }

  function readElements(pointer: string, depth: number): void {
    if (skip(']')) return;
    let index = 0;
    do {
      readValue(`${pointer}/${index}`, depth + 1);
      index += 1;
    } while (skip(','));
    if (!skip(']')) stop('a comma or ]');
  }

  try {
    readValue('', 0);
    take(patterns.space);
    if (at < text.length) stop('the end of the file');
  } catch (error) {
    if (error instanceof Malformed)
      return { kind: 'malformed', offset: at, problem: error.message };
    throw error;
  }
  return { kind: 'json', value: JSON.parse(text), offsets };
}

/** `7:16`, as editors count lines and columns. */
export function toLineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
