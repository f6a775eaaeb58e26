/** Remembers the last result until an argument changes: the page is drawn more often than its lists change. */
export function rememberLast<Arguments extends readonly unknown[], Result>(
  compute: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let last: { given: Arguments; result: Result } | undefined;
  return (...given) => {
    if (last === undefined || given.some((each, at) => each !== last?.given[at]))
      last = { given, result: compute(...given) };
    return last.result;
  };
}

/** Remembers one result per object, for objects that never change, such as an entry of the journal. */
export function rememberEach<Key extends object, Result>(
  compute: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const found = known.get(key) ?? { result: compute(key) };
    known.set(key, found);
    return found.result;
  };
}
