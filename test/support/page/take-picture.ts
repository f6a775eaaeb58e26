/**
 * Takes the screenshot of the page for the README, docs/page.png: `npm run picture`. Its content depends on a seed,
 * except for times and durations.
 */
import path from 'node:path';
import { chromium } from 'playwright-core';
import { createDemoFixture, createMock } from '../../../mock/index.ts';
import { createSender, token, workspace } from './send.ts';

const file = path.resolve('docs/page.png');
const mock = createMock({ seed: 1, contents: createDemoFixture(1) });
const { url } = await mock.listen({ port: 0, control: { token } });
const send = createSender(url);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1320, height: 800 } });
  await page.goto(`${url}/__mock/#token=${token}`);
  await sendRequests();
  await page.locator('a.request', { hasText: 'createWebhook' }).first().click();
  await page.locator('#detail').waitFor();
  await page.screenshot({ path: file });
  console.log(`wrote ${file}`);
} finally {
  await browser.close();
  await mock.close();
}

/** Sends requests like a client: most are valid, some are not, and one requests a specific response. */
async function sendRequests(): Promise<void> {
  const sites = `/v1/workspaces/${workspace}/sites`;
  const { id } = await (await send('POST', sites, { name: 'Harbour Café' })).json();
  await send('GET', `${sites}?limit=20`);
  await send('PATCH', `/v1/sites/${id}`, { name: 'Harbour Café & Bar' });
  const localizedVariants = [{ locale: 'de-DE', pathname: '/speisekarte' }];
  await send('POST', `/v1/sites/${id}/routes`, { pathname: '/menu', localizedVariants });
  await send('POST', `/v1/sites/${id}/duplicate`, { name: 'Harbour Café Leeds' });
  await send('GET', `/v1/workspace/${workspace}/sites`);
  const hook = { url: 7, eventType: 'page.renamed' };
  await send('POST', `/v1/workspaces/${workspace}/webhooks`, hook);
  await send('GET', `${sites}?limit=20`, undefined, { Prefer: 'code=503' });
  await send('GET', `${sites}?limit=1000`);
}
