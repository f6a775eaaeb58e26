import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromWireText, toBytes, toWireText } from './wire-text.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'Harbour', 'Café', '\ufeffA', 'Größe 😀', '\u0080\u07ff\u0800\uffff'),
);

/** The same where there is no Buffer, as in a browser. */
function withoutBuffer<Result>(run: () => Result): Result {
  const { Buffer } = globalThis;
  Reflect.deleteProperty(globalThis, 'Buffer');
  try {
    return run();
  } finally {
    Object.assign(globalThis, { Buffer });
  }
}

describe('a wire text', () => {
  test('has a character for each byte of UTF-8', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = new TextEncoder().encode(text);
        expect([...toBytes(toWireText(text))]).toEqual([...bytes]);
        expect(withoutBuffer(() => toWireText(text))).toBe(toWireText(text));
      }),
    );
  });

  test('is the text again', () => {
    fc.assert(fc.property(texts, (text) => expect(fromWireText(toWireText(text))).toBe(text)));
  });
});
