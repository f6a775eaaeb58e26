import { expect, test } from '@jest/globals';
import type { OpenApiDocument, Schema } from './openapi-document.ts';
import { readDefault, readFields } from './schema-fields.ts';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {},
  'x-assumptions': {},
  'x-problems': {},
};

test('a part of a schema narrows what another one says about a field', () => {
  const base: Schema = { properties: { type: { type: 'string', readOnly: true } } };
  const own: Schema = { properties: { type: { type: 'string', enum: ['team'] } } };
  const { fields } = readFields(document, { allOf: [base, own] });
  expect(fields.get('type')).toEqual({ type: 'string', readOnly: true, enum: ['team'] });
});

test('a default that its schema does not allow is none', () => {
  expect(readDefault({ type: 'integer', default: 3 })).toBe(3);
  expect(readDefault({ type: 'object', default: null })).toBeUndefined();
  expect(readDefault({ enum: ['a'], default: 'b' })).toBeUndefined();
});
