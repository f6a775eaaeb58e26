import { expect, test } from '@jest/globals';
import { describePage } from '../test/support/page/open-page.ts';
import { workspace } from '../test/support/page/send.ts';

const sites = `/v1/workspaces/${workspace}/sites`;

describePage('requests that the page sends', (open) => {
  async function openSend() {
    const opened = await open();
    const { page, goTo } = opened;
    await goTo('Send');
    await page.getByText('✓ Valid').waitFor();
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const isRefused = (status: number) =>
      page.getByText(`Would be refused with ${status}.`).waitFor();
    return { ...opened, field, isRefused };
  }

  test('start with the examples of the contract, and are checked while typing', async () => {
    const { page, field, isRefused, mock } = await openSend();
    expect(await field('workspaceId').inputValue()).toBe(workspace);
    expect(JSON.parse(await field('body').inputValue())).toEqual({ name: 'Harbour Café' });
    await field('body').fill('{ "name": 7 }');
    await isRefused(422);
    await page.locator('#check li', { hasText: '/name' }).waitFor();
    await field('body').fill('{ "name": ');
    await isRefused(400);
    await field('body').fill('{ "name": "Bakery" }');
    await page.getByText('✓ Valid').waitFor();
    await field('workspaceId').fill('nowhere');
    await page.locator('.field', { hasText: 'Workspace ID' }).getByText('UUID').waitFor();
    // Nothing of this was sent.
    expect(mock.journal.list()).toEqual([]);
  });

  test('show the response beside them, and link to the journal', async () => {
    const { page, field, isRefused, mock, press } = await openSend();
    await field('body').fill('{ "name": "Bakery" }');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'no. 1 in the journal' }).waitFor();
    expect(await page.locator('.detail').innerText()).toMatch(/201[\s\S]+"Bakery"/);
    await field('operation').selectOption('listSites');
    expect(await field('body').count()).toBe(0);
    await field('limit').fill('1000');
    await page.locator('.field', { hasText: 'limit' }).getByText('100').waitFor();
    await field('limit').fill('5');
    await field('key').selectOption('none');
    await isRefused(401);
    await field('key').selectOption('mock');
    await field('session').fill('worker-1');
    await page.getByText('✓ Valid').waitFor();
    await press('Send');
    await page.getByRole('link', { name: 'no. 2 in the journal' }).waitFor();
    expect(mock.journal.list()).toMatchObject([
      { operation: 'createSite', status: 201, session: 'default' },
      { query: 'limit=5', session: 'worker-1' },
    ]);
  });

  test('can be written from scratch', async () => {
    const { page, field, isRefused, press } = await openSend();
    await field('operation').selectOption({ label: 'Custom request' });
    // It starts as the request for the operation was.
    expect(await field('method').inputValue()).toBe('POST');
    expect(await field('target').inputValue()).toBe(sites);
    await field('method').selectOption('GET');
    await field('body').fill('');
    await field('target').fill('/v1/worspaces');
    await isRefused(404);
    await field('target').fill(`${sites}?limit=3`);
    await page.getByText('✓ Valid').waitFor();
    await page.locator('summary', { hasText: 'Headers' }).click();
    await field('headers').fill('Prefer: code=503');
    await press('Send');
    await page.locator('.detail', { hasText: '503' }).waitFor();
    await page.getByRole('link', { name: 'no. 1 in the journal' }).click();
    await page.getByRole('heading', { name: 'Response forced' }).waitFor();
    expect(await page.locator('a.request').innerText()).toContain('Prefer: code=503');
  });

  test('can be cancelled, and report a missing response', async () => {
    const { page, mock, press } = await openSend();
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
    await page.locator('.detail', { hasText: '201' }).waitFor();
  });
});
