import { DocumentError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { KnownFailure } from '../results.ts';

/** A name in an entry: what it may look like, and how to say that. */
interface NameForm {
  isValid: RegExp;
  form: string;
}

/** A file with exceptions that are accepted until a date: a list of entries with names, a reason and a date. */
export interface ExceptionForm {
  /** The name of the list. */
  list: string;
  /** The names of an entry. Where there are alternatives, the first one is that of new files. */
  names: readonly [NameForms, ...NameForms[]];
}

type NameForms = Readonly<Record<string, NameForm>>;

interface Exception extends KnownFailure {
  /** What is accepted. */
  names: Readonly<Record<string, string>>;
}

/** Ends reading with the place of a mistake and what is wrong. */
type Refuse = (at: string, problem: string) => never;

/** @throws DocumentError with the file, a JSON Pointer and the first mistake */
export function parseExceptions(value: unknown, form: ExceptionForm, file: string): Exception[] {
  const { list } = form;
  const refuse: Refuse = (at, problem) => {
    throw new DocumentError(`${file}${at && `#${at}`}: ${problem}`);
  };
  if (!isRecord(value)) return refuse('', `must be an object: { "${list}": [] }`);
  assertKeys(['$schema', list], value, '', refuse);
  const { [list]: entries, $schema = '' } = value;
  if (typeof $schema !== 'string') return refuse('/$schema', 'must be a string');
  if (!Array.isArray(entries)) return refuse(`/${list}`, 'must be an array');
  const seen = new Set<string>();
  return entries.map((entry: unknown, index) => {
    const at = `/${list}/${index}`;
    const exception = parseException(entry, form, at, refuse);
    const [key = ''] = Object.keys(exception.names);
    const id = Object.values(exception.names).join(' of ');
    if (seen.has(id)) refuse(`${at}/${key}`, `${id} is listed twice`);
    seen.add(id);
    return exception;
  });
}

function parseException(
  entry: unknown,
  { names: alternatives }: ExceptionForm,
  at: string,
  refuse: Refuse,
): Exception {
  const usual = Object.keys(alternatives[0]).map(toQuoted);
  if (!isRecord(entry))
    return refuse(at, `must be an object with ${usual.join(', ')}, "reason" and "expires"`);
  const isInEntry = (key: string): boolean => key in entry;
  const isUsed = (forms: NameForms): boolean => Object.keys(forms).some(isInEntry);
  const forms = alternatives.find(isUsed) ?? alternatives[0];
  const names: Record<string, string> = {};
  for (const [key, { isValid, form }] of Object.entries(forms)) {
    const name = entry[key];
    if (typeof name !== 'string' || !isValid.test(name))
      return refuse(`${at}/${key}`, `must be ${form}`);
    names[key] = name;
  }
  const { reason, expires } = entry;
  if (typeof reason !== 'string' || reason.trim() === '')
    return refuse(`${at}/reason`, 'must be a string that explains why it is accepted');
  if (typeof expires !== 'string' || !isDate(expires))
    return refuse(`${at}/expires`, 'must be a date of the form "2026-12-31"');
  assertKeys([...Object.keys(forms), 'reason', 'expires'], entry, at, refuse);
  return { names, reason, expires };
}

function assertKeys(keys: readonly string[], value: object, at: string, refuse: Refuse): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  refuse(at, `${toQuoted(unknown)} is not one of ${keys.map(toQuoted).join(', ')}`);
}

function toQuoted(name: string): string {
  return JSON.stringify(name);
}

/** Whether a text is a valid calendar date, unlike `2026-02-30`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
