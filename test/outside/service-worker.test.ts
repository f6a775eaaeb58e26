import { expect, test } from '@jest/globals';
import { bundlePage } from '../../examples/testing/bundle-page.ts';
import { describeInChromium, launchChromium } from '../../examples/testing/chromium.ts';
import { serveFiles } from '../../examples/testing/serve-files.ts';

describeInChromium('the sites page without a server', () => {
  test('gets its responses from a service worker, and none from the network', async () => {
    const server = await serveFiles(await bundlePage('main-without-server.ts'));
    const browser = await launchChromium();
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.url);
    await page.getByRole('status').getByText('0 sites', { exact: true }).waitFor();
    const answered = page.waitForResponse((response) => response.url().includes('/v1/'));
    await page.getByLabel('Name').fill('Pier');
    await page.getByRole('button', { name: 'Create site' }).click();
    const response = await answered;
    expect({ status: response.status(), worker: response.fromServiceWorker() }).toEqual({
      status: 201,
      worker: true,
    });
    expect(response.url()).toMatch(/^https:\/\/api\.example\.com\/v1\//);
    expect(server.asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
    await browser.close();
    await server.close();
  });
});
