import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { parseHar } from '../gate/traffic/read-har.ts';
import { describePage } from '../test/support/page/open-page.ts';
import { workspace } from '../test/support/page/send.ts';

const sites = `/v1/workspaces/${workspace}/sites`;

describePage('requests on the page of the mock', (open) => {
  async function openRequests() {
    const opened = await open();
    const { page } = opened;
    const rows = page.locator('a.request');
    const says = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const search = (text: string) => page.getByRole('searchbox').fill(text);
    return { ...opened, rows, says, search };
  }

  test('suggests a first request, and shows it as it arrives', async () => {
    const { page, rows, press, send, readClipboard } = await openRequests();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await press('Copy a curl command');
    await page.getByText('Copied the curl command.').waitFor();
    expect(await readClipboard()).toContain('Bearer site-contract-key');
    expect(await page.locator('pre').innerText()).not.toContain('site-contract-key');
    await press('Create site');
    await rows.first().waitFor();
    expect(await rows.innerText()).toMatch(/POST[\s\S]+\/v1\/workspaces\/7c9e…\/sites[\s\S]+201/);
    expect((await (await send('GET', sites)).json()).data).toHaveLength(1);
  });

  test("copies without a secure context, for example under a container's host name", async () => {
    const { page, press, readClipboard } = await openRequests();
    await page.evaluate(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false });
      navigator.clipboard.writeText = () => Promise.reject(new Error('not there'));
    });
    await press('Copy a curl command');
    await page.getByText('Copied the').waitFor();
    expect(await readClipboard()).toContain('-X POST');
    // Where a browser refuses, the mock is not blamed.
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    await press('Copy a curl command');
    await page.getByText('The browser did not allow copying').waitFor();
  });

  test('explains why each request was refused, field by field', async () => {
    const { page, rows, createSite, send } = await openRequests();
    const { id } = await createSite('A');
    await send('POST', `/v1/sites/${id}/routes`, {
      pathname: 'no-slash',
      localizedVariants: [{ locale: 'german', pathname: '/x' }, { pathname: '/y' }],
    });
    await send('GET', `${sites}?limit=200`, undefined, { authorization: 'Bearer x' });
    await send('GET', `${sites}?limit=200`);
    await rows.nth(3).waitFor();
    const places = page.getByRole('region', { name: 'Why' }).locator('li');
    for (const [row, want] of [
      [0, ['Parameter limit']],
      [1, ['Header Authorization']],
      [
        2,
        ['Body /localizedVariants/0/locale', 'Body /localizedVariants/1/locale', 'Body /pathname'],
      ],
    ] as const) {
      await rows.nth(row).click();
      await page.getByText(`no. ${4 - row}`, { exact: true }).waitFor();
      const texts = await places.allInnerTexts();
      expect(texts.map((text) => text.split(' ').slice(0, 2).join(' ')).sort()).toEqual(want);
    }
    const wrong = await page.locator('code.is-wrong').allInnerTexts();
    expect(wrong.map((line) => line.trim())).toEqual([
      '"pathname": "no-slash",',
      '"locale": "german",',
      '{',
    ]);
    await page.evaluate(() => {
      location.hash = '#/requests/99';
    });
    await page.getByRole('heading', { name: 'Request no. 99 is not in the journal' }).waitFor();
  });

  test('filters, pauses and clears the list', async () => {
    const { page, rows, says, search, createSite, send, press } = await openRequests();
    await createSite('Harbour');
    await createSite('Garden');
    await send('GET', sites);
    await send('GET', '/v1/nothing');
    const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
    await send('OPTIONS', sites, undefined, preflight);
    await rows.nth(3).waitFor();
    await search('harbour');
    await says('2 of 4');
    await page.getByRole('radio', { name: '4xx' }).check();
    await says('No request matches the filters.');
    await search('');
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('/v1/nothing')]);
    await page.getByRole('radio', { name: 'All' }).check();
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('listSites');
    expect(await rows.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('');
    await page.getByLabel('1 preflight').check();
    await says('5 requests');
    expect(await rows.first().innerText()).toContain('OPTIONS');

    await press('Pause');
    await createSite('Later');
    await says('5 requests, 1 newer');
    await press('Pause');
    await says('6 requests');
    await press('Clear');
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
  });

  test('selects with mouse and keyboard, and exports', async () => {
    const { page, rows, says, search, createSite, mock, press } = await openRequests();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await createSite(name);
    await rows.nth(4).waitFor();
    const box = (id: number) => page.getByRole('checkbox', { name: `Select request ${id},` });
    const save = async (names: readonly string[]): Promise<string> => {
      const saving = page.waitForEvent('download');
      for (const name of names) await press(name);
      return readFile(await (await saving).path(), 'utf8');
    };
    await says('None selected');
    await box(5).check();
    await box(3).click({ modifiers: ['Shift'] });
    await says('3 selected');
    await rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await says('2 selected');
    expect(page.url()).not.toContain('#/requests/');
    await search('five');
    await says('2 selected, 1 not shown');
    const shown = parseHar(await save(['Export ▾', 'Shown requests as HAR']), 'a');
    expect(shown).toHaveLength(1);
    const all = await save(['Export ▾', 'All requests as HAR']);
    expect(parseHar(all, 'b')).toHaveLength(5);
    expect(all).not.toContain('site-contract-key');
    const selected = JSON.parse(await save(['Export selected']));
    expect(selected.log.entries.map(({ _id }: { _id: number }) => _id)).toEqual([3, 5]);
    await says('Saved 2 requests.');

    await search('');
    await press('Clear selection');
    await rows.nth(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await says('3 selected');
    await page.keyboard.press('Shift+ArrowUp');
    await says('2 selected');
    expect([await box(4).isChecked(), await box(3).isChecked()]).toEqual([true, true]);
    await page.keyboard.press('ControlOrMeta+a');
    await says('5 selected');
    await page.keyboard.press('Escape');
    await says('None selected');
    await page.getByRole('checkbox', { name: 'Select all shown requests' }).check();
    await says('5 selected');
    mock.journal.clear();
    await createSite('Six');
    await press('Export selected');
    await page.getByText('Saved 0 requests. The journal no longer holds 5 of them').waitFor();
  });

  test('works with the keyboard, and announces new requests to screen readers', async () => {
    const { page, rows, says, createSite } = await openRequests();
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('href') ?? document.activeElement?.id ?? '',
      );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('main');
    await createSite('First');
    await createSite('Second');
    await rows.nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('first');
    await says('1 of 2');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('#/requests/1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await says('2 requests');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await says('no. 1');
    expect(await focused()).toBe('detail');
    await page.keyboard.press('Escape');
    await page.locator('#detail').waitFor({ state: 'detached' });
    expect(await focused()).toBe('#/requests/1');
    await page.getByText('2 requests. The last: POST').waitFor({ state: 'attached' });
  });

  test('sends a request again, edits it, and copies it', async () => {
    const { page, rows, createSite, mock, url, press, readClipboard } = await openRequests();
    await createSite('L’Étoile');
    await rows.first().click();
    await press('Send again');
    await page.getByText('Sent again: the response is 201.').waitFor();
    await rows.nth(1).waitFor();
    const [first, again] = mock.journal.list();
    expect(again?.request.body).toEqual(first?.request.body);
    for (const [entry, what] of [
      ['fetch', 'Copied the call of fetch.'],
      ['HAR', 'Copied the HTTP Archive.'],
      ['curl', 'Copied the curl command.'],
    ] as const) {
      await press('Copy as ▾');
      await press(entry);
      await page.getByText(what).waitFor();
      expect(await readClipboard()).toContain(url + sites);
    }
    await press('Edit and send');
    await page.locator('[name="body"]').fill('{"name":"Other"}');
    await press('Send');
    await page.getByRole('link', { name: 'no. 3 in the journal' }).waitFor();
    expect(mock.journal.list()[2]?.request.body?.text).toBe('{"name":"Other"}');
  });

  test.each([101, 8190])('shows a body that is nested %d levels deep as text', async (depth) => {
    const { mock, page, rows, readClipboard } = await openRequests();
    const body = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const headers = {
      authorization: `Bearer ${mock.apiKeys[0]}`,
      'content-type': 'application/json',
    };
    await mock.fetch(sites, { method: 'POST', headers, body });
    await rows.first().waitFor();
    await rows.first().click();
    const shown = page.getByRole('group', { name: 'Body' }).first();
    expect(await shown.innerText()).toBe(body);
    await page.keyboard.press('c');
    await page.getByText('Copied the curl command.').waitFor();
    expect(await readClipboard()).toContain('--data-raw');
  });

  test('repeats a response next time, which can be changed', async () => {
    const { page, rows, send, createSite, press, goTo } = await openRequests();
    await send('POST', sites, { name: 7 });
    await createSite('Real');
    await rows.nth(1).waitFor();
    await rows.nth(1).click();
    await press('Repeat this response next time');
    await page.getByText('The next createSite gets the response of request 1.').waitFor();
    await press('Edit the rule');
    await page.getByRole('heading', { name: 'Edit fault-1' }).waitFor();
    expect(await page.locator('[name="body"]').inputValue()).toContain('"pointer": "/name"');
    await page
      .locator('[name="headers"]')
      .fill('Content-Type: application/problem+json\nRetry-After: 7');
    await press('Save rule');
    await page.getByText('Rule changed.').waitFor();
    const refused = await send('POST', sites, { name: 'Good' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([422, '7']);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/name' }] });
    expect((await send('POST', sites, { name: 'Good' })).status).toBe(201);
    await goTo('Requests');
    await page.locator('a.request', { hasText: 'fault: ' }).waitFor();
  });
});
