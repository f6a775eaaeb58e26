/** Where JSON goes wrong, and what is wrong there. */
export interface JsonError {
  offset: number;
  detail: string;
}

/** What stops a scan: an error, or the value that was looked for. */
class Stop {
  readonly offset: number;
  readonly detail: string | undefined;

  constructor(offset: number, detail?: string) {
    this.offset = offset;
    this.detail = detail;
  }
}

const blanks = /[ \t\n\r]*/y;
const strings = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literals = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** The first error in a text that `JSON.parse` refuses: it does not always tell where that is. */
export function findJsonError(text: string): JsonError | undefined {
  const stop = scan(text, undefined);
  return stop?.detail === undefined ? undefined : { offset: stop.offset, detail: stop.detail };
}

/** Where the value at a JSON Pointer begins, or else the innermost one around it. */
export function findPlace(text: string, pointer: string): number {
  for (let wanted = pointer; wanted !== ''; wanted = wanted.slice(0, wanted.lastIndexOf('/'))) {
    const stop = scan(text, wanted);
    if (stop !== undefined && stop.detail === undefined) return stop.offset;
  }
  return matchAt(blanks, text, 0)?.length ?? 0;
}

/** `12:5`, line and column from 1. */
export function toLineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

function scan(text: string, wanted: string | undefined): Stop | undefined {
  let at = 0;
  try {
    skip();
    readValue('');
    if (at < text.length) fail('nothing may follow the end of the JSON');
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error;
    // The stack has an end, and so has what a person nests.
    if (error instanceof RangeError) return new Stop(0, 'is nested too deeply');
    throw error;
  }

  function readValue(pointer: string): void {
    if (pointer === wanted) throw new Stop(at);
    if (text[at] === '{') readItems('}', () => readMember(pointer));
    else if (text[at] === '[') readItems(']', (index) => readValue(`${pointer}/${index}`));
    else if (text[at] === '"') readString();
    else if (!take(literals)) fail(at >= text.length ? 'a value is missing' : 'not a JSON value');
    skip();
  }

  function readItems(end: string, readItem: (index: number) => void): void {
    at += 1;
    skip();
    if (text[at] === end) {
      at += 1;
      return;
    }
    for (let index = 0; ; index += 1) {
      readItem(index);
      if (text[at] === end) break;
      if (text[at] !== ',') fail(`"," or "${end}" is missing`);
      at += 1;
      skip();
    }
    at += 1;
  }

  function readMember(pointer: string): void {
    if (text[at] !== '"') fail('a name in double quotes is missing');
    const name = readString();
    skip();
    if (text[at] !== ':') fail('":" is missing');
    at += 1;
    skip();
    readValue(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }

  function readString(): string {
    const start = at;
    if (!take(strings)) fail('a string is not closed, or contains characters that must be escaped');
    return String(JSON.parse(text.slice(start, at)));
  }

  function take(form: RegExp): boolean {
    const found = matchAt(form, text, at);
    at += found?.length ?? 0;
    return found !== undefined;
  }

  function skip(): void {
    take(blanks);
  }

  function fail(detail: string): never {
    throw new Stop(at, detail);
  }
}

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}
