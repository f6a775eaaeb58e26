import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { exampleCheck, passed, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { conformingResult, notRunResult } from '../../test/support/results/example-results.ts';
import type { Outcome, RunResult } from '../results.ts';

import { applyBaseline, type Baseline, toBaseline, toBaselineText } from './baseline.ts';
import { parseBaseline, readBaseline } from './parse-baseline.ts';

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

describe('a baseline applied to a result', () => {
  test('lets a known failure pass up to and including its date', () => {
    const result = resultWith({ 'listSites/order': failed, 'listSites/other': passed });
    const applied = applyBaseline(result, baseline, '2026-12-20');
    expect(applied.verdict).toEqual({ kind: 'conforms' });
    expect(applied.warnings).toEqual([]);
    expect(applied.checks[0]?.outcome).toEqual({
      ...failed,
      known: { reason: 'mended in December', expires: '2026-12-20' },
    });
    expect(result.checks[0]?.outcome).toEqual(failed);
  });

  test('fails the run for a known failure that expired', () => {
    const applied = applyBaseline(
      resultWith({ 'listSites/order': failed }),
      baseline,
      '2026-12-21',
    );
    expect(applied.verdict).toEqual({ kind: 'broken', failed: 1 });
    expect(applied.checks[0]?.outcome).toEqual(failed);
    expect(applied.warnings).toEqual([
      'Baseline: listSites/order was accepted until 2026-12-20 (mended in December) and still fails. Fix it, or agree on a new date.',
    ]);
  });

  test('fails the run for a known failure that no longer occurs', () => {
    const applied = applyBaseline(
      resultWith({ 'listSites/order': passed }),
      baseline,
      '2026-11-21',
    );
    expect(applied.verdict).toEqual({ kind: 'broken', failed: 0 });
    expect(applied.warnings).toEqual([
      'Baseline: listSites/order no longer fails. Remove it (--update-baseline does this).',
    ]);
  });

  test('fails the run for a check that does not exist', () => {
    const applied = applyBaseline(
      resultWith({ 'listSites/other': passed }),
      baseline,
      '2026-11-21',
    );
    expect(applied.verdict).toEqual({ kind: 'broken', failed: 0 });
    expect(applied.warnings).toEqual([
      'Baseline: unknown check listSites/order. Remove it, or correct its id.',
    ]);
  });

  test.each<{ title: string; result: RunResult }>([
    {
      title: 'inconclusive',
      result: resultWith({ 'listSites/order': { status: 'inconclusive', reason: '429' } }),
    },
    {
      title: 'skipped',
      result: resultWith({ 'listSites/order': { status: 'skipped', reason: 'not selected' } }),
    },
    {
      title: 'excluded by --only',
      result: resultWith(
        { 'createSite/one': passed },
        { options: { ...conformingResult.options, only: ['createSite'] } },
      ),
    },
  ])('says nothing about a check that was $title', ({ result }) => {
    const applied = applyBaseline(result, baseline, '2026-12-31');
    expect(applied.verdict).toEqual({ kind: 'conforms' });
    expect(applied.warnings).toEqual([]);
  });

  test('fails the run for a new failure beside known ones', () => {
    const result = resultWith({ 'listSites/order': failed, 'listSites/new': failed });
    expect(applyBaseline(result, baseline, '2026-11-21').verdict).toEqual({
      kind: 'broken',
      failed: 1,
    });
  });

  test('gives no verdict if a check threw an error', () => {
    const error: Outcome = { status: 'not-run', reason: 'TypeError', threw: true };
    const result = resultWith({ 'listSites/order': failed, 'listSites/fault': error });
    expect(applyBaseline(result, baseline, '2026-11-21').verdict).toEqual({
      kind: 'not-run',
      reason: 'the code of listSites/fault threw an error, which the report shows',
    });
  });

  test('does not count a broken SHOULD unless the run is strict', () => {
    const checks = [exampleCheck('listSites/hint', failed, { level: 'SHOULD' })];
    const strict = { ...conformingResult.options, strict: true };
    const none: Baseline = { failures: [] };
    expect(applyBaseline({ ...conformingResult, checks }, none, '2026-11-21').verdict.kind).toBe(
      'conforms',
    );
    expect(
      applyBaseline({ ...conformingResult, checks, options: strict }, none, '2026-11-21').verdict,
    ).toEqual({ kind: 'broken', failed: 1 });
  });

  test('gives no verdict for a run without one', () => {
    expect(applyBaseline(notRunResult, { failures: [] }, '2026-11-21').verdict).toEqual(
      notRunResult.verdict,
    );
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
        known,
        { check: 'listSites/unclear', reason: 'kept', expires: '2026-11-01' },
        {
          check: 'updateSite/new',
          reason: 'not explained yet: explain why it is accepted and who will fix it',
          expires: '2026-12-21',
        },
      ],
    });
  });

  test('gives new failures the requested reason and date', () => {
    const { failures } = toBaseline(
      result,
      { failures: [] },
      { reason: 'r', expires: '2027-01-01' },
    );
    expect(failures).toEqual([
      { check: 'listSites/order', reason: 'r', expires: '2027-01-01' },
      { check: 'updateSite/new', reason: 'r', expires: '2027-01-01' },
    ]);
  });

  test('keeps failures of checks that were not selected', () => {
    const only = { ...result.options, only: ['updateSite'] };
    const { failures } = toBaseline({ ...result, options: only }, previous);
    expect(failures.map(({ check }) => check)).toContain('listSites/unheard-of');
  });

  test('ignores a run without a verdict', () => {
    expect(toBaseline(notRunResult, previous)).toEqual(previous);
  });

  test('lets the same run pass', () => {
    const made = toBaseline(result, { failures: [] });
    expect(applyBaseline(result, made, '2026-11-21').verdict).toEqual({ kind: 'conforms' });
  });

  test('can be parsed again', () => {
    const made = toBaseline(result, previous);
    expect(parseBaseline(toBaselineText(made), 'known.json')).toEqual({
      kind: 'baseline',
      baseline: made,
    });
  });
});

describe('a baseline file', () => {
  test('is read, missing, unreadable or not text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baseline-'));
    try {
      const file = join(folder, 'known.json');
      expect(await readBaseline(file)).toMatchObject({
        kind: 'missing',
        problem: `${file}: file not found; --update-baseline creates it`,
      });
      await writeFile(file, toBaselineText(baseline));
      expect(await readBaseline(file)).toEqual({ kind: 'baseline', baseline });
      await writeFile(file, Uint8Array.of(0xff, 0xfe));
      expect(await readBaseline(file)).toEqual({
        kind: 'problem',
        problem: `${file}: is not UTF-8 text`,
      });
      expect(await readBaseline(folder)).toEqual({
        kind: 'problem',
        problem: `${folder}: cannot be read (EISDIR)`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
