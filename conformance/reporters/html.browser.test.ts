import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import { findPoorContrast } from '../../test/support/results/find-poor-contrast.ts';
import { hostileResult } from '../../test/support/results/hostile-result.ts';
import { toHtmlReport } from './html.ts';

const results = { conformingResult, brokenResult, notRunResult, hostileResult };
const names = ['conformingResult', 'brokenResult', 'notRunResult', 'hostileResult'] as const;
type Name = (typeof names)[number];

describeInChromium('the HTML report in a browser', () => {
  let browser: Browser;
  let folder: string;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    for (const name of names) {
      await writeFile(join(folder, `${name}.html`), toHtmlReport(results[name]));
    }
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', async (dialog) => {
      complaints.push(`dialog ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!/^(?:file|data|about):/.test(request.url())) complaints.push(`request ${request.url()}`);
    });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Tests without side effects share one page, since a separate context takes half a second. */
  async function open(name: Name, anchor = ''): Promise<void> {
    complaints.length = 0;
    await page.goto('about:blank');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(toAddress(name) + anchor);
  }

  const toAddress = (name: Name) => pathToFileURL(join(folder, `${name}.html`)).href;
  const countShown = () => page.locator('.check:not([hidden])').count();

  test.each(names)('makes no request and logs no error: %s', async (name) => {
    await open(name);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(complaints).toEqual([]);
  });

  test.each([320, 768, 1440])('fits into a window of %d pixels', async (width) => {
    const before = page.viewportSize();
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['brokenResult', 'hostileResult'] as const) {
      await open(name);
      await page.getByRole('button', { name: 'Open all' }).click();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    if (before !== null) await page.setViewportSize(before);
  });

  test.each(['conformingResult', 'brokenResult', 'notRunResult'] as const)(
    'has sufficient contrast, in light and dark mode: %s',
    async (name) => {
      await open(name);
      await page.getByRole('button', { name: 'Open all' }).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(findPoorContrast, 4.5)).toEqual([]);
      }
    },
  );

  test('filters the checks by text, level, status and operation', async () => {
    await open('brokenResult');
    const shown = page.locator('#shown');
    expect(await shown.innerText()).toBe('49 checks');

    await page.getByRole('searchbox').fill('AFTER is exclusive');
    expect(await shown.innerText()).toBe('1 of 49 checks');
    expect(await page.locator('.check:visible .id').allInnerTexts()).toEqual([
      'listSites/after-is-exclusive',
    ]);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('49 checks', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'SHOULD 1', exact: true }).check();
    expect(await countShown()).toBe(1);
    await page.getByRole('checkbox', { name: 'OBSERVE 4', exact: true }).check();
    expect(await countShown()).toBe(5);
    await page.getByRole('checkbox', { name: 'observed 4', exact: true }).check();
    expect(await countShown()).toBe(4);
    expect(await page.locator('.check:visible').count()).toBe(4);
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('listSites');
    expect(await countShown()).toBe(1);
    expect(await page.locator('.group:visible h3').allInnerTexts()).toEqual(['listSites 8 checks']);

    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('No check matches the filters.').waitFor();
  });

  test('finds text in requests and responses', async () => {
    await open('brokenResult');
    await page.getByRole('searchbox').fill('ECONNRESET');
    expect(await page.locator('.check:visible .id').allInnerTexts()).toEqual([
      'duplicateSite/answers',
    ]);
  });

  test('opens the check in the URL, even inside a collapsed group', async () => {
    await open('brokenResult', '#check-createSite/answers-json');
    expect(
      await page.locator('[id="check-createSite/answers-json"] .requirements').isVisible(),
    ).toBe(true);
    await page.getByRole('searchbox').fill('ECONNRESET');
    await page
      .getByRole('link', { name: 'The page after a cursor starts with the site of the cursor' })
      .click();
    await page.locator('[id="check-listSites/after-is-exclusive"]').waitFor();
  });

  test('copies a shell command', async () => {
    await open('brokenResult');
    await page
      .getByRole('button', { name: 'Copy the shell command of updateSite/name-comes-back' })
      .click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ControlOrMeta+V');
    const pasted = await page.getByRole('searchbox').inputValue();
    expect(pasted).toContain('curl -sS -i -X PATCH');
    expect(pasted).toContain(`--data-raw '{"name":"Café Zürich"}'`);
  });

  test('works with the keyboard', async () => {
    await open('brokenResult');
    await page.keyboard.press('Tab');
    expect(
      await page
        .getByRole('link', { name: 'Skip to the checks' })
        .evaluate((link) => link === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('url-comes-back');
    expect(await countShown()).toBe(1);
    const summary = page.locator('.check:visible > summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Known until 2026-12-20: Fixed by').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('Known until 2026-12-20: Fixed by').waitFor({ state: 'hidden' });
  });

  test('follows the system theme until one is chosen', async () => {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(toAddress('brokenResult'));
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await ground()).toBe(dark);
    await context.close();
  });

  test('shows everything without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(toAddress('brokenResult'));
    expect(await page.locator('form, .copy, #theme').filter({ visible: true }).count()).toBe(0);
    expect(
      await page.locator('[id="check-listSites/after-is-exclusive"] .exchange').isVisible(),
    ).toBe(true);
    await page.locator('.rest > summary').first().click();
    await page.locator('[id="check-listSites/answers-json"]').waitFor();
    await context.close();
  });

  test('prints what is broken, without controls', async () => {
    await open('brokenResult');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    expect(await page.locator('form, .copy, nav').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.check[data-status="failed"] .exchange').first().isVisible()).toBe(
      true,
    );
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
  });

  test('has headings in order, tables with headers, and unique ids', async () => {
    await open('brokenResult');
    const structure = await page.evaluate(() => {
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      const ids = all('[id]').map(({ id }) => id);
      return {
        levels: all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1))),
        repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
        headless: all('th:not([scope])').length + all('table:not(:has(thead th))').length,
        dangling: all('a[href^="#"]').filter(
          (link) =>
            document.getElementById(
              decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''),
            ) === null,
        ).length,
      };
    });
    const jumps = structure.levels.filter(
      (level, index) => level - (structure.levels[index - 1] ?? 0) > 1,
    );
    expect(structure).toMatchObject({ repeated: [], headless: 0, dangling: 0 });
    expect(jumps).toEqual([]);
  });
});
