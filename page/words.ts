/** The label of a field: its title in the contract, or its name as words. */
export function toLabel(name: string, { title }: { title?: string }): string {
  return title ?? toWords(name);
}

/** Writes a name as words with a capital: `orderItem`, `order_item` and `/order-item` become `Order item`. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const text = words.map(applyCase).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const acronyms = new Set(['id', 'url', 'api', 'uri', 'html', 'http', 'ip', 'json', 'sku', 'isbn']);

function applyCase(word: string): string {
  const lower = word.toLowerCase();
  return acronyms.has(lower) ? lower.toUpperCase() : lower;
}

/** Percent-encoded characters of a path as they are read: `/caf%C3%A9` becomes `/café`. Others stay as they are. */
export function decodePath(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      const text = decodeURIComponent(encoded);
      // A decoded delimiter or control character would mean something else.
      return /[\p{Cc}\s/?#%&=+]/u.test(text) ? encoded : text;
    } catch {
      return encoded;
    }
  });
}
