export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of a JSON value in which the value at a path has been replaced, or left out when `replacement` is undefined. */
export function replaceAt(
  value: unknown,
  path: readonly (string | number)[],
  replacement: unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? replaceAt(item, rest, replacement) : item));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    name === key ? replaceAt(item, rest, replacement) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** The value at a path; undefined where there is none. */
export function readAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      Array.isArray(inner) && typeof key === 'number'
        ? inner[key]
        : isRecord(inner)
          ? inner[key]
          : undefined,
    value,
  );
}
