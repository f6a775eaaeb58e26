export interface QueryPair {
  name: string;
  value: string;
}

const none: readonly QueryPair[] = [];

/**
 * The names and values of a query, in order, as the form-urlencoded parser of the URL standard reads them.
 * @param query what stands behind the question mark
 */
export function parseQuery(query: string): readonly QueryPair[] {
  if (query === '') return none;
  // Most queries have nothing to decode, and URLSearchParams costs as much as the rest of a list request.
  if (query.includes('%') || query.includes('+')) {
    return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  }
  const pairs: QueryPair[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    pairs.push(
      equals === -1
        ? { name: part, value: '' }
        : { name: part.slice(0, equals), value: part.slice(equals + 1) },
    );
  }
  return pairs;
}
