import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  exampleCheck,
  exampleExchange,
  lostAccent,
  repeatedCursor,
} from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
  staleBaselineResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { toTerminalReport } from './terminal.ts';

const short = { colour: false, width: 80 };
const plain = { ...short, full: true };

describe('the terminal report', () => {
  test('shows one line for each operation if the target conforms', () => {
    const report = toTerminalReport(conformingResult, plain);
    expect(report).toContain(
      '\n✓ listSites      5 passed, 1 observed\n✓ createSite     5 passed\n',
    );
    expect(report).toContain('\nCONFORMS. No requirement is broken: 40 passed.\n');
    expect(report.split('\n').length).toBeLessThan(40);
  });

  test('shows everything about a failure', () => {
    const report = toTerminalReport(brokenResult, plain);
    const block = report.slice(
      report.indexOf('  ✗ MUST  listSites'),
      report.indexOf('  ✗ MUST  updateSite'),
    );
    expect(block).toBe(`  ✗ MUST  listSites/after-is-exclusive
    The page after a cursor does not repeat the cursor's site

    Requirement  After is exclusive. (Endpoints, listSites)

    The page after a cursor starts with the site of the cursor itself
    Expected     a page that starts behind 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
    Received     a page that starts with 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
    Location     /data/0/id in the response body
    Request      GET
                 /v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites?limit=2&after=0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10
    Response     201, application/json; charset=utf-8, 42 ms
                   {
                     "data": [
                       {
                 >       "id": "0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10",
                         "name": "sc-7f3a Harbour Café",
                         "hostUrl": "https://sc-7f3a.example",
                         "apiKey": "5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"
                 … 10 more lines
    Reproduce
      curl -sS -i -X GET \\
        'https://sites.staging.example/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites?limit=2&after=0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10' \\
        -H "Authorization: Bearer $SITE_CONTRACT_API_KEY" \\
        -H 'Accept: application/json'

  The name of a site comes back changed
`);
  });

  test('shows the difference between texts that look the same', () => {
    const report = toTerminalReport(brokenResult, plain);
    expect(report).toContain('They look the same but differ at character 4: expected U+00E9,');
  });

  test('explains why no response arrived', () => {
    const report = toTerminalReport(brokenResult, plain);
    expect(report).toContain('    Response     none: socket hang up (ECONNRESET)\n');
  });

  test('distinguishes every status', () => {
    const report = toTerminalReport(brokenResult, plain);
    expect(report).toContain('known until 2026-12-20: Fixed by the');
    expect(report).toContain('⚠ suite error in service/answers-json: TypeError');
    expect(report).toContain(
      '  ? the target returned 429 for 30 s (updateSite/answers-json,\n    updateRoute/answers-json)',
    );
    expect(report).toContain('  – it needs --thorough (createRoute/refuses-another-scheme)');
    expect(report).toContain('  ! Every check of updateRoute was inconclusive');
    expect(report).toContain('Seed         1815 (--seed 1815 repeats this run)');
    expect(report).toContain('Run          1,204 requests in 2.1 s');
  });

  test.each([true, false])('of another command names no flags of the suite (full: %s)', (full) => {
    const result = { ...brokenResult, command: 'site-contract check session.har' };
    expect(toTerminalReport(result, { ...plain, full })).not.toMatch(/--(?:seed|explain|only)\b/);
  });

  test('does not look green without a verdict', () => {
    const report = toTerminalReport(notRunResult, plain);
    expect(report).toContain('? listSites      5 inconclusive');
    expect(report).toContain(
      'NO VERDICT. The run could not judge the target: every request returned',
    );
    expect(report).not.toContain('✓');
  });

  test('points to the warnings if the baseline is out of date', () => {
    const report = toTerminalReport(staleBaselineResult, plain);
    expect(report).toContain('  ! Baseline: listSites/one no longer fails.');
    expect(report).toContain('DOES NOT PASS. No new failure was found, but the baseline');
  });

  test('lets no text from outside control the terminal or the log', () => {
    const report = toTerminalReport(hostileResult, { colour: false, width: 80, verbose: true });
    expect(report).not.toMatch(/[^\P{C}\n\u200d]/u);
    expect(report).not.toMatch(/^\s*(?:::|##\[)/m);
    expect(report).toContain('\\u{1b}[31mred');
    expect(report).toContain('\\u{3a}:error::forged');
  });

  test('uses colour only if requested', () => {
    const coloured = toTerminalReport(brokenResult, { ...plain, colour: true });
    expect(coloured).toContain('\u001b[31m✗\u001b[39m');
    const plainAgain = stripVTControlCharacters(coloured).replaceAll(/ +$/gm, '');
    expect(plainAgain).toBe(toTerminalReport(brokenResult, plain));
  });

  test('groups checks with the same cause under one of them', () => {
    const report = toTerminalReport(
      {
        ...brokenResult,
        checks: ['one', 'other'].map((name) =>
          exampleCheck(`listSites/${name}`, { status: 'failed', failures: [repeatedCursor] }),
        ),
      },
      plain,
    );
    expect(report.match(/curl/g)).toHaveLength(1);
    expect(report).toContain(
      '\n    and 1 more check shows the same:\n    · listSites/other: The page',
    );
    expect(report).toContain('\n    listSites/one (and 1 more check): One\n');
  });

  test('shows the write, and then the response that reveals the error', () => {
    const write = { ...(lostAccent.exchange ?? exampleExchange()), curl: 'curl -X PATCH first' };
    const reproduce = 'curl first\ncurl \\\n  second';
    const failures = [{ ...repeatedCursor, write, reproduce }];
    const report = toTerminalReport(
      { ...brokenResult, checks: [exampleCheck('listSites/one', { status: 'failed', failures })] },
      plain,
    );
    expect(report).toContain(
      '    Written by   PATCH /v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10, returned',
    );
    expect(report).toContain('    Reproduce\n      curl first\n      curl \\\n        second\n');
  });

  test('shows the relevant part of a long response and of a long text', () => {
    const name = `${'a'.repeat(600)}b`;
    const data = Array.from({ length: 30 }, (_, at) => ({
      id: String(at),
      name: at === 20 ? name : 'x',
    }));
    const reply = { status: 201, headers: {}, body: JSON.stringify({ data, hasMore: true }) };
    const failure = {
      ...repeatedCursor,
      expected: JSON.stringify(`${'a'.repeat(600)}c`),
      received: JSON.stringify(name),
      pointer: '/data/20/name',
      exchange: exampleExchange({ reply }),
    };
    const report = toTerminalReport(
      {
        ...brokenResult,
        checks: [exampleCheck('listSites/one', { status: 'failed', failures: [failure] })],
      },
      plain,
    );
    expect(report).toContain('"id": "20",');
    expect(report).toMatch(/>\s+…a+b"\s+\(611 characters in total\)/);
    expect(report).not.toContain('"id": "1"');
  });

  test('fits on one screen, however much is broken', () => {
    const checks = Array.from({ length: 60 }, (_, index) =>
      exampleCheck(`listSites/law-${index}`, {
        status: 'failed',
        failures: [
          {
            ...lostAccent,
            finding: `updateSite breaks law ${index}`,
            expected: 'e'.repeat(5000),
            about: { what: `law ${index}`, distance: 0 },
          },
        ],
      }),
    );
    for (const width of [60, 80, 120]) {
      const report = toTerminalReport({ ...brokenResult, checks }, { colour: false, width });
      expect(report.split('\n').length).toBeLessThanOrEqual(42);
      expect(report).toMatch(/^DOES NOT CONFORM\. 60 checks failed, from 60 causes;/);
      expect(report).toContain('✗ updateSite breaks law 0\n');
      expect(report).toContain('PATCH /v1/sites/0d5f6a1e… → 200');
      expect(report).toMatch(/and \d+ more causes/);
      expect(report).toContain('--full');
    }
  });

  test('shows the request at fault, the response that reveals it, and the consequences on one screen', () => {
    const failure = {
      ...repeatedCursor,
      finding: 'an update of one site changed another',
      cause: lostAccent.exchange ?? exampleExchange(),
      about: { what: 'writes reach other records', distance: 0.05 },
    };
    const checks = ['one', 'two', 'three'].map((name) =>
      exampleCheck(`listSites/${name}`, { status: 'failed', failures: [failure] }),
    );
    const report = toTerminalReport({ ...brokenResult, checks }, { colour: false, width: 100 });
    expect(report).toContain(`
  ✗ An update of one site changed another
    expected a page that starts behind 0d5f6a1e-3b…, received a page that starts with 0d5f6a1e-3b0c…
    PATCH /v1/sites/0d5f6a1e… → 200 {"name":"Café Zürich"}
    seen in GET /v1/workspaces/7c9e6679…/sites?limit=2&after=0d5f6a1e… → 201
    MUST listSites/one, and 2 more checks of listSites
`);
  });

  test('ends with the failures, however long the report is', () => {
    const checks = Array.from({ length: 25 }, (_, index) =>
      exampleCheck(`listSites/law-${index}`, {
        status: 'failed',
        failures: [{ ...lostAccent, about: { what: `law ${index}`, distance: 0 } }],
      }),
    );
    const report = toTerminalReport({ ...brokenResult, checks }, plain);
    const end = report.slice(report.indexOf('\nBroken\n'));
    expect(end).toContain('\n    listSites/law-19: Law 19');
    expect(end).toContain('and 5 more');
    expect(end).toContain('--explain listSites/law-0 shows');
    expect(end).toContain('--only listSites/law-0 --seed 1815 runs only this check');
  });
});
