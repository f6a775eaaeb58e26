import { expect, test } from '@jest/globals';
import { toJsonText } from './json-text.ts';

const hostile = [
  'ESC \u001b]0;title\u0007 and CSI \u009b31m',
  '\u202e\u2066\u200b\ufeff\u2028\u{e0041}\u{1bca0}',
  'line\n::stop-commands::x\r##[error]',
  '\ud800 lone, \ufffe',
];

test.each([0, 1, 2])('has no character that controls a terminal, with the indent %d', (indent) => {
  const value = { [hostile.join('')]: hostile };
  const text = toJsonText(value, indent);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.replaceAll('\n', '')).toMatch(/^[ -~]+$/);
  expect(text).not.toMatch(/##\[|^\s*::/m);
});
