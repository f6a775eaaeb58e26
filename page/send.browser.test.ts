import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { parseHar } from '../gate/traffic/read-har.ts';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { type OpenPage, openPage, workspace } from '../test/support/page/open-page.ts';

const sites = `/v1/workspaces/${workspace}/sites`;

describeInChromium('requests that the page sends', () => {
  let browser: Browser;
  let opened: OpenPage;
  const rows = () => opened.page.locator('a.request');
  const press = (name: string) =>
    opened.page.getByRole('button', { name, exact: true }).first().click();
  const field = (name: string) => opened.page.locator(`[name="${name}"]`);
  const openSend = async (): Promise<void> => {
    await opened.page.getByRole('link', { name: 'Send', exact: true }).click();
    await opened.page.getByRole('heading', { level: 1, name: 'Send a request' }).waitFor();
  };
  const menu = async (label: string, entry: string): Promise<void> => {
    await opened.page.locator('summary', { hasText: label }).first().click();
    await press(entry);
  };
  const readClipboard = () => opened.page.evaluate(() => navigator.clipboard.readText());

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    opened = await openPage(browser);
    await opened.page.getByText('Live', { exact: true }).waitFor();
  });
  afterEach(async () => {
    await opened.close();
    // The browser itself says of each refusal that a resource was not loaded.
    const others = opened.complaints.filter((text) => !text.startsWith('Failed to load resource'));
    expect(others).toEqual([]);
  });

  test('start with the examples of the contract, and are validated while typing', async () => {
    const { page } = opened;
    await openSend();
    await page.getByText('✓ Valid').waitFor();
    expect(await field('workspaceId').inputValue()).toBe(workspace);
    expect(JSON.parse(await field('body').inputValue())).toEqual({ name: 'Harbour Café' });
    await field('body').fill('{ "name": 7 }');
    await page.getByText('Would be refused with 422.').waitFor();
    await page.locator('#check li', { hasText: '/name' }).waitFor();
    await field('body').fill('{ "name": ');
    await page.getByText('Would be refused with 400.').waitFor();
    await field('body').fill('{ "name": "Bakery" }');
    await page.getByText('✓ Valid').waitFor();
    await field('workspaceId').fill('nowhere');
    await page.locator('.field', { hasText: 'workspaceId' }).getByText('UUID').waitFor();
    // Nothing of this was sent.
    expect(opened.mock.journal.list()).toEqual([]);
  });

  test('show the response beside them, and link to the journal', async () => {
    const { page } = opened;
    await openSend();
    await field('body').fill('{ "name": "Bakery" }');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'no. 1 in the journal' }).waitFor();
    expect(await page.locator('.send .detail').innerText()).toMatch(/201[\s\S]+"Bakery"/);
    const [entry] = opened.mock.journal.list();
    expect(entry).toMatchObject({ operation: 'createSite', status: 201, session: 'default' });

    await field('operation').selectOption('listSites');
    expect(await field('body').count()).toBe(0);
    await field('limit').fill('1000');
    await page.locator('.field', { hasText: 'limit' }).getByText('100').waitFor();
    await field('limit').fill('5');
    await field('key').selectOption('none');
    await page.getByText('Would be refused with 401.').waitFor();
    await field('key').selectOption('mock');
    await field('session').fill('worker-1');
    await page.getByText('✓ Valid').waitFor();
    await press('Send');
    await page.getByRole('link', { name: 'no. 2 in the journal' }).waitFor();
    expect(opened.mock.journal.list()[1]).toMatchObject({ query: 'limit=5', session: 'worker-1' });
  });

  test('can be written from scratch', async () => {
    const { page } = opened;
    await openSend();
    await field('operation').selectOption({ label: 'Custom request' });
    // It starts as the request for the operation was.
    await page.getByText('✓ Valid').waitFor();
    expect(await field('method').inputValue()).not.toBe('');
    expect(await field('target').inputValue()).toMatch(/^\/v1\/[^{}]+$/);
    await field('method').selectOption('GET');
    await field('body').fill('');
    await field('target').fill('/v1/worspaces');
    await page.getByText('Would be refused with 404.').waitFor();
    await field('target').fill(`${sites}?limit=3`);
    await page.getByText('✓ Valid').waitFor();
    await page.locator('summary', { hasText: 'Headers' }).click();
    await field('headers').fill('Prefer: code=503');
    await press('Send');
    await page.locator('.send .detail', { hasText: '503' }).waitFor();
    await page.getByRole('link', { name: 'no. 1 in the journal' }).click();
    await page.getByRole('heading', { name: 'Response forced' }).waitFor();
    expect(await rows().first().innerText()).toContain('Prefer: code=503');
  });

  test('can be taken from the journal: repeated, edited and copied', async () => {
    const { page, createSite, url } = opened;
    await createSite('L’Étoile');
    await rows().first().click();
    await press('Send again');
    await page.getByText('Sent again: the response is 201.').waitFor();
    await rows().nth(1).waitFor();
    const [first, again] = opened.mock.journal.list();
    expect(again?.request.body).toEqual(first?.request.body);

    await menu('Copy as', 'fetch');
    await page.getByText('Copied the call of fetch.').waitFor();
    expect(await readClipboard()).toContain(`await fetch("${url}${sites}", {`);
    await menu('Copy as', 'HAR');
    await page.getByText('Copied the HTTP Archive.').waitFor();
    const [copied, ...others] = parseHar(await readClipboard(), 'clipboard');
    expect(others).toEqual([]);
    expect(copied).toMatchObject({
      method: 'POST',
      url: `${url}${sites}`,
      response: { status: 201 },
    });

    await press('Edit and send');
    await page.getByText('✓ Valid').waitFor();
    await field('body').fill('{"name":"Other"}');
    await press('Send');
    await page.getByRole('link', { name: 'no. 3 in the journal' }).waitFor();
    expect(opened.mock.journal.list()[2]?.request.body?.text).toBe('{"name":"Other"}');
  });

  test('get the same response next time, if requested', async () => {
    const { page, send, createSite } = opened;
    await send('POST', sites, { name: 7 });
    await createSite('Real');
    await rows().nth(1).waitFor();
    await rows().nth(1).click();
    await press('Repeat this response next time');
    await page.getByText('The next createSite gets the response of request 1.').waitFor();
    // The rule may differ from the response.
    await press('Edit the rule');
    await page.getByRole('heading', { name: 'Edit fault-1' }).waitFor();
    expect(await field('body').inputValue()).toContain('"pointer": "/name"');
    await field('headers').fill('Content-Type: application/problem+json\nRetry-After: 7');
    await press('Save rule');
    await page.getByText('Rule changed.').waitFor();
    const refused = await send('POST', sites, { name: 'Good' });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect((await send('POST', sites, { name: 'Good' })).status).toBe(201);
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.locator('a.request', { hasText: 'fault: ' }).waitFor();
  });

  test('can be exported as a HAR file, all or only those shown', async () => {
    const { page, createSite, send } = opened;
    await createSite('Harbour');
    await createSite('Garden');
    await send('GET', sites);
    await rows().nth(2).waitFor();
    await page.getByRole('searchbox').fill('CREATESITE');
    await page.getByText('2 of 3', { exact: true }).waitFor();
    const save = async (entry: string) => {
      const saving = page.waitForEvent('download');
      await menu('Export', entry);
      const download = await saving;
      expect(download.suggestedFilename()).toBe('requests.har');
      return parseHar(await readFile(await download.path(), 'utf8'), 'requests.har');
    };
    expect((await save('Shown requests as HAR')).map(({ method }) => method)).toEqual([
      'POST',
      'POST',
    ]);
    const all = await save('All requests as HAR');
    expect(all.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(JSON.stringify(all)).not.toContain('site-contract-key');
  });

  test('are shown without preflight requests, which are counted', async () => {
    const { page, createSite, send } = opened;
    await createSite('A');
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
    await send('OPTIONS', sites, undefined, headers);
    await page.getByText('1 preflight').waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByText('1 request', { exact: true }).waitFor();
    await page.getByLabel('1 preflight').check();
    await page.getByText('2 requests', { exact: true }).waitFor();
    expect(await rows().first().innerText()).toContain('OPTIONS');
  });

  test('reach the service behind a base path', async () => {
    await opened.close();
    opened = await openPage(browser, { listen: { basePath: '/api' } });
    await openSend();
    await opened.page.getByText('✓ Valid').waitFor();
    await press('Send');
    await opened.page.getByRole('link', { name: 'no. 1 in the journal' }).click();
    await menu('Copy as', 'curl');
    await opened.page.getByText('Copied the curl command.').waitFor();
    expect(await readClipboard()).toContain(`'${opened.url}${sites}'`);
    expect(opened.mock.journal.list()).toMatchObject([{ path: sites, status: 201 }]);
  });

  test('can be cancelled, and report a missing response', async () => {
    const { page, mock } = opened;
    await openSend();
    await page.getByText('✓ Valid').waitFor();
    // Chromium itself tries once more where a connection that it had was reset.
    mock.faults.add({ effect: { kind: 'reset' } });
    await press('Send');
    await page.getByText('No response: the connection was lost').waitFor();
    mock.faults.clear();
    mock.faults.add({ next: 1, effect: { kind: 'hang' } });
    await press('Send');
    await page.getByText('Waiting for the response…').waitFor();
    await press('Cancel');
    await page.getByText('The page stopped waiting for a response.').waitFor();
    await press('Send');
    await page.locator('.send .detail', { hasText: '201' }).waitFor();
  });

  test('have keys, which are listed and can be turned off', async () => {
    const { page, createSite } = opened;
    await createSite('A');
    await rows().first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await rows().first().click();
    await page.locator('#detail').waitFor();
    await page.keyboard.press('r');
    await page.getByText('Sent again: the response is 201.').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Copied the curl command.').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'Send a request' }).waitFor();
    await page.keyboard.press('3');
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    await page.keyboard.press('?');
    await page.getByLabel('Use single keys').uncheck();
    await press('Close');
    await page.keyboard.press('1');
    await page.keyboard.press('/');
    expect(await page.getByRole('searchbox').evaluate((each) => each.matches(':focus'))).toBe(
      false,
    );
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
  });
});
