/*
 * service/conformance/data/: values that the checks send: texts, bodies and parameters, valid and invalid. It imports contract/,
 * and no check. Start here, or in the file of the kind.
 */

import { pick, pickInteger, type Random } from '../../../contract/random.ts';

// Texts that servers are known to change. The tables have several short texts per line, to save space.

/** Difficult names for creations. Each creates one record on the target. */
export const hurtingNames = {
  letters:
    'Cafe\u0301 Caf\u00E9 \u00C5 \u212B \u00DF \u0130\u0131 \uFB01 \u65E5\u672C\u8A9E \u05E9\u05DC\u05D5\u05DD \u0639\u0631\u0628\u064A \u{1F469}\u200D\u{1F680} \u{1D54F} \u2764\uFE0F \u{20000} \uFF21\uFF76\uFF9E \u1112\u1161\u11AB',
  markup: `<b>&amp;</b> "q" 'a' \\ \\n \\u0041 / %20 %2F + \${x} {{y}} $& $1 -- ; #?=&`,
  /** Without a single percent sign, because that would keep strict decoders from decoding the escapes in the others. */
  space: '  two  inner %s and outer %d spaces  ',
} as const;

/** Exceeds the usual column widths and limits, with only digits. */
const manyDigits = '0012345678'.repeat(31);

/** Names of only digits, with a different ending for each request of a run. */
export const digitNames = {
  create: (mark: number) => `${manyDigits}${mark}1`,
  duplicate: (mark: number) => `${manyDigits}${mark}3`,
  shortDuplicate: (mark: number) => `${manyDigits.slice(0, 32)}${mark}4`,
};

/** Exceeds the usual column widths and limits (30, 50, 64, 100, 128, 191, 200, 255). */
export const longText = Array.from(
  { length: 30 },
  (_, at) => `${String(at).padStart(3, '0')}-abcdef`,
).join('');

/** Exceeds all usual columns, with characters of several bytes. */
export const veryLongText = `${longText}\u00E9\u65E5\u{1F600}`.repeat(14);

/** Parts that servers are known to change within a text. */
// biome-ignore format: several a line, by kind
export const hurtingParts = [
  // Composed and decomposed letters, and letters without a counterpart in the other case
  'Cafe\u0301', 'Caf\u00E9', '\u00C5ngstr\u00F6m\u212B', '\u00DF\u1E9E', '\u0130\u0131', '\uFB01',
  '\u03C3\u03C2',
  // Other scripts, and combining marks
  '\u65E5\u672C\u8A9E', '\u05E9\u05DC\u05D5\u05DD', '\u0639\u0631\u0628\u064A',
  '\u0643\u06A9\u06CC\u0661\u06F1', '\u0645\u06CC\u200C\u062E', '\u0301a\u0323\u0302',
  'Z\u0351\u036B\u0343', '\u0439\u0451\u0401', '\u0439\u0308', '\uD55C\u1112\u1161\u11AB',
  '\u0939\u093F\u0928\u094D\u0926\u0940', '\u0E44\u0E17\u0E22',
  // Full-width, compatibility and rare characters
  '\uFF21\uFF11', '\uFF76\uFF9E\u30AC', '\u570B\u56FD\u9AD8\u9AD9', '\u{20000}\u{2A6D6}',
  '\uFA10\uF900', '\u2126\u2460\u00BD\u00B2\u2116\u2122', '\u01C4\u0149', '\u{1D54F}',
  // Emoji, single and joined, and private-use characters
  '\u{1F600}', '\u2764\uFE0F', '\u2764\uFE0E', '1\uFE0F\u20E3', '\u{1F44D}\u{1F3FD}',
  '\u{1F469}\u200D\u{1F680}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u{1F1E9}\u{1F1EA}',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}', '\u{1FAE0}', '\uE000', '\u{10FFFD}',
  // Spaces, direction marks and invisible characters
  '\u00A0', '\u200B', '\u00AD', '\u200E\u202B', '\u200F\u061C', '\u202Eabc\u202C', '\u2066a\u2069',
  '\u2060', '\u180E', '\u2009', '\u3000',
  // Line ends and control characters
  '\u2028', '\u2029', '\t', '\n', '\r\n', 'a\u0000b', '\u0007', '\b\f\v', '\u001B[31m', '\u001F',
  '\u007F', '\u0085', '\u009F', '\uFEFF', '\uFFFD',
  // Case and inner spaces
  '  two  ', 'UPPER', 'Title Case', 'lower',
  // Markup and its special characters
  '<b>bold</b>', '<!-- -->', '<script>x</script>', '<a href="x" onclick="y">z</a>', '&amp;',
  '&nbsp;', '&', '<', '>', '"', "'", '`',
  // Escape sequences of programs and URLs
  '\\', '\\n', '\\u0041', '\\\\', '%', '%20', '%2F', '%41', '+', 'a+b', '/', '//',
  // Punctuation
  '?', '#', '=', ';', ',', ':', '|', '^', '~', '*', '!', '(', ')', '[', ']', '{', '}', '@',
  // Placeholders of templates and formats
  '$', '$&', '$1', '$$', '${x}', '{{y}}', '{0}', '%s', '%d', '%n',
  // Comments, and words that look like other types
  '--', '/*', 'yes', 'null', '0', '1e3',
  // Typographic signs
  '\u2010\u2011\u2013\u2014\u2212', '\u2026', '...', '\u201Cq\u201D', '\u2018q\u2019\u02BC',
  '\u00AB\u201E\u00BB', '\u20AC', '\u00A9',
] as const;

/** Parts that are valid in the path of a URL without escapes. */
// biome-ignore format: several a line
export const pathnameParts = [
  '/UPPER', '/under_score', '/da-sh', '/page.html', '/a.b.c', '/007', '/1e3', '/a+b', '/a%20b',
  '/a%2Fb', '/a%2fb', '/caf%C3%A9', '/%25', '/a=b', '/a;b', '/a,b', '/a:b', '/@a', '/~a', "/it's",
  '/(a)', '/a!', '/a*', '/$1', '/a&b', '/www', '/index', '//', '/a//b', `/${longText}`, '/',
] as const;

/** Parts that a pathname may contain only if validation is skipped or lenient. */
// biome-ignore format: several a line
export const loosePathnameParts = [
  '/:id', '/{id}', '/[id]', '/a b', '/caf\u00E9', '/\u65E5', '?a=1', '#f', '/\\', '/../x', '/./x',
  ...hurtingParts,
] as const;

/** Parts that may follow the path of a URL. The query and the fragment come last. */
// biome-ignore format: several a line
export const addressParts = [
  '/UPPER', '/da-sh_x', '/page.html', '/007', '/a+b', '/a%20b', '/a%2Fb', '/caf%C3%A9',
  '/a=b;c,d:e', '/~a', '/(a)!*', '/$1', `/${longText}`, '/', '?a=1&b=&c&a=2', '&d=x+y%20z',
  '&e=%2F%26', '&f=https://x.example/?y', '#fragment',
] as const;

/** Complete values that lenient servers interpret as another type. */
// biome-ignore format: several a line
export const wholeTexts = [
  'null', 'true', 'yes', 'off', '0', '00', 'undefined', 'NaN', '007', '1e3', '0x1F', '-0', '+1',
  '3.10', '1,000', '9007199254740993', '2026-11-01', '12:30', '#hash', '=1+1', '@at', '"quoted"',
  '[]', '{}', '{"a":1}', '__proto__', 'xn--mnchen-3ya.example',
] as const;

/**
 * Texts with only one kind of escape. Strict decoders leave a text unchanged if they cannot decode all of it, so a text with
 * all kinds would hide changes.
 */
export const wellFormedTexts = [
  '100%25 %41%2F %C3%A9',
  'a+b=c&d=%20',
  '<b>bold</b> &amp; &#65;&eacute;<br/>',
  'back\\slash \\u0041 \\n \\x41 \\/',
  'Hello {{name}}, ${name}, {0}, %s, :name',
  // UTF-8 that was read as Latin-1. It must stay that way.
  'Caf\u00C3\u00A9',
  'SGVsbG8gd29ybGQ=',
  '(c) (tm) ... -- -> :) :smile: 1/2',
  '**bold** _it_ `code` [a](b) # c',
  'www.example.com mail@example.com +49 30 123456',
] as const;

/** Whitespace and marks at the ends, which servers may trim there but keep in the middle. */
export const textAtTheEnds = [
  (base: string) => `${base} `,
  (base: string) => ` ${base}`,
  (base: string) => `\u00A0${base}\u3000`,
  (base: string) => `\uFEFF${base}\u200B`,
  (base: string) => `\t${base}\n`,
  (base: string) => `"${base}"`,
  (base: string) => `.${base}./`,
] as const;

const alphabet = ['a', 'Z', '0', '9', ' ', ...hurtingParts.filter((part) => !/\p{Cc}/u.test(part))];

/** Creates a generator of texts, each of one to eight parts. */
const joinSome =
  (parts: readonly string[]) =>
  (random: Random): string => {
    const count = pickInteger(random, 1, 8);
    return Array.from({ length: count }, () => pick(random, parts)).join('');
  };

/** Generates short texts with difficult characters. */
export const makeHurtingText = joinSome(alphabet);

/** Generates texts that need no escapes in the path or query of a URL. */
export const makeHurtingUrlText = joinSome([
  ..."aZ09-_.~!*()'$@:;,+=",
  ...['%20', '%2F', '%2f', '%C3%A9', '%25', '%26', '/x'],
]);

/** Endings for the pathnames of the first variants. The two German ones both keep theirs, which is the same. */
// biome-ignore format: one row
export const hurtingEnds = [
  '/UPPER', '/a%20b', '/page.html', '', '/', '/a+b', '/%41%2f', '', '/a_b~c', '/007',
];

/** Many locales, in an order that no sorting produces. */
// biome-ignore format: two rows
export const manyLocales = [
  'pt-BR', 'en-US', 'zh-CN', 'de-DE', 'en-GB', 'fr-FR', 'es-ES', 'de-AT', 'ja-JP', 'nl-NL',
  'it-IT', 'pl-PL', 'zh-TW', 'en-AU', 'sv-SE', 'pt-PT', 'fr-CA', 'es-MX', 'da-DK', 'ko-KR',
];

/** Locales of the form <language>-<REGION>. A target that refuses one may accept the others. */
export const unusualLocales = [
  // Java replaced he, id and yi by iw, in and ji. Newer libraries reverse that, and replace no by nb.
  ['he-IL', 'id-ID', 'nb-NO', 'zh-HK', 'sr-RS', 'mn-MN'],
  ['iw-IL', 'in-ID', 'no-NO'],
  ['fil-PH', 'gsw-CH', 'yue-HK'],
  ['es-419', 'en-001'],
] as const;
