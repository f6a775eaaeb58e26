import fc from 'fast-check';

/** Texts that servers are known to change on the way in or out, by what they provoke. */
export const hurtingTexts = {
  letters:
    'Cafe\u0301 Caf\u00E9 \u00C5ngstr\u00F6m \u212B \u00DF \u0130\u0131 \u65E5\u672C\u8A9E \u05E9\u05DC\u05D5\u05DD \u0639\u0631\u0628\u064A \u{1F469}\u200D\u{1F680} \u{1D54F}',
  markup: `<b>&amp;</b> "q" 'a' \\ \\n / %20 %2F + \${x} {{y}} -- ; #?=&`,
  space: '  two  inner and outer spaces  ',
  digits: '00123456789012345678901234567890',
} as const;

/** A name longer than the column widths and limits that are in use (50, 64, 100, 128, 191, 200, 255). */
export const longText = Array.from(
  { length: 30 },
  (_, at) => `${String(at).padStart(3, '0')}-abcdef`,
).join('');

/** Characters that hurt, alone and next to each other. */
const alphabet = [
  ...'aZ09 -_.~!*()\'"<>&%+#?=/\\$@:;,|^`{}[]',
  '\u00E9',
  'e\u0301',
  '\u00DF',
  '\u0130',
  '\u212B',
  '\uFB01',
  '\u03C2',
  '\u65E5',
  '\u05D0',
  '\u0627',
  '\u{1F600}',
  '\u{1F469}\u200D\u{1F680}',
  '\u{10FFFD}',
  '\u00A0',
  '\u200B',
  '\u2028',
  '\u3000',
  '\uFEFF',
  '\t',
  '\n',
  '%20',
  '%2F',
  '&amp;',
  '\\u0041',
  '\\n',
  '<b>',
  'null',
  '0',
  '1e3',
];

/** Short texts over an alphabet that hurts. */
export const hurtingText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

/** Texts that a URL path or query can hold as they are. */
export const hurtingUrlText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ..."aZ09-_.~!*()'$@:;,+=",
      '%20',
      '%2F',
      '%2f',
      '%C3%A9',
      '%25',
      '%26',
      '//',
      '/./x',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''));
