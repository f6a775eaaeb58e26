import fc from 'fast-check';
import { hurtingParts } from './hurting-parts.ts';

const alphabet = ['a', 'Z', '0', '9', ' ', ...hurtingParts.filter((part) => !/\p{Cc}/u.test(part))];

/** Short texts over an alphabet that hurts. */
export const hurtingText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

/** Texts that a URL path or query can hold as they are. */
export const hurtingUrlText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(..."aZ09-_.~!*()'$@:;,+=", '%20', '%2F', '%2f', '%C3%A9', '%25', '%26', '/x'),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));
