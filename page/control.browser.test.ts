import { expect, test } from '@jest/globals';
import { describePage } from '../test/support/page/open-page.ts';
import { token, workspace } from '../test/support/page/send.ts';
import { startReceiver } from '../test/support/receiver.ts';
import { respond } from '../test/support/webhooks/bench.ts';
import { verify } from '../test/support/webhooks/verify.ts';

const sites = `/v1/workspaces/${workspace}/sites`;

describePage('the controls of the page', (open) => {
  test('switches make requests fail, and the page says so', async () => {
    const { page, send, goTo } = await open();
    await goTo('Faults');
    const unavailable = page.getByRole('switch', { name: 'Unavailable' });
    await unavailable.check();
    await page.getByText('Rule added.').waitFor();
    expect((await send('GET', sites)).status).toBe(503);
    await page.getByText('applied to 1 request ').waitFor();
    await goTo('Requests');
    await page.locator('a.request').click();
    await page.getByRole('heading', { name: 'Fault injected' }).waitFor();
    await goTo('Faults');
    await unavailable.uncheck();
    await page.getByText('No rules are active.').waitFor();
    await page.getByRole('switch', { name: 'Rate limit' }).check();
    await page.getByText('429 beyond 5 in 10 s').waitFor();
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await send('GET', sites));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('the delay of responses can be chosen', async () => {
    const { page, mock, send, goTo } = await open();
    await goTo('Faults');
    await page.getByRole('radio', { name: '300 ms' }).check();
    await page.getByText('300 ms later').waitFor();
    await page.getByRole('radio', { name: '1 s' }).check();
    await page.getByText('1000 ms later').waitFor();
    await page.getByText('300 ms later').waitFor({ state: 'detached' });
    await send('POST', sites, { name: 7 });
    await goTo('Requests');
    // A delay does not hide why a request is refused.
    await page.locator('a.request', { hasText: '/name must be a string' }).waitFor();
    await goTo('Faults');
    expect(mock.faults.list()).toHaveLength(1);
    await page.getByRole('radio', { name: 'Off' }).check();
    await page.getByText('No rules are active.').waitFor();
  });

  test('any rule can be added, with a form derived from its schema', async () => {
    const { page, mock, goTo, press } = await open();
    const field = (name: string) => page.locator(`[name="${name}"]`);
    await goTo('Faults');
    await field('operation').selectOption('createSite');
    await field('kind').selectOption('rateLimit');
    expect(await field('status').count()).toBe(0);
    await field('next').fill('4');
    await field('probability').pressSequentially('0.5');
    await field('requests').fill('2');
    await press('Add rule');
    await page.locator('.wrong', { hasText: 'is required' }).waitFor();
    await field('windowMs').fill('10000');
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
    await field('body').fill('{ "a": ');
    await page.getByText('is not valid JSON').waitFor();
    await press('Add rule');
    expect(mock.faults.list()).toHaveLength(1);
    await field('body').fill('{ "a": 1 }');
    await field('headers').fill('Retry-After: 5');
    await press('Add rule');
    await page.getByText('Status 500').waitFor();
    expect(mock.faults.list()[1]?.effect).toEqual({
      kind: 'status',
      status: 500,
      headers: { 'Retry-After': '5' },
      body: { a: 1 },
    });
    await press('Remove all');
    await page.getByText('No rules are active.').waitFor();
  });

  test('an event can be triggered, and its deliveries followed and verified', async () => {
    const { page, url, send, goTo, press, readClipboard } = await open();
    const receiver = await startReceiver(respond(503, 204, 204));
    const hook = { url: receiver.url, eventType: 'page.updated' };
    await send('POST', `/v1/workspaces/${workspace}/webhooks`, hook);
    await page.request.post(`${url}/__mock/clock/freeze`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await goTo('Events');
    await page.getByText(receiver.url).first().waitFor();
    expect(await page.getByLabel('type').inputValue()).toBe('page.updated');
    await page.getByLabel('data').fill('{"pageId":"home"}');
    await press('Send');
    const delivery = page.locator('.delivery');
    await delivery.getByText('waits').waitFor();
    await delivery.locator('summary').click();
    await delivery.getByText('503').waitFor();
    await goTo('State');
    await press('1 minute');
    await goTo('Events');
    await page.locator('.delivery.is-delivered').waitFor();
    await page.locator('.delivery summary').click();
    await press('Send again');
    await page.getByText('3 attempts').waitFor();
    await page.getByRole('button', { name: /^Copy the signing secret/ }).click();
    await page.getByText('Copied the signing secret.').waitFor();
    const secret = await readClipboard();
    expect(receiver.received).toHaveLength(3);
    for (const received of receiver.received)
      expect(verify(received, secret)).toMatchObject({ data: { pageId: 'home' } });
    await receiver.close();
  });

  test('snapshots can be saved, restored and deleted, and a reset requires confirmation', async () => {
    const { page, createSite, send, goTo, press } = await open();
    const count = async () => (await (await send('GET', sites)).json()).data.length;
    await createSite('Kept');
    await goTo('State');
    await page.getByLabel('Name of the snapshot').fill('one-site');
    await press('Save');
    await page.getByText('1 site, 0 routes').waitFor();
    await createSite('Undone');
    await press('Restore one-site');
    await page.getByText('Restored “one-site”.').waitFor();
    expect(await count()).toBe(1);
    await press('Delete one-site');
    await page.getByText('No snapshots yet.').waitFor();
    await press('Reset…');
    await press('Cancel');
    expect(await count()).toBe(1);
    await press('Reset…');
    await press('Reset');
    await page.getByText('Reset: state, ids').waitFor();
    expect(await count()).toBe(0);
  });

  test('the clock runs, and can be frozen and advanced', async () => {
    const { page, goTo, press } = await open();
    await goTo('State');
    const now = page.locator('.now time');
    const frozen = page.getByRole('switch', { name: 'Frozen' });
    const shown = await now.innerText();
    await page.waitForFunction(
      (before) => document.querySelector('.now time')?.textContent !== before,
      shown,
    );
    await frozen.check();
    await page.getByLabel('Freeze at').fill('2030-05-06T07:08:09');
    await press('Freeze');
    await page.getByText('2030-05-06 07:08:09').waitFor();
    expect(await now.getAttribute('datetime')).toBe('2030-05-06T05:08:09.000Z');
    await press('1 hour');
    await page.getByText('2030-05-06 08:08:09').waitFor();
    await frozen.uncheck();
    await page.getByText('2030-05-06 08:08:10').waitFor();
  });

  test('the session can be chosen', async () => {
    const { page, createSite, goTo, press } = await open();
    await createSite('In the default session');
    await createSite('In a worker', { 'x-mock-session': 'worker-1' });
    await page.getByRole('combobox', { name: 'Session' }).selectOption('worker-1');
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

  test('requirements and assumptions are listed, with reasons', async () => {
    const { page, mock, goTo } = await open();
    await goTo('Contract');
    const table = page.getByRole('table', { name: 'Documented, assumed, observed' });
    const rows = table.locator('tbody tr');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByRole('radio', { name: 'assumed' }).check();
    const count = Object.keys(mock.contract.document['x-assumptions']).length;
    expect(await rows.count()).toBe(count);
    await table.getByText('Reason').first().click();
    await page.getByRole('radio', { name: 'documented' }).check();
    await table.getByText('MUST').first().waitFor();
    expect(await rows.count()).toBe(all - count);
    await page.getByRole('radio', { name: 'observed' }).check();
    await page.getByText('None.', { exact: true }).waitFor();
  });
});
