import { pick, pickInteger, type Random } from '../random.ts';

/** What the texts of one value depend on. */
export interface TextContext {
  random: Random;
  /** The current time in milliseconds since 1970. Dates are shortly before it. */
  now: number;
  /** Makes texts differ from those with another number. */
  unique: number | undefined;
}

const titles = [
  'Harbour Café',
  'Green Lantern Books',
  'Northwind Bakery',
  'Maple Street Studio',
  'Blue Heron Gallery',
  'Old Mill Brewery',
  'Riverside Clinic',
  'Copper Kettle Tea',
  'Hilltop Observatory',
  'Silver Fern Outdoors',
  'Lighthouse Press',
  'Juniper Garden',
] as const;

const people = [
  ['Mara', 'Lindqvist'],
  ['Jonas', 'Okafor'],
  ['Priya', 'Raman'],
  ['Elena', 'Rossi'],
  ['Tom', 'Hartley'],
  ['Aiko', 'Tanaka'],
  ['Lucas', 'Moreau'],
  ['Nadia', 'Haddad'],
] as const;

const sentences = [
  'Open every day from eight until six.',
  'A short description of what this is for.',
  'Ready to be reviewed by the team.',
  'Delivered to the front desk on request.',
  'Created as an example of a longer text.',
] as const;

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbour'] as const;

/** Picks an item by the unique number, if there is one, so that neighbouring records look different. */
function pickItem<Item>(items: readonly Item[], { random, unique }: TextContext): Item {
  const numbered = unique === undefined ? undefined : items[unique % items.length];
  return numbered ?? pick(random, items);
}

/** Appends the unique number. */
function mark(text: string, separator: string, { unique }: TextContext): string {
  return unique === undefined ? text : `${text}${separator}${unique}`;
}

export function toTitle(context: TextContext): string {
  return mark(pickItem(titles, context), ' ', context);
}

export function toWord(context: TextContext): string {
  return mark(pickItem(words, context), '-', context);
}

export function toSentence(context: TextContext): string {
  return mark(pickItem(sentences, context), ' ', context);
}

export function toFirstName(context: TextContext): string {
  return mark(pickItem(people, context)[0], ' ', context);
}

export function toLastName(context: TextContext): string {
  return mark(pickItem(people, context)[1], ' ', context);
}

export function toFullName(context: TextContext): string {
  return mark(pickItem(people, context).join(' '), ' ', context);
}

/** A name in lower-case ASCII with hyphens, such as `harbour-cafe`. */
export function toSlug(context: TextContext): string {
  const plain = pickItem(titles, context).normalize('NFD').toLowerCase();
  return mark(plain.replace(/[^a-z ]/g, '').replaceAll(' ', '-'), '-', context);
}

export function toUserName(context: TextContext): string {
  const [first, last] = pickItem(people, context);
  return mark(`${first}.${last}`.toLowerCase(), '', context);
}

export function toEmail(context: TextContext): string {
  return `${toUserName(context)}@example.com`;
}

export function toHostname(context: TextContext): string {
  return `${toSlug(context)}.example.com`;
}

export function toUrl(context: TextContext): string {
  return `https://example.com/${toSlug(context)}`;
}

/** An instant in the last 30 days, in whole seconds. */
export function toInstant({ random, now }: TextContext): Date {
  const secondsAgo = pickInteger(random, 60, 30 * 24 * 60 * 60);
  return new Date((Math.floor(now / 1000) - secondsAgo) * 1000);
}

/** Hexadecimal digits in lower case. */
export function toHex(count: number, { random }: TextContext): string {
  const digits = Array.from({ length: count }, () => pickInteger(random, 0, 15).toString(16));
  return digits.join('');
}

/** An opaque identifier. */
export function toToken(context: TextContext): string {
  return mark(toHex(12, context), '', context);
}
