import { escapePointer } from '../../contract/resolve-reference.ts';

/** A JSON object in a document. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One token of a JSON Pointer in a URI fragment, unescaped (RFC 6901, section 6). */
export function readToken(token: string): string {
  // Most tokens are plain names.
  if (!/[%~]/.test(token)) return token;
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // A percent sign outside an escape is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function toPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapePointer(String(token))}`).join('');
}

/** The value at a JSON Pointer, or undefined. */
export function readAt(root: unknown, pointer: string): unknown {
  let found: unknown = root;
  const [, ...tokens] = pointer.split('/');
  // Few pointers contain escapes.
  for (const token of /[%~]/.test(pointer) ? tokens.map(readToken) : tokens) {
    if (Array.isArray(found)) found = found[Number(token)];
    else if (isObject(found) && Object.hasOwn(found, token)) found = found[token];
    else return undefined;
  }
  return found;
}

/** Returns equal text for equal JSON, regardless of key order. Written by hand: `JSON.stringify` with sorting is slow. */
export function toStableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toStableText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toStableText(value[name])}`).join()}}`;
}

export function isSame(a: unknown, b: unknown): boolean {
  return toStableText(a) === toStableText(b);
}
