import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
  staleBaselineResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { readXml } from '../../test/support/results/read-xml.ts';
import { withGroups } from '../group-failures.ts';
import type { RunResult } from '../results.ts';
import { toJunitReport } from './junit.ts';

const results = {
  conformingResult,
  brokenResult,
  notRunResult,
  staleBaselineResult,
  hostileResult,
};

function countOf(result: RunResult, name: string): number {
  return readXml(toJunitReport(result)).filter((element) => element.name === name).length;
}

describe('the JUnit report', () => {
  test.each(Object.entries(results))(
    'is well-formed, with counts that match its content: %s',
    (_, result) => {
      const root = readXml(toJunitReport(result))[0];
      expect(root?.attributes).toMatchObject({
        tests: String(countOf(result, 'testcase')),
        failures: String(countOf(result, 'failure')),
        errors: String(countOf(result, 'error')),
        skipped: String(countOf(result, 'skipped')),
      });
    },
  );

  test('has a suite for each operation and a case for each check', () => {
    const elements = readXml(toJunitReport(brokenResult));
    const suites = elements.filter(({ name }) => name === 'testsuite');
    expect(suites.map(({ attributes }) => attributes['name'])).toEqual([
      ...new Set(brokenResult.checks.map(({ operation }) => operation)),
    ]);
    const cases = elements.filter(({ name }) => name === 'testcase');
    expect(new Set(cases.map(({ attributes }) => attributes['name']))).toEqual(
      new Set(brokenResult.checks.map(({ id }) => id)),
    );
  });

  test('reports no failure that does not fail the run', () => {
    const xml = toJunitReport(brokenResult);
    expect(countOf(brokenResult, 'failure')).toBe(3);
    expect(xml).toContain(
      '<skipped message="Known until 2026-12-20: Fixed by the release of December',
    );
    expect(xml).toContain('<skipped message="SHOULD, fails only under --strict: ');
    expect(xml).toContain('<skipped message="inconclusive: the target returned 429 for 30 s"/>');
  });

  test('reports a broken SHOULD as a failure if the run is strict', () => {
    const strict = { ...brokenResult, options: { ...brokenResult.options, strict: true } };
    expect(countOf(strict, 'failure')).toBe(4);
  });

  test('shows values and command of each failed check, however many break a requirement', () => {
    const requirement = 'list-sites-limit';
    const checks = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      exampleCheck(`listSites/${name}`, {
        status: 'failed',
        failures: [{ ...repeatedCursor, requirement }],
      }),
    );
    const xml = toJunitReport(withGroups({ ...brokenResult, checks }));
    expect(xml.match(/\nExpected: .*\nReceived: .*\nResponse: .*\ncurl /g)).toHaveLength(6);
  });

  test('fails if the run has no verdict', () => {
    expect(countOf(conformingResult, 'error')).toBe(0);
    expect(countOf(notRunResult, 'error')).toBe(1);
    expect(toJunitReport(notRunResult)).toContain('every request returned 401');
  });

  test('fails if only the baseline is out of date', () => {
    expect(countOf(staleBaselineResult, 'failure')).toBe(1);
    expect(toJunitReport(staleBaselineResult)).toContain('listSites/one no longer fails');
  });

  test('lists seed and target in the properties of each suite', () => {
    const properties = readXml(toJunitReport(conformingResult)).filter(
      ({ name }) => name === 'property',
    );
    const seeds = properties.filter(({ attributes }) => attributes['name'] === 'seed');
    expect(seeds).toHaveLength(8);
    expect(seeds[0]?.attributes['value']).toBe('1815');
    expect(properties.map(({ attributes }) => attributes['value'])).toContain(
      'https://sites.staging.example',
    );
  });
});
