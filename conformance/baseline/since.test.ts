import { expect, test } from '@jest/globals';
import { withGroups } from '../group-failures.ts';
import type { CheckResult, Outcome, RunResult } from '../results.ts';
import { compareRuns, parseEarlierRun } from './since.ts';

const failed: Outcome = {
  status: 'failed',
  failures: [{ message: 'm', expected: 'e', received: 'r' }],
};
const toCheck = (id: string, outcome: Outcome): CheckResult => ({
  ...{ id, outcome, title: `title of ${id}`, operation: 'listSites', level: 'MUST' },
  ...{ requirements: [], durationMs: 0, requests: 1 },
});
const toRun = (checks: readonly CheckResult[], statement: string, version = '1.0.0'): RunResult =>
  withGroups({
    tool: { name: 'site-contract', version: '1' },
    contract: { title: 'T', version },
    target: { baseUrl: 'https://one.example', workspace: 'w' },
    ...{ seed: 1, startedAt: '2026-01-01T00:00:00Z', durationMs: 1, requests: 1 },
    options: { thorough: false, strict: false, allowWrites: true, only: [] },
    verdict: { kind: 'conforms' },
    checks,
    observations: [{ check: 'updateSite/status', statement }],
    ...{ inventory: [], warnings: [] },
  });
const passed: Outcome = { status: 'passed' };
const before = toRun(
  [toCheck('a/x', passed), toCheck('a/y', failed), toCheck('a/z', failed)],
  'answers 200',
);

const nothing = 'Since old.json: 0 newly broken, 0 repaired, 0 with different observations';

test('reports what broke, what was fixed, and what was observed to change', () => {
  const now = toRun(
    [toCheck('a/x', failed), toCheck('a/y', passed), toCheck('a/z', failed)],
    'answers 204',
  );
  const lines = compareRuns(before, now, 'old.json');
  expect(lines).toEqual([
    'Since old.json: 1 newly broken, 1 repaired, 1 with different observations',
    '  ✗ MUST a/x: title of a/x; received r',
    '  ✓ a/y: title of a/y',
    '  ~ updateSite/status: answers 204 (before: answers 200)',
  ]);
});

test.each<Outcome>([
  { status: 'inconclusive', reason: 'no route' },
  { status: 'skipped', reason: 'writes' },
  { status: 'not-run', reason: 'gone' },
])('a check that was $status before is not newly broken', (outcome) => {
  const earlier = toRun([toCheck('a/x', outcome)], 'answers 200');
  const now = toRun([toCheck('a/x', failed), toCheck('a/new', failed)], 'answers 200');
  expect(compareRuns(earlier, now, 'old.json')).toEqual([nothing]);
});

test('says nothing about what could not be judged this time', () => {
  const now = toRun([toCheck('a/y', { status: 'not-run', reason: 'gone' })], 'answers 200');
  expect(compareRuns(before, now, 'old.json')).toEqual([nothing]);
});

test('notes another contract', () => {
  const lines = compareRuns(before, toRun([], 'answers 200', '2.0.0'), 'old.json');
  expect(lines).toEqual([
    nothing,
    '  Note: the earlier run had the contract 1.0.0, this one 2.0.0',
  ]);
});

test.each([
  '{',
  '{}',
  '[]',
  '{"checks":[],"observations":[],"contract":{"version":"1.0.0"},"target":{}}',
  '{"checks":[],"observations":[],"contract":{},"target":{"baseUrl":"http://a"}}',
])('%s is not a report', (text) => {
  expect(parseEarlierRun(text)).toContain('not a report');
});
