import { createServer, request, type Server } from 'node:http';
import { join, parse } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findPort } from '../test/support/find-port.ts';
import { testInCi } from '../test/support/in-ci.ts';
import { findFlaws } from '../test/support/page/find-flaws.ts';
import { describePage, type OpenPage } from '../test/support/page/open-page.ts';
import { token, workspace } from '../test/support/page/send.ts';

const views = [
  'requests',
  'requests/7',
  'send',
  'data',
  `data/${workspace}/site`,
  'faults',
  'events',
  'state',
  'contract',
];

/** What sticks out of the window, or of its part of it. */
function listMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isCut = (element: Element): boolean => {
      const around = element.parentElement?.closest('main *');
      if (!around) return false;
      return getComputedStyle(around).overflowX !== 'visible' || isCut(around);
    };
    const outside = [...document.querySelectorAll('main *:not(.visually-hidden)')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isCut(element),
    );
    const words = [...document.querySelectorAll('.brand strong, nav a > span')].filter(
      (element) => element.getBoundingClientRect().height > 30,
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth}`] : []),
      ...[...outside, ...words].map(({ tagName, className }) => `${tagName}.${className}`),
    ];
  });
}

async function show({ page }: OpenPage, view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${view}`);
  await page.locator(`main.is-${view.split('/')[0]}`).waitFor();
}

/** Fills the mock with something of everything, and names of every kind and length. */
async function fill({ createSite, send, mock, page }: OpenPage): Promise<void> {
  const rtl = 'مقهى الميناء الجميل';
  const { id } = await createSite('W'.repeat(300));
  for (const name of [`${rtl} ${rtl}`, '\u202eevil', '<b>bold', '漢字'.repeat(100)])
    await createSite(name);
  await send('POST', `/v1/sites/${id}/routes`, {
    pathname: `/${'long-segment-'.repeat(20)}`,
    localizedVariants: [{ locale: 'de-DE', pathname: `/${'x'.repeat(200)}` }],
  });
  await send('POST', `/v1/sites/${id}/routes`, { pathname: 'no-slash', localizedVariants: 1 });
  await createSite('Of a worker', { 'x-mock-session': `worker-${'x'.repeat(50)}` });
  const url = `http://127.0.0.1:9/${'a-long-address/'.repeat(20)}`;
  const hooks = `/v1/workspaces/${workspace}/webhooks`;
  await send('POST', hooks, { url, eventType: 'page.updated' });
  mock.faults.add({ operation: 'createSite', next: 2, effect: { kind: 'status', status: 503 } });
  await send('POST', `/v1/workspaces/${workspace}/sites`, { name: 'Fails' });
  const admin = { authorization: `Bearer ${token}` };
  await send('PUT', '/__mock/snapshots/one', undefined, admin);
  const event = { type: 'page.updated', workspaceId: workspace };
  await send('POST', '/__mock/events', event, admin);
  await page.locator('a.request').nth(8).waitFor();
  await page.locator('.count.is-events').waitFor();
}

describePage('the page of the mock', (open) => {
  let proxy: Server | undefined;
  afterEach(() => {
    jest.restoreAllMocks();
    proxy?.closeAllConnections();
    proxy?.close();
  });

  test('keeps the token out of the URL, and asks for it in other tabs', async () => {
    const { page, url } = await open();
    expect(page.url()).toBe(`${url}/__mock/`);
    const addresses: string[] = [];
    page.on('request', (sent) => addresses.push(sent.url()));
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(addresses.join(' ')).not.toContain(token);
    const other = await page.context().newPage();
    await other.goto(`${url}/__mock/`);
    await other.getByRole('heading', { name: 'This page needs the admin token' }).waitFor();
  });

  test('asks for the token until it is valid', async () => {
    const { page } = await open({ path: '#token=not-the-right-one' });
    expect(await page.getByRole('alert').innerText()).toContain('admin token');
    expect(await findFlaws(page)).toEqual([]);
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('shows when the mock is unreachable, and continues when it is back', async () => {
    const { page, mock, url, createSite } = await open({ listen: { port: await findPort() } });
    await mock.close();
    await page.getByText('Not connected').waitFor();
    const again = await mock.listen({ port: Number(new URL(url).port), control: { token } });
    await page.getByText('Live', { exact: true }).waitFor();
    await createSite('After all');
    await page.locator('a.request').waitFor();
    // A mock closes once.
    await again.close();
  });

  test('follows the system theme until one is chosen', async () => {
    const { page, press } = await open({ colorScheme: 'dark' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await press('Theme: auto');
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await ground()).not.toBe(dark);
    await page.reload();
    await press('Theme: light');
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await ground()).toBe(dark);
  });

  test('opens menus at their buttons, at every width', async () => {
    const opened = await open();
    const { page, press } = opened;
    await fill(opened);
    for (const [view, label] of [
      ['requests', 'Export ▾'],
      ['requests/7', 'Copy as ▾'],
      ['send', 'Copy as ▾'],
      ['data', 'Fixture ▾'],
    ] as const)
      for (const width of [1280, 900, 700, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await show(opened, view);
        const button = page.getByRole('button', { name: label });
        await button.click();
        const at = await button.boundingBox();
        const menu = await page.locator('[popover]:popover-open').boundingBox();
        const away = Math.abs((menu?.y ?? 0) - (at?.y ?? 0) - (at?.height ?? 0));
        const isBeside =
          (menu?.x ?? 0) < (at?.x ?? 0) + (at?.width ?? 0) &&
          (menu?.x ?? 0) + (menu?.width ?? 0) > (at?.x ?? 0);
        expect([view, width, away < 10, isBeside]).toEqual([view, width, true, true]);
        expect(await listMisfits(page)).toEqual([]);
        if (width === 1280) expect(await findFlaws(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
    await page.setViewportSize({ width: 1280, height: 800 });
    await show(opened, 'data');
    await press('Fixture ▾');
    await press('Copy as fixture');
    await page.getByText('Copied the state.').waitFor();
    // A notice goes with its view.
    await show(opened, 'faults');
    await page.getByText('Copied the state.').waitFor({ state: 'detached' });
  });

  test('has keys, which are listed and can be turned off', async () => {
    const { page, createSite, press } = await open();
    await createSite('A');
    // It must not move the row away from the click that takes its focus.
    await page.getByText('Skip to content').focus();
    const shows = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator('a.request').click();
    await page.locator('#detail').waitFor();
    await page.keyboard.press('r');
    await page.getByText('Sent again: the response is 201.').waitFor();
    await page.keyboard.press('c');
    await page.getByText('Copied the curl command.').waitFor();
    await page.keyboard.press('e');
    await shows('Send a request');
    await page.keyboard.press('3');
    await shows('Data');
    await page.keyboard.press('n');
    await shows('Send a request');
    await page.keyboard.press('?');
    await page.getByLabel('Use single keys').uncheck();
    await press('Close');
    await page.keyboard.press('1');
    await page.keyboard.press('/');
    await shows('Send a request');
  });

  test.each([
    { title: 'removes it', keepsPrefix: false },
    { title: 'keeps it', keepsPrefix: true },
  ])('works behind a proxy with a prefix that $title', async ({ keepsPrefix }) => {
    const prefix = '/tools/mock';
    const { page, url, press, readClipboard } = await open(
      keepsPrefix ? { listen: { basePath: prefix } } : {},
    );
    // A proxy with the defaults of nginx: its own host name goes into `Host`.
    proxy = createServer((incoming, outgoing) => {
      const { method, headers, url: path = '' } = incoming;
      const target = new URL(keepsPrefix ? path : path.slice(prefix.length), url);
      const sent = request(target, { method, headers: { ...headers, host: target.host } });
      sent.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.on('error', () => outgoing.destroy()).pipe(outgoing);
      });
      sent.on('error', () => outgoing.destroy());
      outgoing.on('close', () => sent.destroy());
      incoming.pipe(sent);
    });
    const port = await new Promise<number>((resolve) => {
      const server = proxy?.listen(0, '127.0.0.1', () => {
        const address = server?.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
    page.removeAllListeners('request');
    const base = `http://127.0.0.1:${port}${prefix}`;
    await page.goto(`${base}/`);
    await page.waitForURL(`${base}/__mock/`);
    await page.getByLabel('Admin token').fill(token);
    await press('Open');
    await press('Create site');
    await page.locator('a.request', { hasText: 'createSite' }).click();
    await press('Copy as ▾');
    await press('curl');
    await page.getByText('Copied the curl command.').waitFor();
    expect(await readClipboard()).toContain(`${base}/v1/workspaces/`);
  });

  test('shows the contract in a viewer, which sends requests to this mock', async () => {
    const { page, url } = await open({ path: 'docs' });
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    const description = page.locator('.info .description').first();
    expect(await description.innerText()).toMatch(/workspace, list the sites of a workspace/);
    await page.getByText('List sites', { exact: true }).click();
    await page.getByPlaceholder('workspaceId').fill(workspace);
    expect(await page.getByPlaceholder('after').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('201').first().waitFor();
    expect(await page.locator('.request-url').innerText()).toContain(`${url}/v1/workspaces/`);
  });

  test('lists the contract without a viewer, with instructions to install one', async () => {
    // Directly below the root: no folder above it has packages.
    const elsewhere = join(parse(process.cwd()).root, 'no-viewer');
    jest.spyOn(process, 'cwd').mockReturnValue(elsewhere);
    jest.replaceProperty(process, 'argv', ['node', join(elsewhere, 'program.js')]);
    const { page, mock } = await open({ path: `docs#token=${token}` });
    await page.getByText('npm install --save-dev --ignore-scripts swagger-ui-dist').waitFor();
    expect(await page.getByRole('region').count()).toBe(mock.contract.operations.length);
    await page.locator('summary', { hasText: 'Request body' }).first().click();
    await page.getByText('"hostUrl"').filter({ visible: true }).first().waitFor();
    expect(await findFlaws(page)).toEqual([]);
  });

  /** Every view fits, is accessible, and sends in the first screen. */
  const isForEverybody = async (colorScheme: 'light' | 'dark', width: number): Promise<void> => {
    const opened = await open({ colorScheme, viewport: { width, height: 800 } });
    const { page, press } = opened;
    await fill(opened);
    const check = async (what: string): Promise<void> => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect([what, await listMisfits(page), await findFlaws(page)]).toEqual([what, [], []]);
    };
    for (const view of views) {
      await show(opened, view);
      await check(view);
    }
    await show(opened, 'send');
    for (const { id } of opened.mock.contract.operations) {
      await page.locator('[name="operation"]').selectOption(id);
      const box = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
      expect([id, (box?.y ?? 800) + (box?.height ?? 0) < 800]).toEqual([id, true]);
    }
    await page.locator('[name="operation"]').selectOption('createSite');
    await page.locator('[name="body"]').fill('{ "name": 7 }');
    await page.getByText('Would be refused with 422.').waitFor();
    await press('Send');
    await page.getByRole('button', { name: 'Copy the body' }).waitFor();
    await check('an answer');
    await show(opened, 'data');
    await page.locator('a.datum').first().click();
    await page
      .locator('#detail section')
      .getByRole('button', { name: /^Edit / })
      .click();
    await page.getByLabel('locale').fill('german');
    await page.locator('.wrong:not(:empty)').first().waitFor();
    await check('a form');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await check('shortcuts');
  };
  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('is accessible and fits: %s, %d pixels', isForEverybody);
  // The width decides what fits, and the scheme which colours have enough contrast, so each of both is in one row.
  testInCi('is accessible and fits: light, 320 pixels', () => isForEverybody('light', 320));
});
