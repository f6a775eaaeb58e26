import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { brokenResult } from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { toHtmlReport } from './html.ts';

test('contains every group, check, observation and record', () => {
  const page = toHtmlReport(brokenResult);
  for (const { requirement } of brokenResult.groups) expect(page).toContain(requirement.id);
  for (const { id } of [...brokenResult.checks, ...brokenResult.inventory])
    expect(page).toContain(id);
});

test('allows only its own style and script, and loads nothing', () => {
  const page = toHtmlReport(hostileResult);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  for (const name of ['style', 'script']) {
    const contents = [...page.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
    expect(contents).toHaveLength(1);
    const hash = createHash('sha256')
      .update(contents[0]?.[1] ?? '')
      .digest('base64');
    expect(policy).toContain(`${name}-src &#39;sha256-${hash}&#39;`);
  }
  expect(policy).toMatch(/^default-src &#39;none&#39;;/);
  expect(page).not.toMatch(/<(?:script |img|iframe|link rel="stylesheet")|<b onmouseover/);
});

test('lists its contents, each with a place to which it leads', () => {
  const page = toHtmlReport(brokenResult);
  const [, contents = ''] = /<nav[^>]*>([\s\S]*?)<\/nav>/.exec(page) ?? [];
  const links = [...contents.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(brokenResult.groups.length);
  for (const id of links) expect(page).toContain(`id="${id}"`);
});

test('shows control and direction characters', () => {
  expect(toHtmlReport(hostileResult)).not.toMatch(/[^\P{C}\n]/u);
});
