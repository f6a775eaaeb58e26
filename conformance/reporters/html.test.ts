import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  brokenResult,
  conformingResult,
  notRunResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import type { RunResult } from '../results.ts';
import { html } from './html/page.ts';
import { toHtmlReport } from './html.ts';

const results = { conformingResult, brokenResult, notRunResult, hostileResult };

describe('the HTML report', () => {
  test.each(Object.entries(results))('loads nothing from elsewhere: %s', (_, result) => {
    const page = toHtmlReport(result);
    expect(page).not.toMatch(
      /<(?:link|img|script|iframe|object|embed)[^>]*\s(?:src|href)="(?!data:)/,
    );
    expect(page).not.toMatch(/@import|url\(/);
  });

  test.each(Object.entries(results))('runs no code other than its own: %s', (_, result) => {
    const page = toHtmlReport(result);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain('default-src &#39;none&#39;');
    for (const name of ['script', 'style']) {
      const inline = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(inline).digest('base64');
      expect(policy).toContain(`${name}-src &#39;sha256-${hash}&#39;`);
    }
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<[^>]+\sstyle="/);
  });

  test('escapes text from outside', () => {
    const page = toHtmlReport(hostileResult);
    expect(page).not.toContain('<script>alert');
    const tags = page
      .slice(page.indexOf('<body>'), page.indexOf('<script>'))
      .replace(/"[^"]*"/g, '""');
    expect(tags).not.toMatch(/<[^>]+\son\w+=/);
    expect(tags).not.toMatch(/<(?:img|b onmouse)/);
    expect(page).not.toMatch(/[^\P{C}\n\t]/u);
    expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(page).toContain('\\u{202e}right to left');
  });

  test('shows everything about a failure', () => {
    const page = toHtmlReport(brokenResult);
    const start = page.indexOf('id="check-listSites/after-is-exclusive"');
    const check = page.slice(start, page.indexOf('<details class="check', start));
    expect(check).toContain('<p>After is exclusive.</p>');
    expect(check).toContain(
      '<h5>The page after a cursor starts with the site of the cursor itself</h5>',
    );
    expect(check).toContain('a page that starts <mark>behind</mark>');
    expect(check).toContain('a page that starts <mark>with</mark>');
    expect(check).toContain('<code>/data/0/id</code> in the response body');
    expect(check).toContain('<strong>201</strong> application/json; charset=utf-8');
    expect(check).toContain(
      '<mark>      &quot;id&quot;: &quot;0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10&quot;,</mark>',
    );
    expect(check).toContain('<code>curl -sS -i -X GET \\\n');
  });

  test('shows no options of the suite if another command made it', () => {
    expect(toHtmlReport(brokenResult)).toContain('<dt>Seed</dt>');
    const report = toHtmlReport({ ...brokenResult, command: 'site-contract check session.har' });
    expect(report).not.toContain('<dt>Seed</dt>');
  });

  test('states the verdict in words', () => {
    expect(toHtmlReport(conformingResult)).toContain('<h1>Conforms</h1>');
    expect(toHtmlReport(brokenResult)).toContain('<h1>Does not conform</h1>');
    expect(toHtmlReport(notRunResult)).toContain('<h1>No verdict</h1>');
  });

  test.each([
    [
      'shows the place of a failure in a long answer',
      2_500,
      '<mark>      &quot;id&quot;: 2400</mark>',
    ],
    ['stays small for an answer of megabytes', 500_000, '{&quot;data&quot;:[{&quot;id&quot;:0},'],
  ])('%s', (_, count, wanted) => {
    const [check] = hostileResult.checks;
    const body = JSON.stringify({ data: Array.from({ length: count }, (_, id) => ({ id })) });
    const exchange =
      check?.outcome.status === 'failed' ? check.outcome.failures[0]?.exchange : undefined;
    if (check === undefined || exchange === undefined)
      throw new Error('the example has an exchange');
    const failure = { message: 'm', expected: 'e', received: body, pointer: '/data/2400/id' };
    const reply = { status: 200, headers: {}, body };
    const result: RunResult = {
      ...conformingResult,
      checks: [
        {
          ...check,
          outcome: {
            status: 'failed',
            failures: [{ ...failure, exchange: { ...exchange, reply } }],
          },
        },
      ],
    };
    const page = toHtmlReport(result);
    expect(page.length).toBeLessThan(120_000);
    expect(page).toContain(wanted);
  });
});

describe('the html template tag', () => {
  test.each([
    { title: 'text', given: html`<p>${'<b>&"\''}</p>`, want: '<p>&lt;b&gt;&amp;&quot;&#39;</p>' },
    { title: 'markup', given: html`<p>${html`<b>${'<'}</b>`}</p>`, want: '<p><b>&lt;</b></p>' },
    { title: 'lists', given: html`${['<', html`<i>`]}`, want: '&lt;<i>' },
    { title: 'numbers', given: html`${0}`, want: '0' },
    { title: 'omitted values', given: html`a${undefined}${false}b`, want: 'ab' },
  ])('escapes everything except markup: $title', ({ given, want }) => {
    expect(given.markup).toBe(want);
  });
});
