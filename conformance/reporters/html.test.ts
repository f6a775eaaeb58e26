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

test('allows only its own style, and loads nothing', () => {
  const page = toHtmlReport(hostileResult);
  const content = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(content).digest('base64');
  expect(page).toContain(
    `default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-${hash}`,
  );
  expect(page).not.toMatch(/<(?:script|img|iframe|link rel="stylesheet")|<b onmouseover/);
});

test('shows control and direction characters', () => {
  expect(toHtmlReport(hostileResult)).not.toMatch(/[^\P{C}\n]/u);
});
