import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { type OpenPage, openPage, workspace } from '../test/support/page/open-page.ts';

describeInChromium('requests on the page of the mock', () => {
  let browser: Browser;
  let opened: OpenPage;
  const rows = () => opened.page.locator('a.request');

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
    expect(opened.complaints).toEqual([]);
  });

  test('suggests a first request, and shows it as it arrives', async () => {
    const { page } = opened;
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await page.getByRole('button', { name: 'Create a site' }).click();
    await rows().first().waitFor();
    expect(await rows().innerText()).toMatch(/POST[\s\S]+\/v1\/workspaces\/7c9e…\/sites[\s\S]+201/);
    const { data } = await (await opened.send('GET', `/v1/workspaces/${workspace}/sites`)).json();
    expect(data).toHaveLength(1);
  });

  test('copies a shell command that works', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Copy a curl command' }).click();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line).toContain(`curl -X POST ${opened.url}/v1/workspaces/${workspace}/sites`);
    expect(line).toContain('Bearer site-contract-key');
    expect(await page.locator('pre').innerText()).not.toContain('site-contract-key');
  });

  test("copies without a secure context, for example under a container's host name", async () => {
    const { page } = opened;
    await page.evaluate(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false });
      navigator.clipboard.writeText = () => Promise.reject(new Error('not there'));
    });
    const button = page.getByRole('button', { name: 'Copy a curl command' });
    await button.click();
    await page.getByText('Copied the').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('curl -X POST');
    expect(await button.evaluate((each) => each.matches(':focus'))).toBe(true);
    // Where a browser refuses, the mock is not blamed.
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await button.click();
    await page.getByText('The browser did not allow copying').waitFor();
  });

  test('says that a linked request is no longer in the journal', async () => {
    const { page, createSite } = opened;
    await createSite('A');
    await rows().first().waitFor();
    await page.evaluate(() => {
      location.hash = '#/requests/99';
    });
    await page.getByRole('heading', { name: 'Request no. 99 is not in the journal' }).waitFor();
    await page.getByRole('link', { name: 'Close request' }).click();
    await page.locator('#detail').waitFor({ state: 'detached' });
  });

  test('explains for each request why it was refused, field by field', async () => {
    const { page, createSite, send } = opened;
    const { id } = await createSite('A');
    await send('POST', `/v1/sites/${id}/routes`, {
      pathname: 'no-slash',
      localizedVariants: [{ locale: 'german', pathname: '/x' }, { pathname: '/y' }],
    });
    await rows().nth(1).waitFor();
    await rows().first().click();
    const places = page.getByRole('region', { name: 'Why' }).locator('li code');
    await places.first().waitFor();
    expect((await places.allInnerTexts()).sort()).toEqual([
      '/localizedVariants/0/locale',
      '/localizedVariants/1/locale',
      '/pathname',
    ]);
    const wrong = page.locator('.line.is-wrong');
    expect((await wrong.allInnerTexts()).map((line) => line.trim())).toEqual([
      '"pathname": "no-slash",',
      '"locale": "german",',
      '{',
    ]);
    await page.locator('#detail summary', { hasText: 'Copy as' }).click();
    await page.getByRole('button', { name: 'curl', exact: true }).click();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line).toContain(`--data-raw '{"pathname":"no-slash"`);
  });

  test('names invalid parameters and headers', async () => {
    const { page, send } = opened;
    await send('GET', `/v1/workspaces/${workspace}/sites?limit=200&after=x`);
    await rows().first().click();
    const places = page.getByRole('region', { name: 'Why' }).getByRole('listitem');
    await places.first().waitFor();
    expect((await places.allInnerTexts()).map((text) => text.split(' ').slice(0, 2))).toEqual([
      ['Parameter', 'limit'],
      ['Parameter', 'after'],
    ]);
    await send('GET', `/v1/workspaces/${workspace}/sites`, undefined, {
      authorization: 'Bearer x',
    });
    await rows().nth(1).waitFor();
    await rows().first().click();
    await page.getByText('Header Authorization').waitFor();
  });

  test('filters by text, status and operation, and pauses the list', async () => {
    const { page, createSite, send } = opened;
    await createSite('Harbour');
    await createSite('Garden');
    await send('GET', `/v1/workspaces/${workspace}/sites`);
    await send('GET', '/v1/nothing');
    await rows().nth(3).waitFor();
    await page.getByRole('searchbox').fill('harbour');
    await page.getByText('2 of 4', { exact: true }).waitFor();
    await page.getByRole('radio', { name: '4xx' }).check();
    await page.getByText('No request matches the filters.').waitFor();
    await page.getByRole('searchbox').fill('');
    expect(await rows().allInnerTexts()).toEqual([expect.stringContaining('/v1/nothing')]);
    await page.getByRole('radio', { name: 'All' }).check();
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('listSites');
    expect(await rows().count()).toBe(1);
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('');

    await page.getByRole('button', { name: 'Pause' }).click();
    await createSite('Later');
    await page.getByText('4 requests, 1 newer').waitFor();
    expect(await rows().count()).toBe(4);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await rows().count()).toBe(5);
  });

  test('selects with mouse and keyboard, and exports the selection', async () => {
    const { page, createSite, mock } = opened;
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await createSite(name);
    await rows().nth(4).waitFor();
    const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const box = (id: number) => page.getByRole('checkbox', { name: `Select request ${id},` });
    await says('None selected');
    await box(5).check();
    await box(3).click({ modifiers: ['Shift'] });
    await says('3 selected');
    await rows()
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] });
    await says('2 selected');
    expect(page.url()).not.toContain('#/requests/');
    await page.getByRole('searchbox').fill('five');
    await says('2 selected, 1 not shown');
    await page.getByRole('searchbox').fill('');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export selected' }).click();
    const archive = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    expect(archive.log.entries.map(({ _id }: { _id: number }) => _id)).toEqual([3, 5]);
    await says('Saved 2 requests.');

    await page.getByRole('button', { name: 'Clear selection' }).click();
    await says('None selected');
    await rows().nth(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await says('3 selected');
    await page.keyboard.press('Shift+ArrowUp');
    await says('2 selected');
    expect(await box(4).isChecked()).toBe(true);
    expect(await box(3).isChecked()).toBe(true);
    await page.keyboard.press('ControlOrMeta+a');
    await says('5 selected');
    await page.keyboard.press('Escape');
    await says('None selected');
    await page.getByRole('checkbox', { name: 'Select all shown requests' }).check();
    await says('5 selected');
    mock.journal.clear();
    await createSite('Six');
    await page.getByRole('button', { name: 'Export selected' }).click();
    await page.getByText('Saved 0 requests. The journal no longer holds 5 of them').waitFor();
  });

  test('empties the journal', async () => {
    const { page, createSite } = opened;
    await createSite('A');
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
  });

  test('works with the keyboard, and announces new requests to screen readers', async () => {
    const { page, createSite } = opened;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await createSite('First');
    await createSite('Second');
    await rows().nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('first');
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(await focused()).toBe('#/requests/1');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('searchbox').evaluate((each) => each.matches(':focus'))).toBe(true);
    await page.getByRole('searchbox').fill('');
    await rows().first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('no. 1', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('detail');
    await page.keyboard.press('Escape');
    await page.locator('#detail').waitFor({ state: 'detached' });
    expect(await focused()).toBe('#/requests/1');
    await rows().first().click();
    await page.getByRole('link', { name: 'Close request' }).click();
    await page.locator('#detail').waitFor({ state: 'detached' });
    await page.getByText('2 requests. The last: POST').waitFor({ state: 'attached' });
  });

  test('updates rows as the search changes, except the focused one', async () => {
    const { page, createSite } = opened;
    for (const name of ['First', 'Second', 'Third']) await createSite(name);
    await rows().nth(2).waitFor();
    const search = async (text: string, count: string) => {
      await page.evaluate((value) => {
        const field = document.querySelector('main input[type="search"]');
        if (!(field instanceof HTMLInputElement)) throw new Error('no search');
        field.value = value;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, text);
      await page.getByText(count, { exact: true }).waitFor();
      return rows().evaluateAll((all) => all.map((row) => row.getAttribute('href')));
    };
    expect(await search('second', '1 of 3')).toEqual(['#/requests/2']);
    const second = await rows().first().elementHandle();
    expect(await search('', '3 requests')).toHaveLength(3);
    expect(await second?.getAttribute('href')).toBe('#/requests/2');
    await search('second', '1 of 3');
    // It says "1 of 3" before and after.
    await search('third', '1 of 3');
    await page.locator('a[href="#/requests/3"]').waitFor();
    expect(await second?.getAttribute('href')).toBe('#/requests/3');
    await page.locator('a[href="#/requests/3"]').focus();
    await search('first', '1 of 3');
    await page.locator('a[href="#/requests/1"]').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('hides and copies the key of a site', async () => {
    const { page, createSite } = opened;
    const { apiKey } = await createSite('Secretive');
    await rows().first().click();
    await page.locator('#detail').getByText('"apiKey"').waitFor();
    expect(await page.locator('#app').innerText()).not.toContain(apiKey);
    await page.getByRole('link', { name: 'Data' }).click();
    await page.locator('a.datum', { hasText: 'Secretive' }).click();
    await page.getByRole('button', { name: 'Copy the site key' }).waitFor();
    expect(await page.locator('#app').innerText()).not.toContain(apiKey);
    await page.getByRole('button', { name: 'Copy the site key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
  });
});
