import { createServer, request, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { type OpenPage, openPage, token } from '../test/support/page/open-page.ts';

const prefix = '/tools/mock';

/** A proxy with the defaults of nginx: its own host name goes into `Host`, and the prefix may be removed. */
async function startProxy(target: string, keepsPrefix: boolean): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const path = keepsPrefix ? url : url.slice(prefix.length);
    const { host } = new URL(target);
    const sent = request(new URL(path, target), { method, headers: { ...headers, host } });
    sent.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describeInChromium('the page behind a proxy with a prefix', () => {
  let browser: Browser;
  let opened: OpenPage;
  let proxy: Server;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await opened.close();
  });

  test.each([
    { title: 'removes it', listen: {}, keepsPrefix: false },
    { title: 'keeps it', listen: { basePath: prefix }, keepsPrefix: true },
  ])('follows, sends and edits if the proxy $title', async ({ listen, keepsPrefix }) => {
    opened = await openPage(browser, { listen });
    const { page } = opened;
    proxy = await startProxy(opened.url, keepsPrefix);
    const address = proxy.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const base = `http://127.0.0.1:${port}${prefix}`;
    await page.goto(`${base}/`);
    await page.waitForURL(`${base}/__mock/`);
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create a site' }).click();
    await page.locator('a.request', { hasText: 'createSite' }).click();
    await page.locator('#detail summary', { hasText: 'Copy as' }).click();
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    await page.getByText('Copied the curl command.').waitFor();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line).toContain(`${base}/v1/workspaces/`);
    await page.getByRole('link', { name: 'Data' }).click();
    await page.locator('a.datum').first().click();
    await page.getByRole('button', { name: 'Edit the site' }).click();
    await page.getByLabel('name').fill('Renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('a.datum', { hasText: 'Renamed' }).waitFor();
  });
});
