import { describe, expect, test } from '@jest/globals';
import {
  brokenResult,
  conformingResult,
  notRunResult,
  staleBaselineResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { countCells } from '../../writers/terminal-text.ts';
import { toTerminalReport } from './terminal.ts';

const plain = { colour: false };

describe('the terminal report', () => {
  test('shows a requirement with the shortest exchange', () => {
    const report = toTerminalReport(brokenResult, plain);
    const start = report.indexOf('MUST Name comes back');
    expect(report.slice(start, report.indexOf('\n\n', start))).toBe(
      [
        'MUST Name comes back.',
        '     Endpoints, updateSite: updateSite.name-comes-back',
        '  ✗ updateSite: The name of a site comes back changed',
        '    expected  "Café Zürich"',
        '    received  "Cafe\u0301 Zürich" at /name',
        '    response  200 {"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","name":"Cafe\u0301 Zürich","hostUrl":null,"apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}',
        '    $ curl -i --globoff --path-as-is -X PATCH \\',
        "        'https://sites.staging.example/v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10' \\",
        '        -H "Authorization: Bearer $SITE_CONTRACT_API_KEY" \\',
        "        -H 'Content-Type: application/json' \\",
        `        --data-raw '{"name":"Café Zürich"}'`,
        '  1 check   updateSite/name-comes-back',
      ].join('\n'),
    );
  });

  test.each([
    {
      title: 'a conforming target',
      result: conformingResult,
      want: '✓ CONFORMS\nNo requirement is broken. 44 checks: 44 passed.\n',
    },
    {
      title: 'a broken target',
      result: brokenResult,
      want: '✗ DOES NOT CONFORM\n3 MUST requirements and 1 SHOULD requirement are broken. 49 checks: 40 passed, 3 MUST and 1 SHOULD failed, 1 known failure, 2 inconclusive, 1 skipped, 1 not run.\n',
    },
    {
      title: 'a run without a verdict',
      result: notRunResult,
      want: '! NO VERDICT\nThe run could not judge the target: every request returned 401: the API key was refused.\n',
    },
    {
      title: 'a baseline that is out of date',
      result: staleBaselineResult,
      want: '✗ DOES NOT PASS\nBaseline: listSites/one no longer fails.',
    },
  ])('starts with the verdict and all numbers: $title', ({ result, want }) => {
    expect(toTerminalReport(result, plain).slice(0, want.length)).toBe(want);
  });

  test('lists why checks have no result, and what to do next', () => {
    const report = toTerminalReport(brokenResult, plain);
    expect(report).toContain('- 2 checks inconclusive: the target returned 429 for 30 s\n');
    expect(report).toContain('- known: Url comes back. (createWebhook/url-comes-back)\n');
    expect(report).toContain('1,204 requests in 2.1 s; 14 records created, which remain; repeat');
    expect(report).toContain('--explain listSites/after-is-exclusive describes a check');
  });

  test('shows everything on request', () => {
    const report = toTerminalReport(brokenResult, { ...plain, full: true });
    for (const { id } of brokenResult.checks) expect(report).toContain(id);
    for (const { id } of brokenResult.inventory) expect(report).toContain(id);
    for (const { statement } of brokenResult.observations) expect(report).toContain(statement);
    expect(report).toContain('KNOWN Url comes back.');
  });

  test('wraps lines only on a terminal', () => {
    const wrapped = toTerminalReport(brokenResult, { ...plain, width: 80 }).split('\n');
    const isWhole = (line: string) => /^ {4}(?:\$|response)|"apiKey"| \\$/.test(line);
    const isOneWord = (line: string) => !line.trim().includes(' ');
    const long = wrapped.filter((line) => countCells(line) > 80);
    expect(long.filter((line) => !isWhole(line) && !isOneWord(line))).toEqual([]);
    const full = (looks: object) =>
      toTerminalReport(brokenResult, { ...plain, ...looks, full: true }).split('\n').length;
    expect(full({})).toBeLessThan(full({ width: 80 }));
  });

  test('uses colours only on request', () => {
    expect(toTerminalReport(brokenResult, plain)).not.toContain('\u001b');
    expect(toTerminalReport(brokenResult, { colour: true })).toContain('\u001b[31mMUST\u001b[39m');
  });

  test.each([false, true])('lets no text from outside control the terminal (full: %s)', (full) => {
    const report = toTerminalReport(hostileResult, { ...plain, full });
    expect(report).not.toMatch(/[^\P{C}\n]/u);
    expect(report).not.toMatch(/##\[|^\s*::/m);
    expect(report).toContain('\\u{1b}[31mred');
  });
});
