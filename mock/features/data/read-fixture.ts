import { readFile, stat } from 'node:fs/promises';
import { DocumentError, readErrorCode } from '../../../contract/errors.ts';
import { assertReadable } from '../../../contract/files.ts';
import { type Contract, type Fault, contract as shipped } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import { type StateReplacement, stateFormatVersion } from '../../sessions/state.ts';
import type { RecordValues, StoreContents } from '../../store/store.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

const validators = createValidators(schemas);

/**
 * Reads a fixture: a JSON file that matches `spec/state.schema.json`. Missing ids and keys are created, the same ones
 * each time.
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixtureFile(
  file: string,
  { contract = shipped, ...others }: FixtureOptions = {},
): Promise<StoreContents> {
  const { text } = await readText(file);
  return parseState(text, file, { contract, ...others }).contents;
}

/** Text that is not UTF-8 would come back as another one. */
export async function readText(file: string): Promise<{ text: string; bytes: Buffer }> {
  assertReadable(file);
  const bytes = await readFile(file).catch((error: unknown) => {
    const code = readErrorCode(error);
    if (code === 'ENOENT') throw new DocumentError(`${file}: file not found`);
    if (code === 'EISDIR') throw new DocumentError(`${file}: is a directory`);
    throw new DocumentError(`${file}: cannot be read (${code})`);
  });
  try {
    // Removes a byte order mark, which JSON does not allow.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    throw new DocumentError(`${file}: not UTF-8; save the file as UTF-8`);
  }
}

/**
 * Reading a named pipe would wait for another program, and a device may never end.
 * @param name what the message calls the file
 * @throws DocumentError unless it is an ordinary file, or does not exist
 */
export async function assertOrdinaryFile(file: string, name: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const kind = found.isDirectory() ? 'is a directory' : 'is a pipe, socket or device';
  throw new DocumentError(`${name}: ${kind}, not a file; move it away, or use another file`);
}

/** What a file with a state holds. */
export interface ParsedState {
  contents: StoreContents;
  /** Where editors find its schema. */
  schema: string | undefined;
  records: RecordValues | undefined;
}

/**
 * Reads the text of a fixture, or of a state that was kept.
 * @param file what messages call it
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export function parseState(
  text: string,
  file: string,
  options: FixtureOptions & { contract: Contract },
): ParsedState {
  const state = parseJson(text, file);
  checkVersion(state, text, file);
  if (!isState(state)) throw refuse(validators.schema('StateReplacement', state), text, file);
  const read = toContents(state, options);
  if (read.faults !== undefined) throw refuse(read.faults, text, file);
  return { contents: read.contents, schema: state.$schema, records: state.records };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { offset, detail } = findJsonError(text) ?? { offset: 0, detail: 'cannot be read' };
    const place = toLineAndColumn(text, offset);
    throw new DocumentError(`${file}:${place}: invalid JSON: ${detail}`);
  }
}

/** A newer file may say what this program would lose. */
function checkVersion(state: unknown, text: string, file: string): void {
  if (!isRecord(state)) return;
  const { formatVersion = stateFormatVersion } = state;
  if (formatVersion === stateFormatVersion) return;
  const place = toLineAndColumn(text, findPlace(text, '/formatVersion'));
  const isNewer = typeof formatVersion === 'number' && formatVersion > stateFormatVersion;
  const advice = isNewer
    ? 'the file is newer than this program: update site-contract'
    : 'correct it';
  throw new DocumentError(
    `${file}:${place}: /formatVersion is ${JSON.stringify(formatVersion)}, but only ${stateFormatVersion} is supported; ${advice}`,
  );
}

function isState(state: unknown): state is StateReplacement {
  return validators.schema('StateReplacement', state).length === 0;
}

function refuse(faults: readonly Fault[], text: string, file: string): DocumentError {
  const place = toLineAndColumn(text, findPlace(text, faults[0]?.pointer ?? ''));
  return new DocumentError(`${file}:${place}: ${toSentence(faults)}`);
}

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
