import { expect, test } from '@jest/globals';
import type { FileChooser } from 'playwright-core';
import { describePage } from '../test/support/page/open-page.ts';
import { token, workspace } from '../test/support/page/send.ts';

describePage('the data on the page', (open) => {
  async function openData() {
    const opened = await open();
    await opened.goTo('Data');
    const field = (name: string) => opened.page.locator(`#detail [name="${name}"]`).first();
    const list = async (kind: string) => {
      const { contents } = await opened.mock.snapshot();
      return contents.filter((record) => record.kind === kind);
    };
    return { ...opened, field, list };
  }

  test('a site is added with a form derived from the contract', async () => {
    const { page, mock, press, field, list } = await openData();
    await page.getByRole('link', { name: 'Add site' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    await press('Add site');
    await page.getByText('is required').waitFor();
    await field('hostUrl').fill('no host');
    await page.getByText('must be an absolute URI').waitFor();
    await field('name').fill('Bakery');
    await page.getByText('is required').waitFor({ state: 'detached' });
    await press('Add site');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'hostUrl');
    // Faults are shown at their fields only.
    expect(await page.locator('.notice').count()).toBe(0);
    await field('hostUrl').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Added the site.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Bakery' }).waitFor();
    expect(await list('site')).toMatchObject([{ value: { name: 'Bakery' } }]);
    // An edit is not a request.
    expect(mock.journal.list()).toEqual([]);
    await press('Undo');
    await page.getByText('Undone: Added the site.').waitFor();
    expect(await list('site')).toEqual([]);
    await press('Redo');
    await page.getByText('Redone: Added the site.').waitFor();
    expect(await list('site')).toMatchObject([{ value: { name: 'Bakery' } }]);
  });

  test('renaming and deleting update every open page, and can be undone', async () => {
    const { page, url, createSite, send, press, field } = await openData();
    await createSite('First');
    const { id } = await createSite('Second');
    await createSite('Third');
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/kept' });
    const other = await page.context().newPage();
    await other.goto(`${url}/__mock/#token=${token}`);
    await other.getByRole('link', { name: 'Data' }).click();
    const names = () => other.locator('.datum .name').allInnerTexts();
    const row = (text: string) => other.locator('a.datum', { hasText: text });

    await page.locator('a.datum', { hasText: 'Second' }).click();
    await page.locator('#detail').waitFor();
    await page.keyboard.press('e');
    await field('name').fill('Renamed');
    await press('Save');
    await page.getByText('Changed the site Second.').waitFor();
    // The form was removed, and the keyboard focus is still where it was.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('detail');
    await row('Renamed').waitFor();
    expect(await names()).toEqual(['First', 'Renamed', 'Third']);
    await page.keyboard.press('Delete');
    await page.getByText('Deleted the site Renamed.').waitFor();
    await row('Renamed').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row('1 route').waitFor();
    expect(await names()).toEqual(['First', 'Renamed', 'Third']);
    await page.keyboard.press('Control+z');
    await row('Second').waitFor();
  });

  test('routes and localized variants can be edited in place', async () => {
    const { page, createSite, press, field, list } = await openData();
    const { id, apiKey } = await createSite('A');
    await page.locator('a.datum').first().click();
    await press('Add route');
    await field('pathname').fill('menu');
    await page.getByText('must start with a slash').waitFor();
    await field('pathname').fill('/men%C3%BC');
    await press('Add localized variant');
    await page.getByLabel('locale').fill('de-DE');
    await page.locator('.item').getByText('is required').last().waitFor();
    await page.locator('.item').getByLabel('pathname').fill('/karte');
    await page.locator('.wrong:not(:empty)').first().waitFor({ state: 'detached' });
    await press('Add route');
    await page.getByText('Added the route.').waitFor();
    expect(await list('route')).toMatchObject([
      { parent: id, value: { localizedVariants: [{ locale: 'de-DE', pathname: '/karte' }] } },
    ]);
    await press('Edit /menü');
    await press('Remove localized variant 1');
    await press('Save');
    await page.getByText('Changed the route /menü.').waitFor();
    expect(await list('route')).toMatchObject([{ value: { localizedVariants: [] } }]);
    await press('Delete /menü');
    await page.getByText('No routes.').waitFor();
    // The key of a site is copied, but not shown.
    expect(await page.locator('#app').innerText()).not.toContain(apiKey);
    await page.getByRole('button', { name: /^Copy the site key/ }).click();
    await page.getByText('Copied the site key.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
    await press('createRoute…');
    await page.getByRole('heading', { level: 1, name: 'Send a request' }).waitFor();
    expect(await page.locator('[name="siteId"]').inputValue()).toBe(id);
  });

  test('webhooks can be changed, although no operation of the contract does so', async () => {
    const { page, press, field, list } = await openData();
    await page.getByRole('link', { name: 'Add webhook' }).click();
    await field('url').fill('ftp://x');
    await page.locator('.wrong', { hasText: 'must' }).first().waitFor();
    await field('url').fill('https://hooks.example.com/a');
    await field('eventType').selectOption('page.deleted');
    await press('Add webhook');
    await page.getByText('Added the webhook.').waitFor();
    await press('Edit the webhook');
    await field('eventType').selectOption('site.published');
    await press('Save');
    await page.getByText('Changed the webhook').waitFor();
    expect(await list('webhook')).toMatchObject([
      { value: { workspaceId: workspace, eventType: 'site.published' } },
    ]);
    await press('Delete the webhook');
    await page.getByText('Deleted the webhook').waitFor();
    expect(await list('webhook')).toEqual([]);
  });

  test('can be searched, and moved through with the keyboard', async () => {
    const { page, createSite, send } = await openData();
    const { id } = await createSite('Harbour');
    for (const name of ['Garden', 'Bakery']) await createSite(name);
    const localizedVariants = [{ locale: 'de-DE', pathname: '/speisekarte' }];
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/menu', localizedVariants });
    await page.getByText('3 sites, 1 route, 0 webhooks').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.locator('a.datum:focus', { hasText: 'Bakery' }).waitFor();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('speise');
    await page.getByText('1 site, 1 route, 0 webhooks').waitFor();
    await page.locator('a.datum', { hasText: 'Harbour' }).click();
    await page.getByText('/speisekarte').waitFor();
  });

  test('can be saved as a file and loaded again, with an error if it is invalid', async () => {
    const { page, mock, createSite, press, list } = await openData();
    const { id } = await createSite('Kept in a file');
    await page.getByText('Kept in a file').waitFor();
    const saving = page.waitForEvent('download');
    await press('Fixture ▾');
    await press('Save as file');
    const download = await saving;
    expect(download.suggestedFilename()).toBe('fixture.json');
    const file = await download.path();
    await mock.reset();
    await page.getByText('No data yet.').waitFor();
    const load = async (files: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await press('Fixture ▾');
      await press('Load a file…');
      await (await choosing).setFiles(files);
    };
    await load(file);
    await page.getByText('A reset restores the initial data.').waitFor();
    expect(await list('site')).toMatchObject([{ value: { id } }]);
    const toFile = (text: string) => ({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await load(toFile('{"workspaces":'));
    await page.getByText('“mine.json” is not valid JSON.').waitFor();
    await load(toFile(`{"workspaces":[{"id":"${workspace}","sites":[{"name":7}]}]}`));
    await page.getByText('/workspaces/0/sites/0/name').waitFor();
    expect(await list('site')).toHaveLength(1);
  });
});
