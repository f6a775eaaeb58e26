import { readFile } from 'node:fs/promises';
import { DocumentError, readErrorCode } from '../../contract/errors.ts';
import { assertReadable } from '../../contract/files.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { decodeUtf8 } from '../runner/reply.ts';
import type { Baseline, KnownCheck } from './baseline.ts';

/** A baseline, or a one-line problem with the file, the place and what is wrong. */
export type ParsedBaseline =
  | { kind: 'baseline'; baseline: Baseline }
  | { kind: 'problem'; problem: string };

/** A file with exceptions that are accepted until a date: a list of entries with an id, a reason and a date. */
export interface ExceptionFile {
  /** The names of the list, and of the id in an entry. */
  list: string;
  key: string;
  isId: RegExp;
  idForm: string;
}

interface Exception {
  id: string;
  reason: string;
  expires: string;
}

interface Fault {
  /** JSON Pointer of the value, or of the object with the name. */
  at: string;
  problem: string;
}

const baselineFile: ExceptionFile = {
  list: 'failures',
  key: 'check',
  isId: /^[A-Za-z]+\/\S+$/,
  idForm: 'the id of a check, such as "listSites/after-continues-the-list"',
};

/** Parses a baseline file; `file` is only for the problem. */
export function parseBaseline(source: string, file: string): ParsedBaseline {
  let value: unknown;
  try {
    value = JSON.parse(source.replace(/^\ufeff/, ''));
  } catch (error) {
    return {
      kind: 'problem',
      problem: `${file}: not JSON: ${Object(error).message.replace(/\s+/g, ' ')}`,
    };
  }
  const found = readExceptions(value, baselineFile);
  if ('problem' in found)
    return { kind: 'problem', problem: `${file}${found.at && `#${found.at}`}: ${found.problem}` };
  const failures = found.map(({ id, ...entry }): KnownCheck => ({ check: id, ...entry }));
  return { kind: 'baseline', baseline: { failures } };
}

/** Reads the entries of a file with exceptions, or finds the first mistake. */
export function readExceptions(value: unknown, form: ExceptionFile): Exception[] | Fault {
  const { list, key } = form;
  if (!isRecord(value)) return { at: '', problem: `must be an object: { "${list}": [] }` };
  const unknown = findUnknown(value, ['$schema', list], '');
  if (unknown !== undefined) return unknown;
  if ('$schema' in value && typeof value['$schema'] !== 'string')
    return { at: '/$schema', problem: '"$schema" must be a string' };
  const entries: unknown = value[list];
  if (!Array.isArray(entries)) {
    const at = entries === undefined ? '' : `/${list}`;
    return { at, problem: `"${list}" must be an array` };
  }
  const exceptions: Exception[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `/${list}/${index}`;
    const read = readEntry(entry, at, form);
    if ('problem' in read) return read;
    if (exceptions.some(({ id }) => id === read.id))
      return { at: `${at}/${key}`, problem: `${read.id} is listed twice` };
    exceptions.push(read);
  }
  return exceptions;
}

function readEntry(
  value: unknown,
  at: string,
  { key, isId, idForm }: ExceptionFile,
): Exception | Fault {
  if (!isRecord(value))
    return { at, problem: `an entry must be an object with "${key}", "reason" and "expires"` };
  const unknown = findUnknown(value, [key, 'reason', 'expires'], at);
  if (unknown !== undefined) return unknown;
  const { [key]: id, reason, expires } = value;
  const faultOf = (name: string, wanted: string): Fault =>
    name in value
      ? { at: `${at}/${name}`, problem: `"${name}" must be ${wanted}` }
      : { at, problem: `"${name}" is missing: ${wanted}` };
  if (typeof id !== 'string' || !isId.test(id)) return faultOf(key, idForm);
  if (typeof reason !== 'string' || reason.trim() === '')
    return faultOf('reason', 'a string that explains why it is accepted');
  if (typeof expires !== 'string' || !isDate(expires))
    return faultOf('expires', 'a date of the form "2026-12-31"');
  return { id, reason, expires };
}

function findUnknown(value: object, known: readonly string[], at: string): Fault | undefined {
  const name = Object.keys(value).find((key) => !known.includes(key));
  if (name === undefined) return undefined;
  const names = known.map((key) => `"${key}"`).join(', ');
  return { at, problem: `${JSON.stringify(name)} is not one of ${names}` };
}

/** Whether a text is a valid calendar date, unlike `2026-02-30`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `missing` is separate from `problem`: `--update-baseline` creates a missing file, but never overwrites an unreadable one. */
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
    const code = readErrorCode(error) ?? String(error);
    return code === 'ENOENT'
      ? { kind: 'missing', problem: `${file}: file not found; --update-baseline creates it` }
      : { kind: 'problem', problem: `${file}: cannot be read (${code})` };
  }
  const text = decodeUtf8(bytes);
  return text === undefined
    ? { kind: 'problem', problem: `${file}: is not UTF-8 text` }
    : parseBaseline(text, file);
}
