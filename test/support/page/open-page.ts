import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';
import type { ListenOptions } from '../../../mock/adapters/listen.ts';
import { createMock, type Mock } from '../../../mock/create-mock.ts';
import { defaultApiKey } from '../../../mock/mock-options.ts';

export const token = 'token-of-the-tests';
export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A new mock, and its page in a browser. */
export interface OpenPage {
  mock: Mock;
  url: string;
  page: Page;
  /** Errors of the page, refused resources, and requests to another origin. */
  complaints: string[];
  /** Sends a request to the service, like a client. */
  send(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>;
  createSite(name: string, headers?: HeadersInit): Promise<{ id: string; apiKey: string }>;
  close(): Promise<void>;
}

interface PageOptions {
  /** The part of the page to open. Default: all of it, with the token. */
  path?: string;
  /** Options of the server, in addition to the control surface. */
  listen?: ListenOptions;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
}

/**
 * Opens the page of a new mock. All pages of a browser are opened in the same tab, one after the other: a new tab takes
 * Chromium three times as long. Each mock is a separate origin, so that no page reads data of another.
 */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const { path = `#token=${token}`, listen = {} } = options;
  const { colorScheme = 'light', viewport = { width: 1280, height: 720 } } = options;
  const mock = createMock({ seed: 1 });
  const { url } = await mock.listen({ ...listen, control: { token } });
  const page = await openTab(browser);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  const { complaints, stopListening } = listenForComplaints(page, url);
  await page.goto(`${url}/__mock/${path}`);
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
    close: async () => {
      // In case a later mock gets the same port.
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      stopListening();
      const others = page.context().pages();
      await Promise.all(others.filter((other) => other !== page).map((other) => other.close()));
      await page.goto('about:blank');
      await mock.close();
    },
  };
}

const tabs = new WeakMap<Browser, Promise<Page>>();

function openTab(browser: Browser): Promise<Page> {
  const tab = tabs.get(browser) ?? createTab(browser);
  tabs.set(browser, tab);
  return tab;
}

async function createTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return context.newPage();
}

/** A client of the service at that address. */
export function createSender(url: string): OpenPage['send'] {
  return (method, target, body, headers) =>
    fetch(url + target, {
      method,
      headers: {
        authorization: `Bearer ${defaultApiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

function listenForComplaints(page: Page, url: string) {
  const complaints: string[] = [];
  const hearMessage = (message: ConsoleMessage) => complaints.push(message.text());
  const hearError = (error: Error) => complaints.push(error.message);
  const hearRequest = (request: Request) => {
    const isOwn = request.url().startsWith(`${url}/`) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(`request ${request.url()}`);
  };
  page.on('console', hearMessage).on('pageerror', hearError).on('request', hearRequest);
  const stopListening = () =>
    page.off('console', hearMessage).off('pageerror', hearError).off('request', hearRequest);
  return { complaints, stopListening };
}
