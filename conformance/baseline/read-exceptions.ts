import { DocumentError } from '../../contract/errors.ts';
import { readDocumentFile } from '../../contract/read-document-file.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { KnownFailure } from '../results.ts';
import type { Baseline } from './baseline.ts';

/** A file with exceptions that are accepted until a date: a list of entries with an id, a reason and a date. */
export interface ExceptionFile {
  /** The names of the list, and of the id in an entry. */
  list: string;
  key: string;
  isId: RegExp;
  idForm: string;
}

interface Exception extends KnownFailure {
  id: string;
}

/** Reads a baseline, as JSON or YAML. `spec/baseline.schema.json` describes it. */
export async function readBaseline(file: string): Promise<Baseline> {
  const exceptions = await readExceptions(file, {
    list: 'failures',
    key: 'check',
    isId: /^[A-Za-z]+\/\S+$/,
    idForm: 'the id of a check, such as "listSites/after-continues-the-list"',
  });
  return { failures: exceptions.map(({ id, ...entry }) => ({ check: id, ...entry })) };
}

/**
 * Reads a file with exceptions, as JSON or YAML.
 * @throws DocumentError with the file, the place and the first mistake
 */
export async function readExceptions(file: string, form: ExceptionFile): Promise<Exception[]> {
  const value = await readDocumentFile(file);
  const found = parseExceptions(value, form);
  if ('problem' in found)
    throw new DocumentError(`${file}${found.at && `#${found.at}`}: ${found.problem}`);
  return found;
}

/** `at` is a JSON Pointer. */
interface Fault {
  at: string;
  problem: string;
}

/** Returns the entries, or the first mistake. */
export function parseExceptions(value: unknown, form: ExceptionFile): Exception[] | Fault {
  const { list, key } = form;
  if (!isRecord(value)) return { at: '', problem: `must be an object: { "${list}": [] }` };
  const unknown = findUnknown(value, ['$schema', list], '');
  if (unknown !== undefined) return unknown;
  const { [list]: entries, $schema = '' } = value;
  if (typeof $schema !== 'string') return { at: '/$schema', problem: 'must be a string' };
  if (!Array.isArray(entries)) return { at: `/${list}`, problem: 'must be an array' };
  const exceptions: Exception[] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `/${list}/${index}`;
    const read = parseEntry(entry, at, form);
    if ('problem' in read) return read;
    if (exceptions.some(({ id }) => id === read.id))
      return { at: `${at}/${key}`, problem: `${read.id} is listed twice` };
    exceptions.push(read);
  }
  return exceptions;
}

function parseEntry(value: unknown, at: string, form: ExceptionFile): Exception | Fault {
  const { key, isId, idForm } = form;
  if (!isRecord(value))
    return { at, problem: `must be an object with "${key}", "reason" and "expires"` };
  const { [key]: id, reason, expires } = value;
  const toFault = (name: string, wanted: string): Fault => ({
    at: `${at}/${name}`,
    problem: `must be ${wanted}`,
  });
  if (typeof id !== 'string' || !isId.test(id)) return toFault(key, idForm);
  if (typeof reason !== 'string' || reason.trim() === '')
    return toFault('reason', 'a string that explains why it is accepted');
  if (typeof expires !== 'string' || !isDate(expires))
    return toFault('expires', 'a date of the form "2026-12-31"');
  return findUnknown(value, [key, 'reason', 'expires'], at) ?? { id, reason, expires };
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
