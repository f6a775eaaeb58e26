const sizes = new WeakMap<object, number>();

/**
 * The characters of the texts in a value, and its items and properties. Parts that occur several times count each time: a few
 * schemas that refer to each other can otherwise stand for a value that does not fit into memory.
 */
export function measureValue(value: unknown): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const cached = sizes.get(value);
  if (cached !== undefined) return cached;
  let size = 1;
  for (const [name, part] of Object.entries(value)) size += name.length + measureValue(part);
  sizes.set(value, size);
  return size;
}
