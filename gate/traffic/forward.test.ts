import { expect, test } from '@jest/globals';
import { createBodyCopy } from './forward.ts';

const long = 'x'.repeat(2000);

test.each<{ title: string; bytes: Buffer }>([
  { title: 'ASCII', bytes: Buffer.from(long) },
  { title: 'characters of all lengths', bytes: Buffer.from(`\ufeffé€😀${long}\0`) },
  { title: 'a short text', bytes: Buffer.from('Café') },
  { title: 'bytes that are not UTF-8', bytes: Buffer.from(`é${long}`, 'latin1') },
  { title: 'half of a surrogate pair', bytes: Buffer.from(`eda080${'78'.repeat(2000)}`, 'hex') },
])('decodes $title like Buffer does, twice in a row', ({ bytes }) => {
  for (let time = 0; time < 2; time += 1) {
    const copy = createBodyCopy();
    copy.add(bytes.subarray(0, 1));
    copy.add(bytes.subarray(1));
    expect(copy.text(undefined)).toBe(bytes.toString('utf8'));
  }
});

test('distinguishes bodies of the same length after buffers were reused', () => {
  const bytes = Buffer.alloc(2000);
  for (const letter of ['a', 'b', 'c', 'a']) {
    bytes.fill(letter);
    const copy = createBodyCopy();
    copy.add(bytes);
    expect(copy.text('identity')).toBe(letter.repeat(2000));
  }
});

test('decodes nothing to an empty text', () => {
  const copy = createBodyCopy();
  expect([copy.text(undefined), copy.bytes().length, copy.isEmpty()]).toEqual([undefined, 0, true]);
});
