import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { exampleCheck } from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { sarifEssentials } from '../../test/support/results/sarif-essentials.ts';
import { withGroups } from '../group-failures.ts';
import type { RunResult } from '../results.ts';
import { toSarifReport } from './sarif.ts';

const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(sarifEssentials);
const readRun = (result: RunResult) => JSON.parse(toSarifReport(result)).runs[0];

describe('the SARIF report', () => {
  test.each(Object.entries({ conformingResult, brokenResult, notRunResult, hostileResult }))(
    'meets the requirements of SARIF 2.1.0 and code scanning: %s',
    (_, result) => {
      validate(JSON.parse(toSarifReport(result)));
      expect(validate.errors).toBeNull();
    },
  );

  test('has a rule for each broken requirement and a result for each failure', () => {
    const run = readRun(brokenResult);
    expect(run.tool.driver.rules).toHaveLength(brokenResult.groups.length);
    expect(
      run.results.map(
        ({ ruleId, level, properties }: Record<string, { check: string }>) =>
          `${level} ${ruleId} ${properties?.check}`,
      ),
    ).toEqual([
      'error listSites.after-is-exclusive listSites/after-is-exclusive',
      'error updateSite.name-comes-back updateSite/name-comes-back',
      'error duplicateSite.answers duplicateSite/answers',
      'error duplicateSite.answers duplicateSite/answers',
      'warning listSites.equal-calls-answer-equally/SHOULD listSites/equal-calls-answer-equally',
      'error createWebhook.url-comes-back/known createWebhook/url-comes-back',
    ]);
    for (const { ruleId, ruleIndex } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
  });

  test('suppresses known failures, with the reason', () => {
    const suppressed = readRun(brokenResult).results.filter(
      (result: object) => 'suppressions' in result,
    );
    expect(suppressed).toMatchObject([
      {
        ruleId: 'createWebhook.url-comes-back/known',
        suppressions: [
          {
            kind: 'external',
            status: 'accepted',
            justification: 'Fixed by the release of December (until 2026-12-20)',
          },
        ],
      },
    ]);
  });

  test('says whether the run came to a verdict', () => {
    expect(readRun(conformingResult).invocations[0]).toMatchObject({
      executionSuccessful: true,
      exitCode: 0,
      endTimeUtc: '2026-11-21T08:30:02.140Z',
    });
    expect(readRun(notRunResult).invocations[0]).toMatchObject({
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [{ level: 'error' }],
    });
  });

  test('identifies failures by check, requirement and place, in any order and number', () => {
    const failures = ['list-sites-limit', 'list-sites-after'].map((requirement, at) => ({
      ...{ message: '', expected: '', received: '', requirement },
      pointer: `/data/${at}/id`,
    }));
    const checks = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      exampleCheck(`listSites/${name}`, { status: 'failed', failures }),
    );
    const listFingerprints = (some: typeof checks) =>
      readRun(withGroups({ ...brokenResult, checks: some })).results.map(
        (result: Record<string, object>) => Object.values(result['partialFingerprints'] ?? {})[0],
      );
    const found = listFingerprints(checks);
    expect(found[0]).toBe('listSites/a list-sites-limit /data/*/id');
    expect(new Set(found).size).toBe(12);
    expect(new Set(listFingerprints(checks.toReversed()))).toEqual(new Set(found));
  });

  test('gives rules and results the same level', () => {
    for (const strict of [false, true]) {
      const options = { ...brokenResult.options, strict };
      const { tool, results } = readRun({ ...brokenResult, options });
      for (const { ruleIndex, level } of results)
        expect(tool.driver.rules[ruleIndex].defaultConfiguration).toEqual({ level });
    }
  });

  test('contains only visible characters', () => {
    expect(toSarifReport(hostileResult)).not.toMatch(/[^\P{C}\n]/u);
  });
});
