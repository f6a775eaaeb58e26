import { expect, test } from '@jest/globals';
import { aRecordOf, toNouns } from './nouns.ts';

test.each([
  ['orderItem', 'an order item'],
  ['user', 'a user'],
  ['unit', 'a unit'],
  ['email', 'an email'],
  ['branch', 'a branch'],
  ['hour', 'an hour'],
  ['umbrella', 'an umbrella'],
])('one %s is %s', (name, phrase) => {
  expect(aRecordOf({ name, plural: `${name}s` })).toBe(phrase);
});

test('a sentence begins with a capital', () => {
  const nouns = { noun: 'order item', many: 'order items', a: 'an order item', A: 'An order item' };
  expect(toNouns({ name: 'orderItem', plural: 'orderItems' })).toEqual(nouns);
});
