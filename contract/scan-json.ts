import { escapePointer } from './resolve-reference.ts';

/** The offset where a text stops being JSON, and the reason. */
export interface JsonProblem {
  offset: number;
  problem: string;
}

const blanks = /[ \t\n\r]*/y;
const strings = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const literals = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const deepest = 1000;

class Malformed extends Error {}

/**
 * Scans JSON (RFC 8259) for positions, because `JSON.parse` does not always report where a text stops being JSON.
 * @param visit called with the JSON Pointer and the offset of each value, and of each name with the name in quotes
 */
export function scanJson(
  text: string,
  visit: (pointer: string, offset: number, name?: string) => void = () => {},
): JsonProblem | undefined {
  let at = 0;
  try {
    readValue('', 0);
    if (at < text.length) stop('the end of the file');
    return undefined;
  } catch (error) {
    if (error instanceof Malformed) return { offset: at, problem: error.message };
    throw error;
  }

  function readValue(pointer: string, depth: number): void {
    take(blanks);
    visit(pointer, at);
    if (depth > deepest) throw new Malformed('the file is nested too deeply');
    if (skip('{')) readItems('}', () => readMember(pointer, depth));
    else if (skip('[')) readItems(']', (index) => readValue(`${pointer}/${index}`, depth + 1));
    else if (text[at] === '"') readString();
    else if (take(literals) === undefined) stop('a value');
    take(blanks);
  }

  function readItems(end: string, readItem: (index: number) => void): void {
    if (skip(end)) return;
    let index = 0;
    do {
      readItem(index);
      index += 1;
    } while (skip(','));
    if (!skip(end)) stop(`a comma or ${end}`);
  }

  function readMember(pointer: string, depth: number): void {
    take(blanks);
    const start = at;
    if (text[at] !== '"') stop('a name in double quotes');
    const name = readString();
    const place = `${pointer}/${escapePointer(String(JSON.parse(name)))}`;
    visit(place, start, name);
    if (!skip(':')) stop('a colon');
    readValue(place, depth + 1);
  }

  function readString(): string {
    const found = take(strings);
    if (found !== undefined) return found;
    throw new Malformed('a string is not closed, or contains characters that must be escaped');
  }

  function take(form: RegExp): string | undefined {
    form.lastIndex = at;
    const found = form.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function skip(character: string): boolean {
    take(blanks);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  }

  function stop(wanted: string): never {
    const found = at >= text.length ? 'the file ends' : `found ${JSON.stringify(text[at])}`;
    throw new Malformed(`${found} where ${wanted} is expected`);
  }
}

/** The offset of the value at a JSON Pointer, or of its nearest ancestor. */
export function findPlace(text: string, wanted: string): number {
  const found = { pointer: '', offset: 0 };
  scanJson(text, (pointer, offset, name) => {
    if (name !== undefined || pointer.length < found.pointer.length) return;
    if (pointer !== wanted && !wanted.startsWith(`${pointer}/`)) return;
    found.pointer = pointer;
    found.offset = offset;
  });
  return found.offset;
}

/** Line and column as in editors, for example `12:5`. */
export function toLineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
