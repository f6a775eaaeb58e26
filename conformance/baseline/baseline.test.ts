import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { exampleCheck, passed, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { conformingResult, notRunResult } from '../../test/support/results/example-results.ts';
import type { Outcome, RunResult } from '../results.ts';

import { applyBaseline } from './baseline.ts';
import type { Baseline } from './known-failures.ts';
import { readBaseline } from './read-baseline.ts';
import { toBaseline, toBaselineText } from './update-baseline.ts';

const failed: Outcome = { status: 'failed', failures: [repeatedCursor] };
const known = { check: 'listSites/order', reason: 'mended in December', expires: '2026-12-20' };
const baseline: Baseline = { failures: [known] };

function resultWith(
  outcomes: Record<string, Outcome>,
  changes: Partial<RunResult> = {},
): RunResult {
  const count = Object.values(outcomes).filter(({ status }) => status === 'failed').length;
  return {
    ...conformingResult,
    checks: Object.entries(outcomes).map(([id, outcome]) => exampleCheck(id, outcome)),
    verdict: count === 0 ? { kind: 'conforms' } : { kind: 'broken', failed: count },
    ...changes,
  };
}

const conforms = { kind: 'conforms' };
const error: Outcome = { status: 'not-run', reason: 'TypeError', threw: true };

describe('a baseline applied to a result', () => {
  test.each<[string, Record<string, Outcome>, string, object, string[]]>([
    ['a known failure on its last day', { 'listSites/order': failed }, '2026-12-20', conforms, []],
    [
      'a known failure that expired',
      { 'listSites/order': failed },
      '2026-12-21',
      { kind: 'broken', failed: 1 },
      [
        'Baseline: listSites/order was accepted until 2026-12-20 (mended in December) and still fails. Fix it, or agree on a new date.',
      ],
    ],
    [
      'a known failure that no longer occurs',
      { 'listSites/order': passed },
      '2026-11-21',
      { kind: 'broken', failed: 0 },
      ['Baseline: listSites/order no longer fails. Remove it (--update-baseline does this).'],
    ],
    [
      'a check that does not exist',
      { 'listSites/other': passed },
      '2026-11-21',
      { kind: 'broken', failed: 0 },
      ['Baseline: unknown check listSites/order. Remove it, or correct its name.'],
    ],
    [
      'an inconclusive check',
      { 'listSites/order': { status: 'inconclusive', reason: '429' } },
      '2026-12-31',
      conforms,
      [],
    ],
    [
      'a skipped check',
      { 'listSites/order': { status: 'skipped', reason: 'writes' } },
      '2026-12-31',
      conforms,
      [],
    ],
    [
      'a new failure beside known ones',
      { 'listSites/order': failed, 'listSites/new': failed },
      '2026-11-21',
      { kind: 'broken', failed: 1 },
      [],
    ],
    [
      'a check that threw an error',
      { 'listSites/order': failed, 'listSites/fault': error },
      '2026-11-21',
      {
        kind: 'not-run',
        reason: 'the code of listSites/fault threw an error, which the report shows',
      },
      [],
    ],
  ])('judges %s', (_, outcomes, today, verdict, warnings) => {
    expect(applyBaseline(resultWith(outcomes), baseline, today)).toMatchObject({
      verdict,
      warnings,
    });
  });

  test('marks known failures and groups them again', () => {
    const result = resultWith({ 'listSites/order': failed, 'listSites/other': failed });
    const applied = applyBaseline(result, baseline, '2026-12-20');
    const { check: _, ...entry } = known;
    const failures = [{ ...repeatedCursor, known: entry }];
    expect(applied.checks[0]?.outcome).toEqual({ status: 'failed', failures, known: entry });
    expect(applied.groups.map((group) => [group.known, ...group.checks])).toEqual([
      [false, 'listSites/other'],
      [true, 'listSites/order'],
    ]);
    expect(applied.counts).toMatchObject({ must: 1, known: 1 });
    expect(result.checks[0]?.outcome).toEqual(failed);
  });

  test('ignores checks that were not selected', () => {
    const options = { ...conformingResult.options, only: ['createSite'] };
    const result = resultWith({ 'createSite/one': passed }, { options });
    expect(applyBaseline(result, baseline, '2026-12-31')).toMatchObject({ verdict: conforms });
  });

  test('does not count a broken SHOULD unless the run is strict', () => {
    const checks = [exampleCheck('listSites/hint', failed, { level: 'SHOULD' })];
    const judge = (strict: boolean) => {
      const options = { ...conformingResult.options, strict };
      return applyBaseline(
        { ...conformingResult, checks, options },
        { failures: [] },
        '2026-11-21',
      );
    };
    expect(judge(false).verdict).toEqual(conforms);
    expect(judge(true).verdict).toEqual({ kind: 'broken', failed: 1 });
  });

  test('gives no verdict for a run without one', () => {
    expect(applyBaseline(notRunResult, { failures: [] }, '2026-11-21').verdict).toEqual(
      notRunResult.verdict,
    );
  });
});

describe('an entry for a requirement at an operation', () => {
  const page = { id: 'pages', statement: 'Pages join.', section: 'Lists' };
  const shape = { id: 'shape', statement: 'Bodies match.', section: 'Bodies' };
  const entry = {
    requirement: 'pages',
    operation: 'listSites',
    reason: 'old',
    expires: '2026-12-20',
  };
  const declared: Baseline = { failures: [entry] };
  const check = (id: string, outcome: Outcome) => ({
    ...exampleCheck(id, outcome),
    requirements: [page, shape],
  });
  const judge = (first: Outcome, second: Outcome, only: string[] = []) => {
    const checks = [check('listSites/one', first), check('listSites/two', second)];
    const options = { ...conformingResult.options, only };
    const result = {
      ...conformingResult,
      checks,
      options,
      verdict: { kind: 'broken', failed: 1 },
    } as const;
    return applyBaseline(result, declared, '2026-11-21').verdict;
  };

  test.each<[string, Outcome, Outcome]>([
    ['the first check', failed, passed],
    ['the second check', passed, failed],
    ['both checks', failed, failed],
  ])('holds if %s shows the failure', (_, first, second) => {
    expect(judge(first, second)).toEqual(conforms);
  });

  test('is stale if no check of the requirement fails', () => {
    expect(judge(passed, passed)).toEqual({ kind: 'broken', failed: 0 });
  });

  test('holds in a run of some checks', () => {
    expect(judge(passed, passed, ['listSites/one'])).toEqual(conforms);
  });

  test('does not cover another requirement that the same check breaks', () => {
    const both: Outcome = {
      status: 'failed',
      failures: [repeatedCursor, { ...repeatedCursor, requirement: 'shape' }],
    };
    expect(judge(both, passed)).toEqual({ kind: 'broken', failed: 1 });
  });
});

describe('the baseline created from a result', () => {
  const result = resultWith({
    'updateSite/new': failed,
    'listSites/order': failed,
    'listSites/mended': passed,
    'listSites/unclear': { status: 'inconclusive', reason: '429' },
  });
  const previous: Baseline = {
    failures: [
      known,
      { check: 'listSites/unclear', reason: 'kept', expires: '2026-11-01' },
      { check: 'listSites/mended', reason: 'gone', expires: '2026-12-01' },
      { check: 'listSites/unheard-of', reason: 'gone', expires: '2026-12-01' },
    ],
  };

  test('keeps known failures, removes fixed ones, and requires a reason for new ones', () => {
    expect(toBaseline(result, previous)).toEqual({
      failures: [
        { check: 'listSites/unclear', reason: 'kept', expires: '2026-11-01' },
        {
          requirement: 'listSites.order',
          operation: 'listSites',
          reason: known.reason,
          expires: known.expires,
        },
        {
          requirement: 'updateSite.new',
          operation: 'updateSite',
          reason: 'not explained yet: explain why it is accepted and who will fix it',
          expires: '2026-12-21',
        },
      ],
    });
  });

  test('keeps failures of checks that were not selected', () => {
    const only = { ...result.options, only: ['updateSite'] };
    const { failures } = toBaseline({ ...result, options: only }, previous);
    expect(failures).toContainEqual({
      check: 'listSites/unheard-of',
      reason: 'gone',
      expires: '2026-12-01',
    });
  });

  test('ignores a run without a verdict', () => {
    expect(toBaseline(notRunResult, previous)).toEqual(previous);
  });

  test('lets the same run pass', () => {
    const made = toBaseline(result, { failures: [] });
    expect(applyBaseline(result, made, '2026-11-21').verdict).toEqual({ kind: 'conforms' });
  });

  test('can be read again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseline-'));
    try {
      const file = join(folder, 'known.json');
      const made = toBaseline(result, previous);
      await writeFile(file, toBaselineText(made));
      expect(await readBaseline(file)).toEqual(made);
      await writeFile(file, '{ "failures": [{ "check": "order" }] }');
      await expect(readBaseline(file)).rejects.toThrow(
        `${file}#/failures/0/check: must be the id of a check, such as`,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
