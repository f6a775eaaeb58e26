import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { useFolder } from '../../../test/support/use-folder.ts';
import { readLines } from './read-lines.ts';

const file = path.join(useFolder(), 'lines');

async function read(text: string): Promise<[number, string, boolean][]> {
  writeFileSync(file, text);
  const lines: [number, string, boolean][] = [];
  for await (const { number, bytes, isComplete } of readLines(file))
    lines.push([number, bytes.toString(), isComplete]);
  return lines;
}

test.each([
  { title: 'nothing', text: '', want: [] },
  { title: 'a last line without a line break', text: 'a', want: [[1, 'a', false]] },
  {
    title: 'empty lines, and separators that JSON may contain',
    text: '\n"\u2028\u0085"\n',
    want: [
      [1, '', true],
      [2, '"\u2028\u0085"', true],
    ],
  },
])('reads $title', async ({ text, want }) => {
  expect(await read(text)).toEqual(want);
});

test('reads lines that are longer than what it reads at once', async () => {
  const long = 'é'.repeat(1_500_000);
  const text = `a\n${long}\n\n${long}`;
  expect(await read(text)).toEqual([
    [1, 'a', true],
    [2, long, true],
    [3, '', true],
    [4, long, false],
  ]);
});
