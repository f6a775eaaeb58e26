/** Problematic names: each contains text that one kind of faulty code changes. */
export const painfulNames: readonly string[] = [
  ' Zoë  & "Søn" <b>ﬁ</b> \t\u00a0\u2028x\r\n ',
  'e\u0301\u00c5 STRASSE straße \u00ad\u200d\u200f ǆ İ',
  "it's \\ \\n \\u0041 %41 %s +1 {{x}} $& *_ / ; # &lt;&amp;",
  '👩\u200d👩 \u{1f600} null \0 end',
  '007',
  '1e3',
  'yes',
  'null',
  '#tag',
  `${'long name '.repeat(30)}end`,
];

export const painfulPathnames: readonly string[] = [
  '/',
  '/Über/e\u0301/A_b~c/007/x.html/',
  '/page.html',
  '/a//b/./c/../d%2Fe%2fg%20f+g h&i/:id/end?q=1&r=2#frag',
  `/${'segment/'.repeat(40)}end`,
];

export const painfulUrls: readonly string[] = [
  'http://www.hooks.a.b.example.com:8080/Path/../x%2fy%2F/?b=2&a=1+1%20%2F#part',
  `https://example.com/${'p'.repeat(300)}`,
  'https://example.com',
  'https://example.com/a/',
];

export const variants: readonly { locale: string; pathname: string }[] = [
  { locale: 'sv-SE', pathname: '/Sv/E\u0301?x#y' },
  { locale: 'en-GB', pathname: '/en/' },
  { locale: 'en-US', pathname: '/en/' },
  { locale: 'de-DE', pathname: `/de%20/${'x'.repeat(120)}` },
  ...Array.from({ length: 8 }, (_, index) => ({
    locale: `f${String.fromCharCode(97 + index)}-FR`,
    pathname: '/f',
  })),
];

export const unusualOrigins: readonly string[] = [
  'https://Www.Example.COM',
  'http://127.0.0.1:3000',
  'https://cms.internal',
];

/** Values of wrong types and forms, tried in every field. */
export const badValues: readonly unknown[] = [
  1,
  true,
  null,
  {},
  ['a'],
  '',
  'not a uri',
  'PAGE.CREATED',
  'page.unknown',
  '/relative',
  'https://h.example.com/path',
  'https://h.example.com?q=1',
  'javascript:1',
  [{ locale: 'de-DE' }],
  [{ pathname: '/x' }],
  [{ locale: 5, pathname: '/x' }],
  [{ locale: 'de-DE', pathname: null }],
  ['de-DE'],
  [null],
];

/** Bodies that are not JSON objects, in Latin-1. */
export const badBodies: readonly string[] = [
  '',
  '{',
  '{"name":"x"',
  'null',
  '[]',
  '"text"',
  '1',
  'true',
  '{"name":"\xff"}',
  'name=x',
  '[{"name":"x"}]',
  '{"name":"x"}}',
  '{"__proto__":{"name":"x"}}',
  '['.repeat(5000),
];
