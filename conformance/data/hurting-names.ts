/** Names that hurt, for creations: each is one record of the target. */
export const hurtingNames = {
  letters:
    'Cafe\u0301 Caf\u00E9 \u00C5 \u212B \u00DF \u0130\u0131 \uFB01 \u65E5\u672C\u8A9E \u05E9\u05DC\u05D5\u05DD \u0639\u0631\u0628\u064A \u{1F469}\u200D\u{1F680} \u{1D54F} \u2764\uFE0F \u{20000} \uFF21\uFF76\uFF9E \u1112\u1161\u11AB',
  markup: `<b>&amp;</b> "q" 'a' \\ \\n \\u0041 / %20 %2F + \${x} {{y}} $& $1 -- ; #?=&`,
  /** A percent sign alone would keep strict decoders from the escapes in the others. */
  space: '  two  inner %s and outer %d spaces  ',
  digits: '00123456789012345678901234567890',
  /** Longer than the widths and limits that are in use, and nothing but digits. */
  manyDigits: '0012345678'.repeat(31),
} as const;
