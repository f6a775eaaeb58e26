import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
  staleBaselineResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { withGroups } from '../results.ts';
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
  test('shows the verdict, each requirement and the command', () => {
    const summary = toGithubSummary(brokenResult);
    expect(summary).toMatch(/^## ❌ Does not conform\n/);
    expect(summary).toContain('<summary>MUST <b>After is exclusive.</b></summary>');
    expect(summary).toContain('```sh\ncurl -sS -i -X PATCH');
    expect(summary).toContain('| inconclusive | the target returned 429 for 30 s | 2 |');
    expect(summary).toContain('--seed 1815');
    expect(toGithubSummary(conformingResult)).toMatch(/^## ✅ Conforms\n/);
  });

  test('stays small', () => {
    expect(toGithubSummary(many)).toContain('and 10 more requirements');
    expect(Buffer.byteLength(toGithubSummary(many))).toBeLessThan(1_000_000);
  });

  test('lets no text from outside become markup', () => {
    const summary = toGithubSummary(hostileResult);
    // Markdown is not read within HTML; writers/markdown.ts escapes everything else.
    for (const [, within] of summary.matchAll(/<summary>\w+ <b>(.*)<\/b><\/summary>/g))
      expect(within).not.toMatch(/[<>"]/);
    expect(summary).toContain('\\[link\\](javascript:alert(4))');
  });
});
