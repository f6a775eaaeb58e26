import { expect, test } from '@jest/globals';
import { escapeMarkdown } from './markdown.ts';

test.each([
  {
    given: 'spec/openapi.yaml:12: /name must be 1-40',
    want: 'spec/openapi.yaml:12: /name must be 1-40',
  },
  { given: 'a_b and _c_', want: 'a_b and \\_c\\_' },
  { given: '**b** [l](u) <i>', want: '\\*\\*b\\*\\* \\[l\\](u) \\<i\\>' },
  { given: 'a | `b`', want: 'a \\| \\`b\\`' },
  { given: '@team, a@b.example &amp;', want: '&#64;team, a@b.example &amp;amp;' },
  { given: 'one\ntwo', want: 'one<br>two' },
])('$given', ({ given, want }) => {
  expect(escapeMarkdown(given)).toBe(want);
});
