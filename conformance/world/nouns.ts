import type { Resource } from '../../contract/resources/model.ts';

/** How a resource is called in sentences. */
export interface Nouns {
  /** `order item` */
  noun: string;
  /** `order items` */
  many: string;
  /** `an order item` */
  a: string;
  /** `An order item` */
  A: string;
}

export function toNouns({ name, plural }: Pick<Resource, 'name' | 'plural'>): Nouns {
  const noun = toWords(name);
  const article = startsWithVowel(noun) ? 'an' : 'a';
  const capital = startsWithVowel(noun) ? 'An' : 'A';
  return { noun, many: toWords(plural), a: `${article} ${noun}`, A: `${capital} ${noun}` };
}

/** One record of a resource: `an order item`. */
export function aRecordOf(resource: Pick<Resource, 'name' | 'plural'>): string {
  return toNouns(resource).a;
}

function toWords(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

/** By the sound: `a user`, `a unit`, `an hour`. */
function startsWithVowel(words: string): boolean {
  if (/^(?:uni|us[aeiou]|eu|one\b|ut[ei]|ur[iol])/.test(words)) return false;
  return /^(?:[aeiou]|hour|honou?r)/.test(words);
}
