import { readFile } from 'node:fs/promises';
import { type ParsedBaseline, parseBaseline } from './parse-baseline.ts';

/** `missing` apart from `problem`: `--update-baseline` starts a file that is missing, and never overwrites one it cannot read. */
export type ReadBaseline = ParsedBaseline | { kind: 'missing'; problem: string };

/**
 * Reads a baseline file.
 *
 * @example const read = await readBaseline('known-failures.json');
 */
export async function readBaseline(file: string): Promise<ReadBaseline> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
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
