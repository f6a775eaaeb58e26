import { escapePointer, isRecord } from './resolve-reference.ts';

/** A JSON object in a document. */
export type JsonObject = Record<string, unknown>;

export function toPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** Returns equal text for equal JSON, regardless of key order. Written by hand: `JSON.stringify` with sorting is slow. */
export function toStableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toStableText).join()}]`;
  if (typeof value === 'bigint') return String(value);
  if (!isRecord(value)) return JSON.stringify(value) ?? 'undefined';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toStableText(value[name])}`).join()}}`;
}

export function isSame(a: unknown, b: unknown): boolean {
  return toStableText(a) === toStableText(b);
}
