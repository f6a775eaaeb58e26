import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createMock } from 'site-contract/mock';
import { bundlePage } from '../testing/bundle-page.ts';
import { describeInChromium, launchChromium } from '../testing/chromium.ts';
import { type FileServer, serveFiles } from '../testing/serve-files.ts';

describeInChromium('the sites page', () => {
  let browser: Browser;
  let server: FileServer;
  let page: Page;
  let complaints: string[];
  const mock = createMock();
  let mockUrl = '';

  beforeAll(async () => {
    browser = await launchChromium();
    server = await serveFiles(await bundlePage('main.ts'));
    ({ url: mockUrl } = await mock.listen());
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await mock.close();
  });
  beforeEach(async () => {
    await mock.reset();
    page = await browser.newPage();
    page.setDefaultTimeout(300_000);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${server.url}/?api=${mockUrl}`);
    await showStatus('0 sites');
  });

  const showStatus = (text: string) =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor();

  async function create(name: string, hostUrl = ''): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Host URL').fill(hostUrl);
    await page.getByRole('button', { name: 'Create site' }).click();
  }

  test('creates and lists sites, page by page', async () => {
    for (let at = 1; at <= 7; at += 1) {
      await create(`Site ${at}`, at === 1 ? 'https://harbour.example' : '');
      await showStatus(`Site ${at} was created`);
    }
    const items = page.getByRole('listitem');
    const more = page.getByRole('button', { name: 'More sites' });
    expect(await items.count()).toBe(5);
    await more.click();
    await showStatus('7 sites');
    expect(await items.allTextContents()).toEqual([
      'Site 1 (https://harbour.example)',
      ...Array.from({ length: 6 }, (_, at) => `Site ${at + 2}`),
    ]);
    expect(await more.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('shows a refusal at its field', async () => {
    await create('Pier', 'https://pier.example/path');
    await page.locator('[data-fault="/hostUrl"]:not(:empty)').waitFor();
    expect(await page.getByLabel('Host URL').inputValue()).toBe('https://pier.example/path');
    expect(await page.locator('[data-fault="/name"]').textContent()).toBe('');
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
