import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { ListenOptions } from '../../../mock/adapters/listen.ts';
import { createMock, type Mock } from '../../../mock/create-mock.ts';
import { defaultApiKey } from '../../../mock/mock-options.ts';

export const token = 'token-of-the-tests';
export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A mock of its own, and its page in a window of its own. */
export interface OpenPage {
  mock: Mock;
  url: string;
  page: Page;
  /** What the page complained of: errors, refused resources, requests to another origin. */
  complaints: string[];
  /** Sends a request to the service, as any client does. */
  send(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>;
  createSite(name: string, headers?: HeadersInit): Promise<{ id: string; apiKey: string }>;
  close(): Promise<void>;
}

interface PageOptions extends BrowserContextOptions {
  /** What of the page is opened. Default: all of it, with the token. */
  path?: string;
  /** How the mock listens, beside its control surface. */
  listen?: ListenOptions;
}

export async function openPage(
  browser: Browser,
  { path = `#token=${token}`, listen = {}, ...options }: PageOptions = {},
): Promise<OpenPage> {
  const mock = createMock({ seed: 1 });
  const { url } = await mock.listen({ ...listen, control: { token } });
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  const complaints = listenForComplaints(page, url);
  await page.goto(`${url}/__mock/${path}`);
  const send: OpenPage['send'] = (method, target, body, headers) =>
    fetch(url + target, {
      method,
      headers: {
        authorization: `Bearer ${defaultApiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
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
      await context.close();
      await mock.close();
    },
  };
}

function listenForComplaints(page: Page, url: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${url}/`) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(`request ${request.url()}`);
  });
  return complaints;
}
