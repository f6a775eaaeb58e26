import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from '../../test/support/page/chromium.ts';
import {
  brokenResult,
  conformingResult,
  notRunResult,
} from '../../test/support/results/example-results.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { toHtmlReport } from './html.ts';

const results = { conformingResult, brokenResult, notRunResult, hostileResult };
type Name = keyof typeof results;
const names = Object.keys(results) as Name[];
const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

describeInChromium('the HTML report in a browser', () => {
  let browser: Browser;
  let folder: string;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    for (const name of names)
      await writeFile(join(folder, `${name}.html`), toHtmlReport(results[name], { full: true }));
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => complaints.push('dialog')));
    page.on('request', (request) => {
      if (!/^(?:file|data|about):/.test(request.url())) complaints.push(`request ${request.url()}`);
    });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(name: Name): Promise<void> {
    complaints.length = 0;
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  }

  test.each(names)('is accessible in light and dark mode, and silent: %s', async (name) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(name);
      expect(complaints).toEqual([]);
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { axe: runner } = Object(window);
        const found: { id: string; nodes: { html: string }[] }[] = (await runner.run()).violations;
        return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    }
  });

  test.each([320, 768, 1440])('fits into a window of %d pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['brokenResult', 'hostileResult'] as const) {
      await open(name);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });

  test('filters by text, outcome and level', async () => {
    await open('brokenResult');
    const groups = page.locator('article:visible');
    const rows = page.locator('tr[data-outcome]:visible');
    const all = await rows.count();
    const { requirement } = brokenResult.groups[0] ?? { requirement: { id: '' } };
    await page.getByLabel('Filter by text').fill(requirement.id);
    expect(await groups.count()).toBe(1);
    await page.getByLabel('Filter by text').fill('');
    await page.getByLabel('Only failed').check();
    expect(await rows.count()).toBeLessThan(all);
    await page.getByLabel('Only MUST').check();
    for (const level of await groups.evaluateAll((items) =>
      items.map(({ dataset }) => dataset['level']),
    ))
      expect(level).toBe('MUST');
    expect(complaints).toEqual([]);
  });

  test('folds groups, and copies commands', async () => {
    await open('brokenResult');
    await page.getByRole('button', { name: 'Fold all' }).click();
    expect(await page.locator('article > details[open]').count()).toBe(0);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.locator('.command button').first().click();
    await page.getByRole('button', { name: /Copied|Selected/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('is readable without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await context.newPage();
    await quiet.goto(pathToFileURL(join(folder, 'brokenResult.html')).href);
    expect(await quiet.locator('article:visible').count()).toBe(brokenResult.groups.length);
    expect(await quiet.locator('form:visible, button:visible').count()).toBe(0);
    await context.close();
  });
});
