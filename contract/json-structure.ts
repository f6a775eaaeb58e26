/** The characters outside strings that give JSON its structure. Those of UTF-8 are never part of another character. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openList = 0x5b;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

const backslash = 0x5c;

/**
 * Visits the structure of JSON without parsing it: brackets, braces and commas, each with its position, and strings as a
 * quote with the positions of both of its quotes. What is visited is meaningless if the text is not JSON.
 */
export function visitStructure(
  text: Uint8Array,
  visit: (character: number, at: number, end: number) => void,
): void {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const character = text[at] ?? 0;
    if (character === quote) {
      const end = findQuote(text, at + 1);
      visit(quote, at, end);
      at = end;
    } else if (isStructural[character] === 1) visit(character, at, at);
  }
}

/** A table, because most characters are looked up. */
const isStructural = new Uint8Array(256);
for (const character of [comma, openList, closeList, openObject, closeObject])
  isStructural[character] = 1;

export function isOpening(character: number): boolean {
  return character === openObject || character === openList;
}

export function isClosing(character: number): boolean {
  return character === closeObject || character === closeList;
}

/** Returns the position of the quote that ends a string, or that of the end of the text. */
export function findQuote(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
}
