/** Writes a name as words with a capital: `orderItem`, `order_item` and `/order-item` become `Order item`. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (isAcronym(word) ? word.toUpperCase() : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const acronyms = new Set(['id', 'url', 'api', 'uri', 'html', 'http', 'ip', 'json', 'sku', 'isbn']);

/** Whether a word is an abbreviation that is written in capitals. */
function isAcronym(word: string): boolean {
  return acronyms.has(word.toLowerCase());
}
