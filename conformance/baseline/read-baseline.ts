import { readDocumentFile } from '../../contract/read-document-file.ts';
import type { Baseline, BaselineEntry } from './known-failures.ts';
import { type ExceptionForm, parseExceptions } from './read-exceptions.ts';

/** What an entry names. The operation of any contract may be `GET /path`. */
const requirement = { isValid: /^\S+$/, form: 'the id of a requirement, as the report prints it' };
const operation = { isValid: /\S/, form: 'the id of an operation, as the report prints it' };
const check = {
  isValid: /^.*\S\/\S+$/,
  form: 'the id of a check, such as "listNotes/is-listed"',
};

const form: ExceptionForm = {
  list: 'failures',
  names: [{ requirement, operation }, { check }],
};

/** Reads a baseline, as JSON or YAML. `spec/baseline.schema.json` describes it. */
export async function readBaseline(file: string): Promise<Baseline> {
  return parseBaseline(await readDocumentFile(file), file);
}

/** @throws DocumentError with the file, a JSON Pointer and the first mistake */
function parseBaseline(value: unknown, file: string): Baseline {
  const exceptions = parseExceptions(value, form, file);
  return { failures: exceptions.map(toEntry) };
}

function toEntry({
  names,
  reason,
  expires,
}: ReturnType<typeof parseExceptions>[number]): BaselineEntry {
  if (names['check'] !== undefined) return { check: names['check'], reason, expires };
  const { requirement: broken = '', operation: failing = '' } = names;
  return { requirement: broken, operation: failing, reason, expires };
}
