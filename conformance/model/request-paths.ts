import type { Operation } from '../../contract/index.ts';
import { toKey } from './ledger.ts';

/** Whether a path is a variant spelling that some servers normalise: escapes, capital letters or extra slashes. */
export function isSpelledOtherwise(path: string): boolean {
  const [address = ''] = path.split('?');
  return !/^(?:\/[a-z\d-]+)+$/.test(address);
}

/** Whether a path contains a malformed id. Some services accept UUIDs without hyphens or in braces, so `form` decides. */
export function hasMalformedId(operation: Operation, path: string, form: RegExp): boolean {
  const [address = ''] = path.split('?');
  const names = operation.path.split('/');
  // Extra slashes shift the position of an id but do not change the id.
  const segments = address
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .split('/');
  if (segments.length !== names.length) return false;
  return names.some(
    (name, at) => name.startsWith('{') && !form.test(decodeEscapes(segments[at] ?? '')),
  );
}

export const looseUuid = /^\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i;

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The ids in a path, and optionally those in its query. */
export function listPathIds(path: string, { query = false } = {}): string[] {
  const [address = ''] = query ? [path] : path.split('?');
  return (
    decodeEscapes(address)
      .match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi)
      ?.map(toKey) ?? []
  );
}

/** Decodes escapes, because an id with an encoded letter is the same id. */
function decodeEscapes(address: string): string {
  return address.replaceAll(/%([2-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
