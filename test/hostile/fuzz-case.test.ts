import { expect, test } from '@jest/globals';
import { createCase } from './fuzz-case.ts';

const ids = {
  siteId: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  routeId: '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94',
};
const numbers = Array.from({ length: 300 }, (_, at) => at);

test('a finding is repeatable: a case depends only on the seed and its number', () => {
  for (const number of numbers) {
    const fuzzed = createCase(7, number, ids);
    expect(createCase(7, number, ids).bytes.equals(fuzzed.bytes)).toBe(true);
    expect(createCase(8, number, ids).bytes.equals(fuzzed.bytes)).toBe(false);
  }
});

test('cases reach the service and the control surface, and describe what is wrong with them', () => {
  const cases = numbers.map((number) => createCase(1, number, ids));
  const texts = cases.map(({ bytes }) => bytes.toString('latin1'));
  expect(texts.filter((text) => text.includes(' /__mock/')).length).toBeGreaterThan(30);
  expect(texts.filter((text) => text.includes(' /v1/')).length).toBeGreaterThan(100);
  expect(cases.every(({ how }) => how !== '')).toBe(true);
});
