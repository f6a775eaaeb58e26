import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { assume } from '../test/support/assume.ts';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { type OpenPage, openPage, token, workspace } from '../test/support/page/open-page.ts';

describeInChromium('the data on the page', () => {
  let browser: Browser;
  let opened: OpenPage;
  const press = (name: string) =>
    opened.page.getByRole('button', { name, exact: true }).first().click();
  const goToData = async (page: Page): Promise<void> => {
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
  };
  const readSites = async () => (await opened.mock.snapshot()).contents.sites;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    opened = await openPage(browser);
    await goToData(opened.page);
  });
  afterEach(async () => {
    await opened.close();
    const others = opened.complaints.filter((text) => !text.startsWith('Failed to load resource'));
    expect(others).toEqual([]);
  });

  test('a site is added with a form derived from the contract', async () => {
    const { page, mock } = opened;
    await page.getByRole('link', { name: 'Add site' }).click();
    await page.getByLabel('name').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await page.getByLabel('hostUrl').fill('no host');
    await page.getByText('must be an absolute URI').waitFor();
    await page.getByText('is required').waitFor();
    await page.getByLabel('hostUrl').fill('');
    await page.getByLabel('name').fill('Bakery');
    await page.getByText('is required').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByText('Added the site.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Bakery' }).waitFor();
    expect(await readSites()).toMatchObject([{ site: { name: 'Bakery' } }]);
    // What is done by hand is no request.
    expect(mock.journal.list()).toEqual([]);
    await press('Undo');
    await page.getByText('Undone: Added the site.').waitFor();
    expect(await readSites()).toEqual([]);
    await press('Redo');
    await page.getByText('Redone: Added the site.').waitFor();
    expect(await readSites()).toMatchObject([{ site: { name: 'Bakery' } }]);
  });

  test('errors are shown only below their fields', async () => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Add site' }).click();
    await page.getByLabel('name').waitFor();
    await press('Add site');
    await page.getByText('is required').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    await page.getByLabel('name').fill('Bakery');
    await page.getByLabel('hostUrl').fill('no host');
    await press('Add site');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'hostUrl');
    expect(await page.locator('.notice').count()).toBe(0);
  });

  test('renaming and deleting update every open page, and can be undone', async () => {
    const { page, url, createSite, send } = opened;
    await createSite('First');
    const { id } = await createSite('Second');
    await createSite('Third');
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/kept' });
    const other = await page.context().newPage();
    await other.goto(`${url}/__mock/#token=${token}`);
    await goToData(other);
    const names = () => other.locator('.datum .name').allInnerTexts();

    await page.locator('a.datum', { hasText: 'Second' }).click();
    await page.locator('#detail').waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('name').fill('Renamed');
    await press('Save');
    await page.getByText('Changed the site “Second”.').waitFor();
    // The form is gone, and whoever uses the keyboard is still where it was.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('detail');
    await other.locator('a.datum', { hasText: 'Renamed' }).waitFor();
    expect(await names()).toEqual(['First', 'Renamed', 'Third']);

    await press('Delete the site');
    await page.getByText('Deleted the site “Renamed”.').waitFor();
    await other.locator('a.datum', { hasText: 'Renamed' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await other.locator('a.datum', { hasText: '1 route' }).waitFor();
    expect(await names()).toEqual(['First', 'Renamed', 'Third']);
    await page.keyboard.press('Control+z');
    await other.locator('a.datum', { hasText: 'Second' }).waitFor();
    await other.close();
  });

  test('routes and localized variants can be edited in place', async () => {
    const { page, createSite, mock } = opened;
    const { id } = await createSite('A');
    await page.locator('a.datum').first().click();
    await press('Add route');
    await page.getByLabel('pathname').first().fill('menu');
    await page.getByText('must start with a slash').waitFor();
    await page.getByLabel('pathname').first().fill('/menu');
    await press('Add localizedVariant');
    await page.getByLabel('locale').fill('german');
    await page.locator('.item').getByText('is required').last().waitFor();
    await page.getByLabel('locale').fill('de-DE');
    await page.locator('.item').getByLabel('pathname').fill('/karte');
    await page.locator('.wrong:not(:empty)').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add route' }).click();
    await page.getByText('Added the route.').waitFor();
    const readRoutes = async () => (await mock.snapshot()).contents.routes;
    expect(await readRoutes()).toMatchObject([
      { siteId: id, route: { localizedVariants: [{ locale: 'de-DE', pathname: '/karte' }] } },
    ]);
    await press('Edit /menu');
    await press('Remove localizedVariant 1');
    await press('Save');
    await page.getByText('Changed the route /menu.').waitFor();
    expect(await readRoutes()).toMatchObject([{ route: { localizedVariants: [] } }]);
    await press('Delete /menu');
    await page.getByText('No routes.').waitFor();
    expect(await readRoutes()).toEqual([]);
    await press('createRoute…');
    await page.getByRole('heading', { level: 1, name: 'Send a request' }).waitFor();
    expect(await page.locator('[name="siteId"]').inputValue()).toBe(id);
  });

  test('webhooks can be changed, although no operation of the contract does so', async () => {
    const { page, mock } = opened;
    await page.getByRole('link', { name: 'Add webhook' }).click();
    await page.getByLabel('url').fill('ftp://x');
    await page.locator('.wrong', { hasText: 'must' }).first().waitFor();
    await page.getByLabel('url').fill('https://hooks.example.com/a');
    await page.getByLabel('eventType').selectOption('page.deleted');
    await press('Add webhook');
    await page.getByText('Added the webhook.').waitFor();
    await press('Edit the webhook');
    await page.getByLabel('eventType').selectOption('site.published');
    await press('Save');
    await page.getByText('Changed the webhook').waitFor();
    const readWebhooks = async () => (await mock.snapshot()).contents.webhooks;
    expect(await readWebhooks()).toMatchObject([
      { webhook: { workspaceId: workspace, eventType: 'site.published' } },
    ]);
    await press('Delete the webhook');
    await page.getByText('Deleted the webhook').waitFor();
    expect(await readWebhooks()).toEqual([]);
  });

  test('a conflict is refused as the service would', async () => {
    const { page, mock, send, createSite } = opened;
    mock.useContract(assume({ 'unique-pathname': 'refused' }));
    const { id } = await createSite('A');
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/a' });
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/b' });
    await page.locator('a.datum', { hasText: '2 routes' }).click();
    await press('Edit /b');
    await page.getByLabel('pathname').first().fill('/a');
    await press('Save');
    await page.locator('.notice.is-bad', { hasText: 'already has the pathname /a' }).waitFor();
    // What was typed is still there, to be put right.
    expect(await page.getByLabel('pathname').first().inputValue()).toBe('/a');
  });

  test('only visible rows are rendered, and the keyboard reaches all of them', async () => {
    const { page, mock } = opened;
    const { contents, settings } = await mock.snapshot();
    const sites = Array.from({ length: 3000 }, (_, at) => ({
      workspaceId: workspace,
      locale: undefined,
      site: {
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        name: `Site ${at}`,
        hostUrl: null,
        apiKey: '00000000-0000-4000-8000-000000000000',
      },
    }));
    await mock.restore({ contents: { ...contents, sites }, settings });
    await page.reload();
    await page.getByText('3000 sites').waitFor();
    expect(await page.locator('[data-at]').count()).toBeLessThan(60);
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.locator('a.datum:focus', { hasText: 'Site 2999' }).waitFor();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('a.datum:focus').innerText()).toMatch(/Site 29\d\d/);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    expect(await page.getByRole('searchbox').evaluate((each) => each.matches(':focus'))).toBe(true);
    await page.getByRole('searchbox').fill('site 1234');
    await page.locator('a.datum', { hasText: 'Site 1234' }).waitFor();
    expect(await page.locator('a.datum').count()).toBe(1);
  });
});
