import { expect, test } from '@jest/globals';
import { Refusal } from '../refusal.ts';
import { chooseContent } from './choose-content.ts';

function choose(mediaTypes: readonly string[], accept: string | undefined): string | undefined {
  const content = mediaTypes.map((mediaType) => ({
    mediaType,
    schema: {},
    examples: [],
    encoding: {},
    pointer: '',
  }));
  try {
    return chooseContent({ content }, accept)?.mediaType;
  } catch (error) {
    return error instanceof Refusal ? error.problem : String(error);
  }
}

const both = ['text/csv', 'application/json'];

const cases: readonly [accept: string | undefined, types: readonly string[], want: string][] = [
  [undefined, both, 'application/json'],
  ['', both, 'application/json'],
  ['*/*', both, 'application/json'],
  ['text/csv', both, 'text/csv'],
  ['text/*', both, 'text/csv'],
  ['application/json;q=0.5, text/csv', both, 'text/csv'],
  ['application/json;q=0, */*', both, 'text/csv'],
  ['text/csv; charset=utf-8', both, 'text/csv'],
  ['image/png', both, 'not-acceptable'],
  ['image/png, */*;q=0', ['image/*'], 'image/*'],
  ['application/json', ['text/csv'], 'text/csv'],
  ['application/xml', ['text/csv'], 'not-acceptable'],
];

test.each(cases)('Accept %j chooses among %j: %s', (accept, types, want) => {
  expect(choose(types, accept)).toBe(want);
});

test('a response without content has no media type', () => {
  expect(choose([], 'image/png')).toBeUndefined();
});
