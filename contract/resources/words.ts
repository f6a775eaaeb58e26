/** Words of paths, operation ids and fields: how they are split, and how singular and plural forms are made. */

import { memoise } from './memoise.ts';

/** Splits an identifier into lower-case words: `orderItem_ids` → `order`, `item`, `ids`. */
export const splitWords = memoise((identifier): readonly string[] => {
  const separated = identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  const words = separated.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.toLowerCase());
});

/** One spelling for identifiers that differ only in case and separators: `created_at` and `createdAt`. */
export const normalise = memoise((identifier) => {
  return identifier.replaceAll(/[^A-Za-z0-9]+/g, '').toLowerCase();
});

/** `order`, `item` → `orderItem`. */
export function toCamelCase(words: readonly string[]): string {
  const [first = '', ...later] = words;
  return first + later.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['index', 'indices'],
  ['vertex', 'vertices'],
  ['matrix', 'matrices'],
  ['criterion', 'criteria'],
  ['datum', 'data'],
  ['medium', 'media'],
]);

const irregularSingulars: ReadonlyMap<string, string> = new Map(
  [...irregularPlurals].map(([singular, plural]) => [plural, singular]),
);

/** Words with the same form in both numbers, or that end in an s without being plurals. */
const unchanged = /(?:ss|us|is|news|series|species|analytics|metrics|data|media|info)$/;

/** The singular of an English noun in lower case. Words that are not plurals stay unchanged. */
export function toSingular(word: string): string {
  if (word === 'data' || word === 'media') return word;
  const irregular = irregularSingulars.get(word);
  if (irregular !== undefined) return irregular;
  if (word === 'metrics') return 'metric';
  if (/(?:statuses|buses|viruses|bonuses|campuses|aliases|biases)$/.test(word)) {
    return word.slice(0, -2);
  }
  if (unchanged.test(word)) return word;
  if (word.endsWith('movies') || word.endsWith('cookies')) return word.slice(0, -1);
  if (/[a-z]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^s]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** The plural of an English noun in lower case. */
export function toPlural(word: string): string {
  const irregular = irregularPlurals.get(word);
  if (irregular !== undefined) return irregular;
  if (toSingular(word) !== word) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|ch|sh|z)$/.test(word)) return `${word}es`;
  return `${word}s`;
}

/** A name in camel case whose last word is singular: `order-items` → `orderItem`. */
export const toSingularName = memoise((identifier) => {
  const words = splitWords(identifier);
  return toCamelCase([...words.slice(0, -1), toSingular(words.at(-1) ?? '')]);
});

/** A name in camel case whose last word is plural: `orderItem` → `orderItems`. */
export function toPluralName(name: string): string {
  const words = splitWords(name);
  return toCamelCase([...words.slice(0, -1), toPlural(words.at(-1) ?? '')]);
}

/** Whether two identifiers name the same thing in singular or plural, in any case. */
export function isSameNoun(first: string, second: string): boolean {
  return toSingularName(first).toLowerCase() === toSingularName(second).toLowerCase();
}
