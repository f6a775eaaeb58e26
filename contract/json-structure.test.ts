import { expect, test } from '@jest/globals';
import { visitStructure } from './json-structure.ts';

/** The characters that are visited, with the strings as they are written. */
function listStructure(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  visitStructure(bytes, (_, at, end) => {
    parts.push(new TextDecoder().decode(bytes.subarray(at, end + 1)));
  });
  return parts;
}

test.each([
  { text: '{"a": [1, true]}', want: ['{', '"a"', '[', ',', ']', '}'] },
  { text: '["[,]", "\\"]", "\\\\"]', want: ['[', '"[,]"', ',', '"\\"]"', ',', '"\\\\"', ']'] },
  { text: '["é日😀"]', want: ['[', '"é日😀"', ']'] },
  { text: '["without an end', want: ['[', '"without an end'] },
  { text: '12', want: [] },
])('visits the structure of $text', ({ text, want }) => {
  expect(listStructure(text)).toEqual(want);
});
