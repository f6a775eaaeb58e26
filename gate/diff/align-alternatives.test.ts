import { expect, test } from '@jest/globals';
import { readTestSchemas } from '../../test/support/diff-tools.ts';
import { alignAlternatives, toLabel } from './align-alternatives.ts';

const object = (properties: object): object => ({ type: 'object', properties });
const text = { type: 'string' };

test.each([
  ['with the same meaning', text, { type: ['string'] }, true],
  ['of other types', text, { type: 'integer' }, false],
  ['of scalar types in common', text, { type: 'string', maxLength: 3 }, true],
  ['with most properties in common', object({ a: text, b: text }), object({ a: text }), true],
  [
    'with few properties in common',
    object({ a: text, b: text, c: text }),
    object({ c: {} }),
    false,
  ],
  [
    'with the same constant',
    object({ kind: { const: 'card' }, a: text }),
    object({ kind: { const: 'card' }, b: text, c: text }),
    true,
  ],
  [
    'with other constants',
    object({ kind: { const: 'card' }, a: text }),
    object({ kind: { const: 'cash' }, a: text }),
    false,
  ],
])('alternatives %s: %j and %j', (_, first, second, isPair) => {
  const { views, find } = readTestSchemas({ first, second });
  const pairs = alignAlternatives(views, [find('first')], [find('second')]);
  expect(pairs.get(find('first'))).toBe(isPair ? find('second') : undefined);
});

test('each alternative has at most one partner, the one with the same meaning first', () => {
  const { views, find } = readTestSchemas({
    short: { type: 'string', maxLength: 3 },
    long: { type: 'string', maxLength: 9 },
    other: { type: 'string', maxLength: 9 },
  });
  const pairs = alignAlternatives(views, [find('short'), find('long')], [find('other')]);
  expect([...pairs]).toEqual([[find('long'), find('other')]]);
  expect(toLabel(find('long'))).toBe('long');
});
