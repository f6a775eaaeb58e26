import { readFile } from 'node:fs/promises';
import { DocumentError, readErrorCode } from '../../contract/errors.ts';
import { assertReadable } from '../../contract/files.ts';
import { escapePointer, isRecord } from '../../contract/resolve-reference.ts';
import { scanJson, toLineAndColumn } from '../../contract/scan-json.ts';
import type { Baseline, KnownCheck } from './baseline.ts';

/** A baseline, or a one-line problem with the file, the place and what is wrong. */
export type ParsedBaseline =
  | { kind: 'baseline'; baseline: Baseline }
  | { kind: 'problem'; problem: string };

interface Fault {
  /** JSON Pointer of the value. A `~` at the end refers to its name. */
  at: string;
  problem: string;
}

/** Parses a baseline file; `file` is only for the problem. */
export function parseBaseline(source: string, file: string): ParsedBaseline {
  const text = source.replace(/^\ufeff/, '');
  const toProblem = (offset: number, problem: string): ParsedBaseline => ({
    kind: 'problem',
    problem: `${file}:${toLineAndColumn(text, offset)}: ${problem}`,
  });
  const offsets = new Map<string, number>();
  let repeated: Fault | undefined;
  const malformed = scanJson(text, (pointer, offset, name) => {
    const at = name === undefined ? pointer : `${pointer}~`;
    if (name !== undefined && offsets.has(at))
      repeated ??= { at, problem: `not JSON: ${name} appears twice` };
    offsets.set(at, offset);
  });
  if (malformed !== undefined) return toProblem(malformed.offset, `not JSON: ${malformed.problem}`);
  const found = repeated ?? readFailures(JSON.parse(text));
  if ('failures' in found) return { kind: 'baseline', baseline: found };
  return toProblem(offsets.get(found.at) ?? 0, found.problem);
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
  const place = `${at}/${escapePointer(name)}~`;
  const names = known.map((key) => `"${key}"`).join(', ');
  return { at: place, problem: `${JSON.stringify(name)} is not one of ${names}` };
}

/** Whether a text is a valid calendar date, unlike `2026-02-30`. */
export function isDate(text: string): boolean {
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
  const text = decode(bytes);
  return text === undefined
    ? { kind: 'problem', problem: `${file}: is not UTF-8 text` }
    : parseBaseline(text, file);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
