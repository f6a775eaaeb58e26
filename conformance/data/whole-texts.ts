/** Texts that loose servers take for something else, each as a whole value. */
export const wholeTexts = [
  'null',
  'true',
  'yes',
  'off',
  '0',
  '00',
  'undefined',
  'NaN',
  '007',
  '1e3',
  '0x1F',
  '-0',
  '+1',
  '3.10',
  '1,000',
  '9007199254740993',
  '2026-11-01',
  '12:30',
  '#hash',
  '=1+1',
  '@at',
  '"quoted"',
  '[]',
  '{}',
  '{"a":1}',
  '__proto__',
  'xn--mnchen-3ya.example',
] as const;

/**
 * Texts that hold escapes of one kind and nothing that breaks them: strict decoders leave a text alone that they cannot
 * read to its end, so that these are hidden in any that holds everything.
 */
export const wellFormedTexts = [
  '100%25 %41%2F %C3%A9',
  'a+b=c&d=%20',
  '<b>bold</b> &amp; &#65;&eacute;<br/>',
  'back\\slash \\u0041 \\n \\x41 \\/',
  'Hello {{name}}, ${name}, {0}, %s, :name',
  // UTF-8 that was read as Latin-1 once, and is to stay so.
  'Caf\u00C3\u00A9',
  'SGVsbG8gd29ybGQ=',
  '(c) (tm) ... -- -> :) :smile: 1/2',
  '**bold** _it_ `code` [a](b) # c',
  'www.example.com mail@example.com +49 30 123456',
] as const;

/** Text at the ends, where white space and marks are cut off that stay in the middle. */
export const textAtTheEnds = [
  (base: string) => `${base} `,
  (base: string) => ` ${base}`,
  (base: string) => `\u00A0${base}\u3000`,
  (base: string) => `\uFEFF${base}\u200B`,
  (base: string) => `\t${base}\n`,
  (base: string) => `"${base}"`,
  (base: string) => `.${base}./`,
] as const;
