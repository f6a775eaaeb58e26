import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { createDemoFixture, createMock } from 'site-contract/mock';
import { bundlePage } from '../testing/bundle-page.ts';
import { describeInChromium, launchChromium } from '../testing/chromium.ts';
import { type FileServer, serveFiles } from '../testing/serve-files.ts';

const mains = ['main.ts', 'main-without-server.ts'] as const;

describeInChromium('the sites page', () => {
  let browser: Browser;
  const servers = new Map<string, FileServer>();
  const mockRequests: string[] = [];
  const mock = createMock({
    onRequest: ({ method, path }) => mockRequests.push(`${method} ${path}`),
  });
  let mockUrl = '';

  beforeAll(async () => {
    browser = await launchChromium();
    for (const main of mains) servers.set(main, await serveFiles(await bundlePage(main)));
    ({ url: mockUrl } = await mock.listen());
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([...servers.values()].map((server) => server.close()));
    await mock.close();
  });
  beforeEach(async () => {
    await mock.reset();
    mockRequests.length = 0;
  });

  /** Opens the page in a separate browser, and collects its uncaught errors. */
  async function open(
    main: (typeof mains)[number],
    { query = `?api=${mockUrl}`, shown = '0 sites' } = {},
  ) {
    const context = await browser.newContext();
    context.setDefaultTimeout(300_000);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${servers.get(main)?.url}/${query}`);
    await status(page, shown).waitFor();
    return { context, page, complaints };
  }

  const status = (page: Page, text: string) =>
    page.getByRole('status').getByText(text, { exact: true });

  async function create(page: Page, name: string, hostUrl = ''): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Host URL').fill(hostUrl);
    await page.getByRole('button', { name: 'Create site' }).click();
  }

  test.each(mains)('creates and lists sites, page by page: %s', async (main) => {
    const { context, page, complaints } = await open(main);
    for (let at = 1; at <= 7; at += 1) {
      await create(page, `Site ${at}`, at === 1 ? 'https://harbour.example' : '');
      await status(page, `Site ${at} was created`).waitFor();
    }
    const items = page.getByRole('listitem');
    const more = page.getByRole('button', { name: 'More sites' });
    expect(await items.count()).toBe(5);
    await more.click();
    await status(page, '7 sites').waitFor();
    expect(await items.allTextContents()).toEqual([
      'Site 1 (https://harbour.example)',
      ...Array.from({ length: 6 }, (_, at) => `Site ${at + 2}`),
    ]);
    expect(await more.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(mains)('shows a refusal at its field: %s', async (main) => {
    const { context, page, complaints } = await open(main);
    await create(page, 'Pier', 'https://pier.example/path');
    await page.locator('[data-fault="/hostUrl"]:not(:empty)').waitFor();
    expect(await page.getByLabel('Host URL').inputValue()).toBe('https://pier.example/path');
    expect(await page.locator('[data-fault="/name"]').textContent()).toBe('');
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('shows the demo workspace, the same as on a server, with a mock in the page', async () => {
    const query = '?demo';
    const shown = '5 sites, and more';
    const { context, page, complaints } = await open('main-without-server.ts', { query, shown });
    const { sites } = createDemoFixture(7);
    const more = page.getByRole('button', { name: 'More sites' });
    for (let count = 10; count < sites.length; count += 5) {
      await more.click();
      await status(page, `${count} sites, and more`).waitFor();
    }
    await more.click();
    await status(page, `${sites.length} sites`).waitFor();
    const names = sites.map(({ site: { name, hostUrl } }) =>
      hostUrl === null ? name : `${name} (${hostUrl})`,
    );
    expect(await page.getByRole('listitem').allTextContents()).toEqual(names);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('gets its responses from a service worker, and none from the network', async () => {
    const { context, page } = await open('main-without-server.ts');
    const answered = page.waitForResponse((response) => response.url().includes('/v1/'));
    await create(page, 'Pier');
    const response = await answered;
    expect({ status: response.status(), worker: response.fromServiceWorker() }).toEqual({
      status: 201,
      worker: true,
    });
    expect(response.url()).toMatch(/^https:\/\/api\.example\.com\/v1\//);
    expect(context.serviceWorkers().map((worker) => new URL(worker.url()).pathname)).toEqual([
      '/mockServiceWorker.js',
    ]);
    const { asked = [] } = servers.get('main-without-server.ts') ?? {};
    expect(asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
    expect(mockRequests).toEqual([]);
    await context.close();
  });
});
