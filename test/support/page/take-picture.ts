/**
 * Takes the screenshots for the README, docs/page.png and docs/report.png: `npm run picture`. Their content depends on
 * seeds, except for times and durations.
 */
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { toHtmlReport } from '../../../conformance/reporters/html.ts';
import { createDemoFixture, createMock } from '../../../mock/index.ts';
import { runSuite } from '../../../service/entries/conformance.ts';
import { findTarget } from '../../corpus/index.ts';
import { createSender, token, workspace } from './send.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await takePage(browser);
  await takeReport(browser);
} finally {
  await browser.close();
}

/** The page of a mock, with a list of requests and one that was refused. */
async function takePage(open: Browser): Promise<void> {
  const mock = createMock({ seed: 1, contents: createDemoFixture(1) });
  const { url } = await mock.listen({ port: 0, control: { token } });
  const page = await open.newPage({ viewport: { width: 1320, height: 800 } });
  await page.goto(`${url}/__mock/#token=${token}`);
  await sendRequests(createSender(url));
  await page.locator('a.request', { hasText: 'createWebhook' }).first().click();
  await page.locator('#detail').waitFor();
  await page.screenshot({ path: path.resolve('docs/page.png') });
  await mock.close();
}

/** The report about a service whose updates clear a field that they do not name. */
async function takeReport(open: Browser): Promise<void> {
  const apiKey = 'key';
  const secondWorkspace = '1b671a64-40d5-491e-99b0-da01ff1f3341';
  const target = findTarget('updates/name-clears-host');
  const service = await target.start({ apiKey, workspaceIds: [workspace, secondWorkspace] });
  const result = await runSuite({ baseUrl: service.url, apiKey, workspace, seed: 1 });
  await service.close();
  const page = await open.newPage({ viewport: { width: 1024, height: 480 } });
  await page.setContent(toHtmlReport(result));
  await page.screenshot({ path: path.resolve('docs/report.png') });
}

/** Sends requests like a client: most are valid, some are not, and one requests a specific response. */
async function sendRequests(send: ReturnType<typeof createSender>): Promise<void> {
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
