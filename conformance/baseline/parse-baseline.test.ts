import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseBaseline } from './parse-baseline.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(join(__dirname, '../../spec/baseline.schema.json'), 'utf8')),
);

const entry = { check: 'listSites/order', reason: 'known', expires: '2026-12-31' };

const readable = [
  { title: 'an empty baseline', given: '{ "failures": [] }', want: [] },
  { title: 'a byte order mark', given: '\ufeff{ "failures": [] }', want: [] },
  {
    title: 'a known failure',
    given: JSON.stringify({ $schema: 'x', failures: [entry] }, undefined, 2),
    want: [entry],
  },
  {
    title: 'escapes in a reason',
    given: String.raw`{"failures":[{"check":"a/b","reason":"\u00e9 \"q\" \\","expires":"2028-02-29"}]}`,
    want: [{ check: 'a/b', reason: 'é "q" \\', expires: '2028-02-29' }],
  },
];

/** Malformed JSON, which no schema can detect. */
const malformed = [
  { title: 'an empty file', given: '' },
  { title: 'a superfluous comma', given: '{\n  "failures": [\n    1,\n  ]\n}' },
  { title: 'a truncated file', given: '{\n  "failures": [' },
  { title: 'a comment', given: '{} // none' },
];

const refused = [
  { title: 'a list', given: '[]', want: ': must be an object: { "failures": [] }' },
  { title: 'no failures', given: ' {}', want: ': "failures" must be an array' },
  {
    title: 'failures that are not a list',
    given: '{"failures": {}}',
    want: '#/failures: "failures" must be an array',
  },
  {
    title: 'an unknown field',
    given: '{"failures": [],\n "fails": []}',
    want: ': "fails" is not one of "$schema", "failures"',
  },
  {
    title: 'a schema that is not a string',
    given: '{"$schema": 1, "failures": []}',
    want: '#/$schema: "$schema" must be a string',
  },
  {
    title: 'an entry that is a string',
    given: '{"failures": ["listSites/order"]}',
    want: '#/failures/0: an entry must be an object with "check", "reason" and "expires"',
  },
  {
    title: 'no date',
    given: '{"failures": [\n  {"check": "a/b", "reason": "r"}]}',
    want: '#/failures/0: "expires" is missing: a date of the form "2026-12-31"',
  },
  {
    title: 'a date that does not exist',
    given: '{"failures": [\n  {"check": "a/b", "reason": "r", "expires": "2026-02-30"}]}',
    want: '#/failures/0/expires: "expires" must be a date of the form "2026-12-31"',
  },
  {
    title: 'an empty reason',
    given: '{"failures": [{"check": "a/b", "reason": " ", "expires": "2026-12-31"}]}',
    want: '#/failures/0/reason: "reason" must be a string that explains why it is accepted',
  },
  {
    title: 'an id without an operation',
    given: '{"failures": [{"check": "order", "reason": "r", "expires": "2026-12-31"}]}',
    want: '#/failures/0/check: "check" must be the id of a check, such as "listSites/after-continues-the-list"',
  },
  {
    title: 'a misspelled field',
    given: '{"failures": [{"check": "a/b", "reason": "r", "expire": "2026-12-31"}]}',
    want: '#/failures/0: "expire" is not one of "check", "reason", "expires"',
  },
];

describe('the text of a baseline', () => {
  test.each(readable)('is read: $title', ({ given, want }) => {
    expect(parseBaseline(given, 'known.json')).toEqual({
      kind: 'baseline',
      baseline: { failures: want },
    });
  });

  test.each(refused)('is refused in one line with its location: $title', ({ given, want }) => {
    expect(parseBaseline(given, 'known.json')).toEqual({
      kind: 'problem',
      problem: `known.json${want}`,
    });
  });

  test.each(malformed)('is refused in one line if it is not JSON: $title', ({ given }) => {
    expect(parseBaseline(given, 'known.json')).toEqual({
      kind: 'problem',
      problem: expect.stringMatching(/^known\.json: not JSON: .+$/),
    });
  });

  test('lists each check only once', () => {
    const text = JSON.stringify({ failures: [entry, entry] }, undefined, 1);
    expect(parseBaseline(text, 'known.json')).toEqual({
      kind: 'problem',
      problem: 'known.json#/failures/1/check: listSites/order is listed twice',
    });
  });

  test.each(readable)('matches the published schema: $title', ({ given }) => {
    expect(validate(JSON.parse(given.replace('\ufeff', '')))).toBe(true);
  });

  test.each(refused)('is refused by the published schema: $title', ({ given }) => {
    expect(validate(JSON.parse(given))).toBe(false);
  });
});
