import { expect, test } from '@jest/globals';
import { createDemoFixture } from '../mock/index.ts';
import { loadTestContract } from '../test/support/load-test-contract.ts';
import { describePage } from '../test/support/page/open-page.ts';

describePage('the page of another contract', (open) => {
  async function openLibrary(width = 1280) {
    const contract = await loadTestContract('library');
    const contents = createDemoFixture(1, { contract, records: 2 });
    const opened = await open({ contract, contents, viewport: { width, height: 800 } });
    const field = (name: string) => opened.page.locator(`#detail [name="${name}"]`).first();
    const list = async (kind: string) => {
      const { contents: stored } = await opened.mock.snapshot();
      return stored.filter((record) => record.kind === kind);
    };
    return { ...opened, field, list };
  }

  test('shows its records as a tree, and edits, adds and deletes them, with undo', async () => {
    const { page, goTo, press, field, list } = await openLibrary();
    await goTo('Data');
    await page.getByRole('heading', { level: 2, name: 'Branches' }).waitFor();
    await page.locator('a.datum').first().click();
    await press('Edit');
    await field('city').fill('Kiel');
    await press('Save');
    await page.getByText('Changed the branch.').waitFor();
    expect((await list('branch'))[0]?.value).toMatchObject({ id: 1, city: 'Kiel' });
    await press('Undo');
    await page.getByText('Undone: Changed the branch.').waitFor();
    expect((await list('branch'))[0]?.value).not.toMatchObject({ city: 'Kiel' });

    const shelves = (await list('shelf')).length;
    await page.locator('#detail').getByRole('link', { name: 'Add shelf' }).click();
    await field('label').fill('Z');
    await press('Add shelf');
    await page.getByText('Added the shelf.').waitFor();
    expect((await list('shelf')).at(-1)).toMatchObject({ parent: '1', value: { label: 'Z' } });
    await press('Delete');
    await page.getByText('Deleted the shelf Z.').waitFor();
    expect(await list('shelf')).toHaveLength(shelves);
  });

  test('asks nothing about the built-in service, and shows no events', async () => {
    const { page, goTo } = await openLibrary();
    await goTo('Contract');
    const questions = page.locator('section[aria-labelledby="assumptions"] th[scope="row"]');
    await questions.first().waitFor();
    const texts = await questions.allInnerTexts();
    expect(texts.join()).toContain('uuid-version');
    expect(texts.join()).not.toMatch(/host-url|workspace|webhook|pathname/);
    expect(await page.locator('nav').innerText()).not.toContain('Events');
  });

  test('sends requests with the credential of the contract, and labels fields with words', async () => {
    const { page, goTo, press, mock } = await openLibrary();
    await goTo('Data');
    await page.locator('a.datum').first().click();
    await press('getBranch…');
    await press('Send');
    await page.getByText('200').first().waitFor();
    expect(mock.journal.list()).toMatchObject([
      { operation: 'getBranch', path: '/branches/1', status: 200 },
    ]);
    await goTo('Data');
    await page.locator('a.datum').first().click();
    await press('Edit');
    const labels = await page.locator('#detail label').allInnerTexts();
    expect(labels).toContain('Open since required');
    expect(labels.join()).not.toContain('optional');
  });

  test('shows what was understood of the contract, on a narrow screen as well', async () => {
    const { page, goTo } = await openLibrary(400);
    await goTo('Contract');
    const branch = page.locator('tr', { hasText: '/branches/{branchId}' }).first();
    await branch.getByText('certain').waitFor();
    const operation = page.locator('tr', { hasText: 'listBranches' }).first();
    await operation.getByText('list branch').waitFor();
    await operation.getByText('GET on a collection').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  });

  test('marks responses that do not come from stored records', async () => {
    const { page, send } = await openLibrary();
    await send('GET', '/settings');
    await send('GET', '/statistics', undefined, { 'X-Library-Key': 'site-contract-key' });
    await page.getByText('example of the document').waitFor();
  });
});
