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
});
