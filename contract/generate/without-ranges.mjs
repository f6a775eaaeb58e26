/**
 * Removes responses such as `4XX` from each operation of a document. If there are no others, replaces them by `400` etc.:
 * OpenAPI requires at least one response, even for a webhook.
 */
export function withoutRanges(document) {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'responses' || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const explicit = entries.filter(([name]) => !/^[1-5]XX$/.test(name));
    return Object.fromEntries(
      explicit.length > 0
        ? explicit
        : entries.map(([name, each]) => [name.replace('XX', '00'), each]),
    );
  });
}
