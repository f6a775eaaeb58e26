import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Contract } from '../../../contract/index.ts';
import { createMock, type Mock } from '../../../mock/create-mock.ts';
import type { ListenOptions } from '../../../mock/server-types.ts';
import type { StoreContents } from '../../../mock/store/records.ts';
import { describeInChromium, launchChromium } from './chromium.ts';
import { createSender, token, workspace } from './send.ts';

/** A new mock, and its page in a browser. */
export interface OpenPage {
  mock: Mock;
  url: string;
  page: Page;
  /** Errors of the page, refused resources, and requests to another origin. */
  complaints: string[];
  /** Sends a request to the service, like a client. */
  send: ReturnType<typeof createSender>;
  createSite(name: string, headers?: HeadersInit): Promise<{ id: string; apiKey: string }>;
  /** Presses the first button with this name. */
  press(name: string): Promise<void>;
  /** Opens a view by its link. */
  goTo(view: string): Promise<void>;
  readClipboard(): Promise<string>;
  close(): Promise<void>;
}

interface PageOptions {
  /** The part of the page to open. Default: all of it, with the token. */
  path?: string;
  /** Options of the server, in addition to the control surface. */
  listen?: ListenOptions;
  /** Default: the built-in contract. */
  contract?: Contract;
  /** The initial data. Default: none. */
  contents?: StoreContents;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
}

/**
 * Tests of the page in one browser. Each test opens the page of a new mock, and must not cause complaints. All pages are
 * opened in the same tab, one after the other: a new tab takes Chromium three times as long.
 */
export function describePage(
  title: string,
  define: (open: (options?: PageOptions) => Promise<OpenPage>) => void,
): void {
  describeInChromium(title, () => {
    let browser: Browser;
    let tab: Page;
    let opened: OpenPage | undefined;

    beforeAll(async () => {
      browser = await launchChromium();
      const permissions = ['clipboard-read', 'clipboard-write'];
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        permissions,
        // Not that of the mock, so that a test sees which of them the page shows.
        timezoneId: 'Europe/Paris',
      });
      tab = await context.newPage();
    });
    afterAll(() => browser?.close());
    afterEach(async () => {
      const all = opened?.complaints ?? [];
      await opened?.close();
      opened = undefined;
      // The browser itself says of each refusal that a resource was not loaded.
      expect(all.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    });
    define(async (options) => {
      opened = await openPage(tab, options);
      return opened;
    });
  });
}

async function openPage(page: Page, options: PageOptions = {}): Promise<OpenPage> {
  const { path = `#token=${token}`, listen = {} } = options;
  const { colorScheme = 'light', viewport = { width: 1280, height: 800 } } = options;
  const { contract, contents } = options;
  const mock = createMock({
    seed: 1,
    ...(contract !== undefined && { contract }),
    ...(contents !== undefined && { contents }),
  });
  const { url } = await mock.listen({ ...listen, control: { token } });
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${url}/`) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(`request ${request.url()}`);
  });
  await page.goto(`${url}/__mock/${path}`);
  if (options.path === undefined) await page.getByText('Live', { exact: true }).waitFor();
  const send = createSender(url);
  return {
    mock,
    url,
    page,
    complaints,
    send,
    createSite: async (name, headers) => {
      const response = await send('POST', `/v1/workspaces/${workspace}/sites`, { name }, headers);
      return response.json();
    },
    press: (name) => page.getByRole('button', { name, exact: true }).first().click(),
    goTo: async (view) => {
      await page.getByRole('navigation').getByRole('link', { name: view }).click();
      await page.locator(`main.is-${view.toLowerCase()}`).waitFor();
    },
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    close: async () => {
      page.removeAllListeners();
      // In case a later mock gets the same port.
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      const pages = page.context().pages();
      for (const candidate of pages) if (candidate !== page) await candidate.close();
      await page.goto('about:blank');
      await mock.close();
    },
  };
}
