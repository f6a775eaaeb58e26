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
  for (const tag of ['style', 'script']) {
    const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(content).digest('base64');
    expect(page).toContain(`${tag}-src &#39;sha256-${hash}&#39;`);
  }
  expect(page).not.toMatch(
    /<(?:img|iframe|link rel="stylesheet")|<b onmouseover|alert\(1\)<\/script>/,
  );
  expect(page.match(/<script/g)).toHaveLength(1);
});

test('shows control and direction characters', () => {
  expect(toHtmlReport(hostileResult)).not.toMatch(/[^\P{C}\n]/u);
});
