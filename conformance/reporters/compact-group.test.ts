import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { conformingResult } from '../../test/support/results/example-results.ts';
import { createPaint } from '../../writers/terminal-text.ts';
import { withGroups } from '../group-failures.ts';
import type { Failure, RunResult } from '../results.ts';
import { shortenRuns, toCompactGroup } from './compact-group.ts';
import { toTerminalReport } from './terminal.ts';
import { toExpected } from './texts.ts';

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

  test('shortens the last groups where not all of them fit at full length', () => {
    const report = toTerminalReport(resultWith(13), looks);
    expect(report.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
    expect(report).not.toContain('more requirement');
    expect(report).toContain('name is missing, and the request was accepted; also city is missing');
    for (let index = 0; index < 13; index += 1)
      expect(report).toContain(`listSites/law-${index}\n`);
  });

  test('wraps what does not fit into a line, and shows where it had to cut', () => {
    const statement = `A ${'very '.repeat(40)}long sentence.`;
    const [check] = resultWith(1).checks;
    const requirements = [{ id: 'long', statement, section: 'Endpoints' }];
    const checks = check === undefined ? [] : [{ ...check, requirements }];
    const [group] = withGroups({ ...conformingResult, checks }).groups;
    if (group === undefined) throw new Error('there is no group');
    const only = { ...group, failures: group.failures.slice(0, 1) };
    const lines = toCompactGroup(createPaint(false), only, 60);
    expect(lines.length).toBeLessThanOrEqual(8);
    const sentence = lines.filter((line) => line.includes('very'));
    expect(sentence.length).toBeGreaterThan(1);
    for (const line of sentence) expect(line.length).toBeLessThanOrEqual(60);
    expect(sentence.at(-1)).toMatch(/…$/);
  });

  test('shows a short value whole, and the first difference of long ones', () => {
    const short = {
      ...repeatedCursor,
      expected: 'status 404, or no change',
      received: 'status 200',
    };
    expect(toExpected(short, 30)).toBe('status 404, or no change');
    const long = `status 404, ${'or '.repeat(20)}`;
    expect(toExpected({ ...short, expected: long }, 30)).toMatch(/^status 404, or/);
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
