import { describe, test } from '@jest/globals';
import { createPromisingStore } from '../../test/support/promising-store.ts';
import { storeCases } from '../../test/support/store-cases.ts';
import { createMemoryStore } from './memory-store.ts';

const stores = [
  { name: 'the memory store', create: () => createMemoryStore() },
  { name: 'a store that answers by promises', create: createPromisingStore },
];

describe.each(stores)('$name', ({ create }) => {
  test.each(storeCases)('$title', ({ check }) => check(create()));
});
