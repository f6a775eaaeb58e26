import { readFile } from 'node:fs/promises';
import { DocumentError } from '../../contract/errors.ts';
import { assertReadable } from '../../contract/files.ts';
import { escapePointer, isRecord } from '../../contract/resolve-reference.ts';
import type { Baseline, KnownCheck } from './baseline.ts';

/** A baseline, or one line that names the file, the place and what is wrong there. */
export type ParsedBaseline =
  | { kind: 'baseline'; baseline: Baseline }
  | { kind: 'problem'; problem: string };

interface Fault {
  /** JSON Pointer of the value; with `#` behind it, of its name. */
  at: string;
  problem: string;
}

/** Reads the text of a baseline file; `file` is for the problem alone. */
export function parseBaseline(source: string, file: string): ParsedBaseline {
  const text = source.replace(/^\ufeff/, '');
  const toProblem = (offset: number, problem: string): ParsedBaseline => ({
    kind: 'problem',
    problem: `${file}:${toLineAndColumn(text, offset)}: ${problem}`,
  });
  const places = locateJson(text);
  if (places.kind === 'malformed') return toProblem(places.offset, `not JSON: ${places.problem}`);
  const found = readFailures(places.value);
  if ('failures' in found) return { kind: 'baseline', baseline: found };
  return toProblem(places.offsets.get(found.at) ?? 0, found.problem);
}

function readFailures(value: unknown): Baseline | Fault {
  if (!isRecord(value)) return { at: '', problem: 'a baseline is an object: { "failures": [] }' };
  const unknown = findUnknown(value, ['$schema', 'failures'], '');
  if (unknown !== undefined) return unknown;
  if ('$schema' in value && typeof value['$schema'] !== 'string')
    return { at: '/$schema', problem: '"$schema" must be a string' };
  const entries: unknown = value['failures'];
  if (!Array.isArray(entries)) {
    const at = entries === undefined ? '' : '/failures';
    return { at, problem: '"failures" must be an array' };
  }
  const failures: KnownCheck[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, `/failures/${index}`);
    if ('problem' in read) return read;
    if (failures.some(({ check }) => check === read.check)) {
      return { at: `/failures/${index}/check`, problem: `${read.check} is listed twice` };
    }
    failures.push(read);
  }
  return { failures };
}

function readEntry(entry: unknown, at: string): KnownCheck | Fault {
  if (!isRecord(entry)) {
    return { at, problem: 'a known failure is an object with "check", "reason" and "expires"' };
  }
  const unknown = findUnknown(entry, ['check', 'reason', 'expires'], at);
  if (unknown !== undefined) return unknown;
  const { check, reason, expires } = entry;
  const faultOf = (name: string, wanted: string): Fault =>
    name in entry
      ? { at: `${at}/${name}`, problem: `"${name}" must be ${wanted}` }
      : { at, problem: `"${name}" is missing: ${wanted}` };
  if (typeof check !== 'string' || !/^[A-Za-z]+\/\S+$/.test(check)) {
    return faultOf('check', 'the id of a check, such as "listSites/after-is-exclusive"');
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return faultOf('reason', 'a string that explains why the failure is accepted');
  }
  if (typeof expires !== 'string' || !isDate(expires)) {
    return faultOf('expires', 'a date of the form "2026-12-31"');
  }
  return { check, reason, expires };
}

function findUnknown(value: object, known: readonly string[], at: string): Fault | undefined {
  const name = Object.keys(value).find((key) => !known.includes(key));
  if (name === undefined) return undefined;
  const place = `${at}/${escapePointer(name)}#`;
  const names = known.map((key) => `"${key}"`).join(', ');
  return { at: place, problem: `${JSON.stringify(name)} is not one of ${names}` };
}

/** A calendar date, `2026-02-30` is none. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `missing` apart from `problem`: `--update-baseline` starts a file that is missing, and never overwrites one it cannot read. */
type ReadBaseline = ParsedBaseline | { kind: 'missing'; problem: string };

/**
 * Reads a baseline file.
 *
 * @example const read = await readBaseline('known-failures.json');
 */
export async function readBaseline(file: string): Promise<ReadBaseline> {
  let bytes: Uint8Array;
  try {
    assertReadable(file);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof DocumentError) return { kind: 'problem', problem: error.message };
    const code = toCode(error);
    return code === 'ENOENT'
      ? { kind: 'missing', problem: `${file}: file not found; --update-baseline creates it` }
      : { kind: 'problem', problem: `${file}: cannot be read (${code})` };
  }
  const text = decode(bytes);
  return text === undefined
    ? { kind: 'problem', problem: `${file}: is not UTF-8 text` }
    : parseBaseline(text, file);
}

function toCode(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : String(error);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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
      const place = `${pointer}/${escapePointer(String(JSON.parse(name)))}`;
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
