import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { conformingResult } from '../../test/support/results/example-results.ts';
import { withGroups } from '../group-failures.ts';
import type { Failure, RunResult } from '../results.ts';
import { shortenRuns } from './compact-group.ts';
import { toTerminalReport } from './terminal.ts';

/** A result in which many requirements are broken, each in several ways. */
function resultWith(count: number): RunResult {
  const checks = Array.from({ length: count }, (_, index) => {
    const failures: Failure[] = ['name is missing', 'city is missing', 'zip is too long'].map(
      (message) => ({ ...repeatedCursor, message: `${message}, and the request was accepted` }),
    );
    return exampleCheck(`listSites/law-${index}`, { status: 'failed', failures });
  });
  const verdict = { kind: 'broken', failed: count } as const;
  return withGroups({ ...conformingResult, checks, verdict });
}

const looks = { colour: false, width: 100 };

describe('the report on a terminal', () => {
  test('has at most eight lines for a requirement, and joins what else failed', () => {
    const report = toTerminalReport(resultWith(1), looks);
    const [, group = ''] = report.split('\n\n');
    expect(group.split('\n').length).toBeLessThan(8);
    expect(group).toContain('also      city is missing; zip is too long');
    expect(group).toMatch(/^ {4}\$ curl .*'https:\/\/sites\.staging/m);
  });

  test('has at most a hundred lines, and names the requirements that it leaves out', () => {
    const report = toTerminalReport(resultWith(40), looks).trimEnd().split('\n');
    expect(report.length).toBeLessThanOrEqual(100);
    expect(report.join('\n')).toMatch(/^and \d+ more requirements: listSites\.law-/m);
  });

  test('ends with the verdict', () => {
    const report = toTerminalReport(resultWith(3), looks).trimEnd();
    expect(report.split('\n').at(-1)).toBe('✗ DOES NOT CONFORM');
  });

  test('shortens what is repeated', () => {
    expect(shortenRuns(`a${'['.repeat(1000)}b`)).toBe('a[[[… (1,000 times)b');
    expect(shortenRuns('short ----------')).toBe('short ----------');
  });
});
