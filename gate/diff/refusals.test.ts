import { expect, test } from '@jest/globals';
import { readTestSchemas } from '../../test/support/diff-tools.ts';
import { isFair, listRefused } from './refusals.ts';
import { json } from './validator.ts';

function createPair(sender: object, receiver: object) {
  const { views, instances, find } = readTestSchemas({ sender, receiver });
  const pair = {
    sender: views.of(find('sender')),
    receiver: views.of(find('receiver')),
    wire: json,
    hasRules: true,
  };
  const compare = () => {
    throw new Error('nothing else is compared');
  };
  return { tools: { views, instances, compare }, pair };
}

test('values that the sender may send and the receiver refuses are near the limits of both', () => {
  const { tools, pair } = createPair({ type: 'string' }, { type: 'string', maxLength: 3 });
  const refused = [...listRefused(tools, pair)].map(String);
  expect(refused).toContain('text');
  for (const value of refused) expect([...value].length).toBeGreaterThan(3);
});

test('nothing is refused by a receiver that accepts more', () => {
  const { tools, pair } = createPair({ type: 'integer' }, { type: 'number' });
  expect([...listRefused(tools, pair)]).toEqual([]);
});

test('only the listed values are tried', () => {
  const { tools, pair } = createPair({ enum: [1, 2, 3] }, { enum: [2] });
  expect([...listRefused(tools, pair, [1, 2, 4])]).toEqual([1]);
});

test.each([
  ['a property that only the receiver describes', { a: 1, b: 1 }, false],
  ['a property that both describe', { a: 1 }, true],
  ['a property that nobody describes', { c: 1 }, true],
  ['a value without properties', 'text', true],
])('fairness of %s', (_, value, want) => {
  const { tools, pair } = createPair(
    { properties: { a: { type: 'integer' } } },
    { properties: { a: { type: 'integer' }, b: { type: 'string' } } },
  );
  expect(isFair(tools, pair, value)).toBe(want);
});
