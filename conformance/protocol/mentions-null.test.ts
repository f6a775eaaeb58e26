import { expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { mentionsNull } from './mentions-null.ts';

test('a part of a schema may say that a field is nullable', () => {
  const written = { type: 'object', properties: { note: { type: 'string' } } } as const;
  const nullable = { type: 'object', properties: { note: { type: ['string', 'null'] } } } as const;
  const list = (...allOf: object[]) => ({ type: 'array', items: { allOf } }) as const;
  expect(mentionsNull(contract.document, list(written, nullable), '/0/note')).toBe(true);
  expect(mentionsNull(contract.document, list(written), '/0/note')).toBe(false);
  expect(mentionsNull(contract.document, list(written, nullable), '/0')).toBe(false);
});
