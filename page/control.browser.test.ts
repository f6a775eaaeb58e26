import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, FileChooser } from 'playwright-core';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { type OpenPage, openPage, token, workspace } from '../test/support/page/open-page.ts';
import { startReceiver } from '../test/support/receiver.ts';
import { respond } from '../test/support/webhooks/bench.ts';
import { verify } from '../test/support/webhooks/verify.ts';

describeInChromium('the controls of the page', () => {
  let browser: Browser;
  let opened: OpenPage;
  const sites = `/v1/workspaces/${workspace}/sites`;
  const goTo = async (name: string): Promise<void> => {
    await opened.page.getByRole('link', { name }).click();
    await opened.page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const combobox = (name: string) => opened.page.getByRole('combobox', { name, exact: true });
  const press = (name: string) => opened.page.getByRole('button', { name, exact: true }).click();

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

  test('a switch makes every request fail, and the page says so', async () => {
    const { page, send } = opened;
    await goTo('Faults');
    const unavailable = page.getByRole('switch', { name: 'Unavailable' });
    await unavailable.click();
    await page.getByRole('switch', { name: 'Unavailable', checked: true }).waitFor();
    expect((await send('GET', sites)).status).toBe(503);
    await page.getByText('applied to 1 request ').waitFor();
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.locator('a.request').click();
    await page.getByRole('heading', { name: 'Fault injected' }).waitFor();
    await goTo('Faults');
    await unavailable.click();
    await page.getByRole('switch', { name: 'Unavailable', checked: false }).waitFor();
    expect((await send('GET', sites)).status).toBe(201);
  });

  test('the delay of responses can be chosen', async () => {
    const { page, mock } = opened;
    await goTo('Faults');
    const rules = page.getByRole('region', { name: 'Active rules' });
    await page.getByRole('radio', { name: '300 ms' }).check({ force: true });
    await rules.getByText('300 ms later').waitFor();
    await page.getByRole('radio', { name: '1 s' }).check({ force: true });
    await rules.getByText('1000 ms later').waitFor();
    expect(mock.faults.list()).toHaveLength(1);
    await page.getByRole('radio', { name: 'Off' }).check({ force: true });
    await rules.getByText('No rules are active.').waitFor();
    expect(mock.faults.list()).toEqual([]);
  });

  test('a custom fault rule can be added', async () => {
    const { page, mock } = opened;
    await goTo('Faults');
    await combobox('Operation').selectOption('createSite');
    await combobox('Effect').selectOption('Rate limit');
    expect(await page.getByRole('spinbutton', { name: 'Status' }).isVisible()).toBe(false);
    await page.getByRole('spinbutton', { name: 'Requests', exact: true }).fill('2');
    await page.getByLabel('Only the next … requests').fill('4');
    await page.getByLabel('Probability in %').fill('50');
    await press('Add rule');
    await page.getByText('createSite · the next 4 · 50 % of the time').waitFor();
    expect(mock.faults.list()).toMatchObject([
      {
        operation: 'createSite',
        next: 4,
        probability: 0.5,
        effect: { kind: 'rateLimit', requests: 2, windowMs: 10_000 },
      },
    ]);
    await press('Remove all');
    await page.getByText('No rules are active.').waitFor();
  });

  test('an event can be triggered, and its delivery followed', async () => {
    const { page, send } = opened;
    const receiver = await startReceiver(respond(204));
    await send('POST', `/v1/workspaces/${workspace}/webhooks`, {
      url: receiver.url,
      eventType: 'page.updated',
    });
    await goTo('Events');
    await page.getByText(receiver.url).first().waitFor();
    expect(await combobox('Event').inputValue()).toBe('page.updated');
    await page.getByLabel('Data').fill('{"pageId":');
    await press('Send');
    await page.getByText('The data is not valid JSON.').waitFor();
    await page.getByLabel('Data').fill('{"pageId":"home"}');
    await press('Send');
    await page.locator('.delivery.is-delivered').waitFor();
    expect(receiver.received.map(({ body }) => body)).toEqual([
      expect.stringContaining('"pageId":"home"'),
    ]);
    await page.locator('.delivery summary').click();
    await press('Send again');
    await page.getByText('2 attempts').waitFor();
    await receiver.close();
  });

  test('a failed delivery and the secret of its webhook are shown', async () => {
    const { page, send } = opened;
    const receiver = await startReceiver(respond(503, 204));
    await send('POST', `/v1/workspaces/${workspace}/webhooks`, {
      url: receiver.url,
      eventType: 'site.published',
    });
    await page.request.post(`${opened.url}/__mock/clock/freeze`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await goTo('Events');
    // The form proposes the event type of a registered webhook once it has loaded.
    await page.getByText(receiver.url).first().waitFor();
    await press('Send');
    const delivery = page.locator('.delivery');
    await delivery.getByText('waits').waitFor();
    await page.locator('.delivery summary').click();
    await delivery.getByText('503').waitFor();
    await goTo('State');
    await press('1 minute');
    await goTo('Events');
    await page.locator('.delivery.is-delivered').waitFor();
    await page.getByText('2 attempts').waitFor();
    await page
      .locator('li', { hasText: receiver.url })
      .getByRole('button', { name: 'Copy the signing secret' })
      .click();
    await page.getByText('Copied the').waitFor();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    expect(receiver.received).toHaveLength(2);
    for (const received of receiver.received)
      expect(verify(received, secret)).toMatchObject({ type: 'site.published' });
    await receiver.close();
  });

  test('a switch limits the rate, with 429 and Retry-After', async () => {
    const { page, send } = opened;
    await goTo('Faults');
    await page.getByRole('switch', { name: 'Rate limit' }).click();
    await page.getByRole('switch', { name: 'Rate limit', checked: true }).waitFor();
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await send('GET', sites));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    await page.getByText('applied to 1 request ').waitFor();
    await goTo('Requests');
    await page.locator('a.request', { hasText: '429' }).waitFor();
  });

  test('the state can be saved as a file and loaded again, with an error if it is invalid', async () => {
    const { page, mock, createSite } = opened;
    const { id } = await createSite('Kept in a file');
    await goTo('Data');
    await page.getByText('Kept in a file').waitFor();
    const saving = page.waitForEvent('download');
    await page.locator('summary', { hasText: 'Fixture' }).click();
    await press('Save as file');
    const download = await saving;
    expect(download.suggestedFilename()).toBe('fixture.json');
    const file = await download.path();
    await mock.reset();
    await page.getByText('No data yet.').waitFor();
    const load = async (files: Parameters<FileChooser['setFiles']>[0]): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await page.locator('summary', { hasText: 'Fixture' }).click();
      await press('Load a file…');
      await (await choosing).setFiles(files);
    };
    await load(file);
    await page.getByText('Kept in a file').waitFor();
    await page.getByText('A reset restores the initial data.').waitFor();
    expect((await mock.snapshot()).contents.sites).toMatchObject([{ site: { id } }]);
    const toFile = (text: string) => ({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await load(toFile('{"workspaces":'));
    await page.getByText('“mine.json” is not valid JSON.').waitFor();
    await load(toFile(`{"workspaces":[{"id":"${workspace}","sites":[{"name":7}]}]}`));
    await page.getByText('/workspaces/0/sites/0/name').waitFor();
    expect((await mock.snapshot()).contents.sites).toHaveLength(1);
    // What the browser itself says of the refusal.
    expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  });

  test('snapshots can be saved, restored and deleted', async () => {
    const { page, createSite, send } = opened;
    await createSite('Kept');
    await goTo('State');
    await page.getByLabel('Name of the snapshot').fill('one-site');
    await press('Save');
    await page.getByText('1 sites, 0 routes').waitFor();
    await createSite('Undone');
    await press('Restore one-site');
    await page.getByText('Restored “one-site”.').waitFor();
    const { data } = await (await send('GET', sites)).json();
    expect(data).toMatchObject([{ name: 'Kept' }]);
    await press('Delete one-site');
    await page.getByText('No snapshots yet.').waitFor();
  });

  test('a reset requires confirmation', async () => {
    const { page, createSite, send } = opened;
    await createSite('Here');
    await press('Reset…');
    await press('Cancel');
    expect((await (await send('GET', sites)).json()).data).toHaveLength(1);
    await press('Reset…');
    await press('Reset');
    await page.getByText('Reset: state, ids').waitFor();
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    expect((await (await send('GET', sites)).json()).data).toEqual([]);
  });

  test('the clock can be frozen and advanced', async () => {
    const { page } = opened;
    await goTo('State');
    await page.getByRole('switch', { name: 'Frozen' }).click();
    await page.getByRole('switch', { name: 'Frozen', checked: true }).waitFor();
    await page.getByLabel('Freeze at (UTC)').fill('2030-05-06T07:08:09');
    await press('Freeze');
    await page.getByText('07:08:09').waitFor();
    await press('1 hour');
    await page.getByText('08:08:09').waitFor();
    expect(await page.locator('time').getAttribute('datetime')).toMatch(/^2030-05-06T08:08:09/);
    await page.getByRole('switch', { name: 'Frozen' }).click();
    await page.getByRole('switch', { name: 'Frozen', checked: false }).waitFor();
  });

  test('the session can be chosen', async () => {
    const { page, createSite } = opened;
    await createSite('In the default session');
    await createSite('In a worker', { 'x-mock-session': 'worker-1' });
    await combobox('Session').selectOption('worker-1');
    await goTo('Data');
    await page.getByText('In a worker').waitFor();
    expect(await page.getByText('In the default session').count()).toBe(0);
    await goTo('Requests');
    expect(await page.locator('a.request').count()).toBe(2);
    await page.getByLabel('All sessions').uncheck();
    expect(await page.locator('a.request').count()).toBe(1);
    await goTo('State');
    await press('Delete the session worker-1');
    await page.getByText('Session “worker-1” deleted.').waitFor();
    await goTo('Data');
    await page.getByText('In the default session').waitFor();
  });

  test('sites, routes and webhooks can be searched, and the state copied as a fixture', async () => {
    const { page, createSite, send } = opened;
    const { id } = await createSite('Harbour');
    await createSite('Garden');
    const localizedVariants = [{ locale: 'de-DE', pathname: '/speisekarte' }];
    await send('POST', `/v1/sites/${id}/routes`, { pathname: '/menu', localizedVariants });
    await goTo('Data');
    await page.getByText('2 sites, 1 route, 0 webhooks').waitFor();
    await page.getByRole('searchbox').fill('speise');
    await page.getByText('1 site, 1 route, 0 webhooks').waitFor();
    await page.locator('a.datum', { hasText: 'Harbour' }).click();
    await page.getByText('/speisekarte').waitFor();
    await page.locator('summary', { hasText: 'Fixture' }).click();
    await press('Copy as fixture');
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied.workspaces[0].sites).toHaveLength(2);
  });

  test('requirements and assumptions are listed, with reasons', async () => {
    const { page, mock } = opened;
    await goTo('Contract');
    const table = page.getByRole('table', { name: 'Documented, assumed, observed' });
    const rows = table.locator('tbody tr');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole('radio', { name: 'assumed' }).check({ force: true });
    const count = Object.keys(mock.contract.document['x-assumptions']).length;
    expect(await rows.count()).toBe(count);
    await table.getByText('Reason').first().click();
    await page.getByRole('radio', { name: 'documented' }).check({ force: true });
    await table.getByText('MUST').first().waitFor();
    expect(await rows.count()).toBe(all - count);
    await page.getByRole('radio', { name: 'observed' }).check({ force: true });
    await page.getByText('None.', { exact: true }).waitFor();
  });
});
