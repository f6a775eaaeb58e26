import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
  staleBaselineResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { withGroups } from '../group-failures.ts';
import { toGithubAnnotations, toGithubSummary } from './github.ts';

const many = withGroups({
  ...brokenResult,
  checks: Array.from({ length: 60 }, (_, at) =>
    exampleCheck(`listSites/check-${at}`, { status: 'failed', failures: [repeatedCursor] }),
  ),
});

describe('annotations', () => {
  test('are errors, warnings and notices by level', () => {
    const lines = toGithubAnnotations(brokenResult).trimEnd().split('\n');
    expect(lines.map((line) => /^::\w+ title=[^:]*/.exec(line)?.[0])).toEqual([
      '::error title=MUST%3A After is exclusive.',
      '::error title=MUST%3A Name comes back.',
      '::error title=MUST%3A Answers.',
      '::warning title=Conformance',
      '::warning title=SHOULD%3A Equal calls answer equally.',
      '::notice title=Known%3A Url comes back.',
    ]);
    expect(lines[0]).toContain('%0AReceived: a page that starts with');
    expect(lines[0]).toContain('%0A1 check: listSites/after-is-exclusive');
  });

  test.each([notRunResult, staleBaselineResult])('explain a run without failures', (result) => {
    expect(toGithubAnnotations(result)).toMatch(/^::error title=(?:No verdict|Does not pass)::/);
  });

  test('are limited to what GitHub shows', () => {
    const lines = toGithubAnnotations(many).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toContain('and 51 more');
  });

  test('contain one command a line, whatever the target returned', () => {
    for (const line of toGithubAnnotations(hostileResult).trimEnd().split('\n')) {
      expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::/);
      expect(line).not.toMatch(/[\p{Cc}]|##\[/u);
    }
  });
});

describe('the summary', () => {
  test('shows the report of the terminal under the verdict', () => {
    const summary = toGithubSummary(brokenResult);
    expect(summary).toMatch(/^## ❌ Does not conform\n\n```text\n/);
    expect(summary).toContain('MUST After is exclusive.');
    expect(toGithubSummary(conformingResult)).toMatch(/^## ✅ Conforms\n/);
  });

  test('stays small, and lets no text from outside end its code block', () => {
    expect(Buffer.byteLength(toGithubSummary(many))).toBeLessThan(1_000_000);
    const summary = toGithubSummary(hostileResult);
    const [, fence = ''] = /\n(`{3,})text\n/.exec(summary) ?? [];
    expect(summary.split(fence)).toHaveLength(3);
  });
});
