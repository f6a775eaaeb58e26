/** JSON as it is read from a document. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One token of a JSON Pointer in a URI fragment, unescaped (RFC 6901, section 6). */
export function readToken(token: string): string {
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // A percent sign that is not part of an escape is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function toPointer(tokens: readonly (string | number)[]): string {
  return tokens
    .map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The value that a JSON Pointer names, or undefined. */
export function readAt(root: unknown, pointer: string): unknown {
  let found: unknown = root;
  for (const token of pointer.split('/').slice(1).map(readToken)) {
    if (Array.isArray(found)) found = found[Number(token)];
    else if (isObject(found) && Object.hasOwn(found, token)) found = found[token];
    else return undefined;
  }
  return found;
}

/** The same text for equal JSON, whatever the order of its keys. Written out: `JSON.stringify` that sorts is slow. */
export function toStableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toStableText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toStableText(value[name])}`).join()}}`;
}

export function isSame(a: unknown, b: unknown): boolean {
  return toStableText(a) === toStableText(b);
}

/** Each value once, in the order of the first. */
export function unique<T>(values: Iterable<T>, toKey: (value: T) => string = toStableText): T[] {
  const found = new Map<string, T>();
  for (const value of values) {
    const key = toKey(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** A copy with something at a path, of which `*` is the first item. */
export function putAt(value: unknown, tokens: readonly string[], leaf: unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return leaf;
  if (token === '*') {
    const items = Array.isArray(value) && value.length > 0 ? value : [{}];
    return items.map((item, index) => (index === 0 ? putAt(item, rest, leaf) : item));
  }
  const object = isObject(value) ? value : {};
  return { ...object, [token]: putAt(object[token], rest, leaf) };
}
