import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ExceptionForm, parseExceptions } from './read-exceptions.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(join(__dirname, '../../spec/baseline.schema.json'), 'utf8')),
);
const name = (form: string) => ({ isValid: /^\S+$/, form });
const form: ExceptionForm = {
  list: 'failures',
  names: [
    { requirement: name('a requirement'), operation: name('an operation') },
    { check: { isValid: /^.*\S\/\S+$/, form: 'an id' } },
  ],
};
const read = (value: unknown) => parseExceptions(value, form, 'known.yaml');
const reasons = { reason: 'known', expires: '2028-02-29' };
const entry = { check: 'a/b', ...reasons };
const pair = { requirement: 'shape', operation: 'listSites', ...reasons };

test('reads the entries, as the published schema describes them', () => {
  for (const value of [{ failures: [] }, { $schema: 'x', failures: [entry, pair] }]) {
    expect(validate(value)).toBe(true);
    expect(read(value)).toEqual(
      value.failures.map(({ reason, expires, ...names }) => ({ names, reason, expires })),
    );
  }
});

test.each<[unknown, string, string]>([
  [[], '', 'must be an object: { "failures": [] }'],
  [{}, '/failures', 'must be an array'],
  [{ failures: {} }, '/failures', 'must be an array'],
  [{ failures: [], fails: [] }, '', '"fails" is not one of "$schema", "failures"'],
  [{ $schema: 1, failures: [] }, '/$schema', 'must be a string'],
  [
    { failures: ['a/b'] },
    '/failures/0',
    'must be an object with "requirement", "operation", "reason" and "expires"',
  ],
  [{ failures: [{ ...entry, check: 'order' }] }, '/failures/0/check', 'must be an id'],
  [
    { failures: [{ ...entry, reason: ' ' }] },
    '/failures/0/reason',
    'must be a string that explains why it is accepted',
  ],
  [
    { failures: [{ ...entry, expires: '2026-02-30' }] },
    '/failures/0/expires',
    'must be a date of the form "2026-12-31"',
  ],
  [
    { failures: [{ ...entry, expire: '' }] },
    '/failures/0',
    '"expire" is not one of "check", "reason", "expires"',
  ],
])('refuses %j, like the published schema', (value, at, problem) => {
  expect(() => read(value)).toThrow(`known.yaml${at && `#${at}`}: ${problem}`);
  expect(validate(value)).toBe(false);
});

test('refuses an id that is listed twice', () => {
  const value = { failures: [entry, entry] };
  expect(() => read(value)).toThrow('known.yaml#/failures/1/check: a/b is listed twice');
});
