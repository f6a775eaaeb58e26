import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import type { CheckResult, RunResult } from '../results.ts';
import { toGithubAnnotations, toGithubSummary } from './github.ts';

/** Parses a line like the GitHub runner: properties end at the first `::`, and escapes are decoded. */
function readCommand(line: string) {
  const [, kind, title = '', message = ''] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  const undo = (text: string) =>
    text.replace(/%(0A|3A|2C|25)/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return { kind, title: undo(title), message: undo(message) };
}

function readCommands(result: RunResult) {
  return toGithubAnnotations(result).trimEnd().split('\n').map(readCommand);
}

describe('annotations for GitHub', () => {
  test('do not exist for a target that conforms', () => {
    expect(toGithubAnnotations(conformingResult)).toBe('');
  });

  test('are errors for failures of the run, and notices for the rest', () => {
    expect(readCommands(brokenResult).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'error The page after a cursor starts with the site of the cursor itself',
      'error The name of a site comes back changed',
      'error No answer arrived',
      'warning Conformance',
      'warning Suite error in service/answers-json',
      'warning Two equal calls differ',
      'notice The address comes back without its query',
    ]);
  });

  test('contain everything a failure needs', () => {
    expect(readCommands(brokenResult)[0]?.message.split('\n')).toEqual([
      "listSites/after-is-exclusive: The page after a cursor does not repeat the cursor's site",
      'After is exclusive. (Endpoints, listSites)',
      '',
      'The page after a cursor starts with the site of the cursor itself',
      'Expected: a page that starts behind 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
      'Received: a page that starts with 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
      'Location: /data/0/id in the response body',
      'Reproduce:',
      expect.stringMatching(/^curl /),
      expect.stringContaining('https://sites.staging.example'),
      expect.stringContaining('$SITE_CONTRACT_API_KEY'),
      expect.stringContaining('Accept'),
    ]);
  });

  test('cannot be forged by responses of a target', () => {
    const lines = toGithubAnnotations(hostileResult).trimEnd().split('\n');
    expect(lines.map((line) => readCommand(line).kind)).toEqual([
      'error',
      'warning',
      'warning',
      'notice',
    ]);
    expect(lines.join('')).not.toMatch(/\p{C}/u);
    expect(readCommand(lines[0] ?? '').message).toContain('\n::error::forged\n%0A');
  });

  test('are an error if the run has no verdict', () => {
    expect(readCommands(notRunResult)).toMatchObject([{ kind: 'error', title: 'No verdict' }]);
  });

  test('show ten and count the rest', () => {
    const checks = Array.from({ length: 25 }, (_, index) =>
      exampleCheck(`listSites/law-${index}`, {
        status: 'failed',
        failures: [{ ...repeatedCursor, about: { what: `law ${index}`, distance: 0 } }],
      }),
    );
    const commands = readCommands({ ...brokenResult, checks, warnings: [] });
    expect(commands).toHaveLength(10);
    expect(commands.at(-1)?.message).toBe('and 16 more: the summary of this step lists them');
  });

  test('show a cause of several checks once', () => {
    const checks = ['one', 'two', 'three'].map((name) =>
      exampleCheck(`listSites/${name}`, { status: 'failed', failures: [repeatedCursor] }),
    );
    const [command, ...others] = readCommands({ ...brokenResult, checks, warnings: [] });
    expect(others).toEqual([]);
    expect(command?.message).toMatch(
      /and 2 more checks show the same: listSites\/two, listSites\/three$/,
    );
  });
});

describe('the step summary for GitHub', () => {
  test('starts with the verdict, followed by the failures', () => {
    const summary = toGithubSummary(brokenResult);
    expect(summary).toMatch(/^## ❌ Does not conform\n\n3 checks failed, from 3 causes;/);
    expect(summary).toContain('<code>listSites/after&#45;is&#45;exclusive</code></summary>');
    expect(summary).toContain('| Received | <code>a page that starts with 0d5f6a1e');
    expect(summary).toContain('They look the same but differ at character 4');
    expect(summary).toContain('```sh\ncurl -sS -i -X GET \\\n');
    expect(summary).toContain('Known until 2026&#45;12&#45;20');
    expect(summary).toContain('| <code>updateRoute</code> |');
    expect(summary).toContain('- lists are newest first');
  });

  test('is green for a target that conforms, and says so if there is no verdict', () => {
    expect(toGithubSummary(conformingResult)).toMatch(/^## ✅ Conforms\n/);
    expect(toGithubSummary(notRunResult)).toMatch(/^## ⚠️ No verdict\n/);
  });

  test('does not let text from outside act as markup', () => {
    const summary = toGithubSummary(hostileResult);
    const outsideCode = summary.replace(/^(`{3,})sh\n[\s\S]*?^\1$/gm, '');
    expect(outsideCode).not.toMatch(/<(?!\/?(?:details|summary|b|code|br)>)/);
    expect(outsideCode).not.toMatch(/^# heading|\[link\]|@team|```/m);
    expect(summary).not.toMatch(/[^\P{C}\n]/u);
    expect(summary).toContain('\n````sh\n');
  });

  test("stays below GitHub's size limit", () => {
    const [check] = hostileResult.checks;
    const checks = Array.from(
      { length: 400 },
      (_, index): CheckResult =>
        check?.outcome.status !== 'failed'
          ? exampleCheck('a/b', { status: 'passed' })
          : {
              ...check,
              outcome: {
                ...check.outcome,
                failures: check.outcome.failures.map((failure) => ({
                  ...failure,
                  about: { what: `law ${index}`, distance: 0 },
                })),
              },
            },
    );
    const summary = toGithubSummary({ ...hostileResult, checks });
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toContain('and 375 more');
  });
});
