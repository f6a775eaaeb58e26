import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  brokenResult,
  conformingResult,
  notRunResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult, hostileText } from '../../test/support/results/hostile-result.ts';
import { toJsonReport } from './json.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
});
addFormats.default(ajv);
const schemaFile = join(__dirname, '../../spec/report.schema.json');
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));

describe('the JSON report', () => {
  test.each([
    { title: 'a target that conforms', result: conformingResult },
    { title: 'a target that is broken', result: brokenResult },
    { title: 'a run without a verdict', result: notRunResult },
    { title: 'hostile text', result: hostileResult },
  ])('matches its published schema for $title', ({ result }) => {
    validate(JSON.parse(toJsonReport(result)));
    expect(validate.errors).toBeNull();
  });

  test('contains the result, with the failures in its groups', () => {
    const { counts, groups, verdict } = brokenResult;
    const report = JSON.parse(toJsonReport(brokenResult, { full: true }));
    expect(report).toMatchObject({ counts, groups, verdict, formatVersion: 2 });
  });

  test('shows one exchange for each requirement unless everything is wanted', () => {
    const count = (full: boolean) =>
      toJsonReport(brokenResult, { full }).match(/"exchange": \{/g)?.length;
    expect([count(false), count(true)]).toEqual([5, 6]);
  });

  test('escapes what controls terminals and the runner of GitHub', () => {
    expect(hostileText).toMatch(/[\u009b\u202e].*##\[/su);
    expect(toJsonReport(hostileResult)).not.toMatch(/[^\P{C}\n]|##\[/u);
  });

  test.each([
    { title: 'an unknown field', change: { surprise: 1 } },
    { title: 'another verdict', change: { verdict: { kind: 'perhaps' } } },
    { title: 'another format version', change: { formatVersion: 3 } },
  ])('has a schema that refuses $title', ({ change }) => {
    expect(validate({ ...JSON.parse(toJsonReport(conformingResult)), ...change })).toBe(false);
  });
});
