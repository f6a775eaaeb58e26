import { DocumentError } from '../../contract/errors.ts';
import { readDocumentFile } from '../../contract/read-document-file.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { KnownFailure } from '../results.ts';
import type { Baseline } from './baseline.ts';

/** A file with exceptions that are accepted until a date: a list of entries with an id, a reason and a date. */
interface ExceptionFile {
  /** The names of the list, and of the id in an entry. */
  list: string;
  key: string;
  isId: RegExp;
  idForm: string;
}

export interface Exception extends KnownFailure {
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

/** Reads a file with exceptions, as JSON or YAML. */
export async function readExceptions(file: string, form: ExceptionFile): Promise<Exception[]> {
  return parseExceptions(await readDocumentFile(file), form, file);
}

/** @throws DocumentError with the file, a JSON Pointer and the first mistake */
export function parseExceptions(
  value: unknown,
  { list, key, isId, idForm }: ExceptionFile,
  file: string,
): Exception[] {
  const refuse = (at: string, problem: string): never => {
    throw new DocumentError(`${file}${at && `#${at}`}: ${problem}`);
  };
  const allow = (names: readonly string[], found: object, at: string) => {
    const unknown = Object.keys(found).find((name) => !names.includes(name));
    const known = names.map((name) => `"${name}"`).join(', ');
    if (unknown !== undefined) refuse(at, `${JSON.stringify(unknown)} is not one of ${known}`);
  };
  if (!isRecord(value)) return refuse('', `must be an object: { "${list}": [] }`);
  allow(['$schema', list], value, '');
  const { [list]: entries, $schema = '' } = value;
  if (typeof $schema !== 'string') return refuse('/$schema', 'must be a string');
  if (!Array.isArray(entries)) return refuse(`/${list}`, 'must be an array');
  const seen = new Set<string>();
  return entries.map((entry: unknown, index) => {
    const at = `/${list}/${index}`;
    if (!isRecord(entry))
      return refuse(at, `must be an object with "${key}", "reason" and "expires"`);
    const { [key]: id, reason, expires } = entry;
    if (typeof id !== 'string' || !isId.test(id))
      return refuse(`${at}/${key}`, `must be ${idForm}`);
    if (typeof reason !== 'string' || reason.trim() === '')
      return refuse(`${at}/reason`, 'must be a string that explains why it is accepted');
    if (typeof expires !== 'string' || !isDate(expires))
      return refuse(`${at}/expires`, 'must be a date of the form "2026-12-31"');
    allow([key, 'reason', 'expires'], entry, at);
    if (seen.has(id)) return refuse(`${at}/${key}`, `${id} is listed twice`);
    seen.add(id);
    return { id, reason, expires };
  });
}

/** Whether a text is a valid calendar date, unlike `2026-02-30`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
