import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findPort } from '../test/support/find-port.ts';
import { testInCi } from '../test/support/in-ci.ts';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { findFlaws } from '../test/support/page/find-flaws.ts';
import { type OpenPage, openPage, token, workspace } from '../test/support/page/open-page.ts';

const views = ['requests', 'send', 'data', 'faults', 'events', 'state', 'contract'] as const;

/** What sticks out of the window or its part of it, and words of the frame that are broken over lines. */
function listMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const right = document.querySelector('main')?.getBoundingClientRect().right ?? 0;
    const padding = Number.parseFloat(
      getComputedStyle(document.querySelector('.view') ?? document.body).paddingInlineEnd,
    );
    // What an element around it cuts off does not stick out.
    const isCut = (element: Element): boolean => {
      const around = element.parentElement?.closest('main *');
      if (!around) return false;
      return getComputedStyle(around).overflowX !== 'visible' || isCut(around);
    };
    const outside = [...document.querySelectorAll('main *:not(.visually-hidden)')].filter(
      (element) => element.getBoundingClientRect().right > right - padding + 1 && !isCut(element),
    );
    const labels = document.querySelectorAll('.brand strong, nav a > span:not(.icon, .count)');
    const broken = [...labels].filter(
      (element) =>
        element.getClientRects().length > 1 || element.getBoundingClientRect().height > 30,
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth}`] : []),
      ...[...outside, ...broken].map(({ tagName, className }) => `${tagName}.${className}`),
    ];
  });
}

describeInChromium('the page of the mock', () => {
  let browser: Browser;
  let opened: OpenPage | undefined;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });

  /** A page on which there is something of everything. */
  async function openFilled(options: Parameters<typeof openPage>[1] = {}): Promise<OpenPage> {
    opened = await openPage(browser, options);
    const { createSite, send, mock, page } = opened;
    const { id } = await createSite('A site with a name that is long enough to need a second line');
    await send('POST', `/v1/sites/${id}/routes`, {
      pathname: '/a-pathname',
      localizedVariants: [{ locale: 'de-DE', pathname: '/ein-pfad' }],
    });
    await createSite('Of a worker', { 'x-mock-session': 'worker-1' });
    const url = 'http://127.0.0.1:9/a/receiver/that/has/quite/a/long/address';
    await send('POST', `/v1/workspaces/${workspace}/webhooks`, { url, eventType: 'page.updated' });
    mock.faults.add({ operation: 'createSite', next: 2, effect: { kind: 'status', status: 503 } });
    await send('POST', `/v1/workspaces/${workspace}/sites`, { name: 'Fails' });
    await send('POST', `/v1/sites/${id}/routes`, { pathname: 'no-slash', localizedVariants: 1 });
    await send('PUT', '/__mock/snapshots/one', undefined, { authorization: `Bearer ${token}` });
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('a.request').nth(5).waitFor();
    return opened;
  }

  async function goTo({ page }: OpenPage, view: string): Promise<void> {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${view}`);
    await page.locator(`main.is-${view.split('/')[0]}`).waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
  }

  test('keeps the token out of the URL, and only in this tab', async () => {
    const { page, url, complaints } = await openFilled();
    expect(page.url()).toBe(`${url}/__mock/`);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(addresses.join(' ')).not.toContain(token);
    const other = await page.context().newPage();
    await other.goto(`${url}/__mock/`);
    await other.getByRole('heading', { name: 'This page needs the admin token' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('asks for the token until it is valid', async () => {
    opened = await openPage(browser, { path: '#token=not-the-right-one' });
    const { page } = opened;
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('admin token');
    expect(await findFlaws(page)).toEqual([]);
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('shows when the mock is unreachable, and continues when it is back', async () => {
    opened = await openPage(browser, { listen: { port: await findPort() } });
    const { page, mock, url, createSite } = opened;
    await page.getByText('Live', { exact: true }).waitFor();
    await mock.close();
    await page.getByText('Not connected').waitFor();
    await mock.listen({ port: Number(new URL(url).port), control: { token } });
    await page.getByText('Live', { exact: true }).waitFor();
    await createSite('After all');
    await page.locator('a.request').waitFor();
  });

  test('follows the system theme until one is chosen', async () => {
    opened = await openPage(browser, { colorScheme: 'dark' });
    const { page } = opened;
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByText('Live', { exact: true }).waitFor();
    const dark = await ground();
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await ground()).toBe(dark);
  });

  test('respects the setting for reduced motion', async () => {
    const filled = await openFilled();
    const moving = await filled.page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter(
          (element) => Number.parseFloat(getComputedStyle(element).transitionDuration) > 0,
        ).length,
    );
    expect(moving).toBe(0);
  });

  const fits = async (width: number): Promise<void> => {
    const filled = await openFilled({ viewport: { width, height: 800 } });
    for (const view of [...views, 'requests/6', `data/${workspace}/site`]) {
      await goTo(filled, view);
      const overflow = await filled.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([view, overflow]).toEqual([view, 0]);
    }
    await goTo(filled, 'data');
    const counts = filled.page.locator('.is-workspace > small').first();
    expect(await counts.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect(filled.complaints).toEqual([]);
  };
  test.each([320, 1440])('fits into a window of %d pixels', fits);
  testInCi.each([390, 768])('fits into a window of %d pixels', fits);

  const fitsNames = async (width: number): Promise<void> => {
    opened = await openPage(browser, { viewport: { width, height: 800 } });
    const { page, createSite, send } = opened;
    const rtl = 'مقهى الميناء الجميل';
    const names = ['W'.repeat(300), `${rtl} ${rtl}`, '\u202eevil', '<b>bold', '漢字'.repeat(100)];
    for (const name of names) {
      const { id } = await createSite(name);
      await send('POST', `/v1/sites/${id}/routes`, {
        pathname: `/${'long-segment-'.repeat(20)}`,
        localizedVariants: [{ locale: 'ar-EG', pathname: `/${'x'.repeat(200)}` }],
      });
    }
    const url = `https://hooks.example.com/${'very-long-'.repeat(30)}`;
    await send('POST', `/v1/workspaces/${workspace}/webhooks`, {
      url,
      eventType: 'page.updated',
    });
    await createSite('Of a worker', { 'x-mock-session': `worker-${'x'.repeat(50)}` });
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.session').waitFor();
    for (const view of [...views, 'requests/2']) {
      await goTo(opened, view);
      expect([view, await listMisfits(page)]).toEqual([view, []]);
    }
    await goTo(opened, 'data');
    const seen = await page.locator('.datum .name:not(.url)').allTextContents();
    expect(seen.map((name) => name.trim())).toEqual(names);
  };
  test.each([320])('fits into %d pixels with names of every kind and length', fitsNames);
  testInCi.each([768, 1440])('fits into %d pixels with names of every kind and length', fitsNames);

  const isForEverybody = async (colorScheme: 'light' | 'dark', width: number): Promise<void> => {
    const filled = await openFilled({ colorScheme, viewport: { width, height: 800 } });
    for (const view of [...views, 'requests/6', `data/${workspace}/site`]) {
      await goTo(filled, view);
      expect([view, await findFlaws(filled.page)]).toEqual([view, []]);
    }
    const { page } = filled;
    await goTo(filled, 'send');
    await page.locator('[name="body"]').fill('{ "name": 7 }');
    await page.getByText('Would be refused with 422.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the body' }).waitFor();
    expect(['an answer', await findFlaws(page)]).toEqual(['an answer', []]);
    await goTo(filled, 'data');
    await page.locator('a.datum').first().click();
    await page.getByRole('button', { name: 'Edit /a-pathname' }).click();
    await page.getByLabel('locale').fill('german');
    await page.locator('.wrong:not(:empty)').first().waitFor();
    expect(['a form', await findFlaws(page)]).toEqual(['a form', []]);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    expect(['shortcuts', await findFlaws(page)]).toEqual(['shortcuts', []]);
  };
  const [lookedAt, lookedAtInCi] = [
    [
      ['light', 1440],
      ['dark', 390],
    ],
    [
      ['dark', 1440],
      ['light', 390],
    ],
  ] as const;
  test.each(lookedAt)('is accessible: %s, %d pixels', isForEverybody);
  testInCi.each(lookedAtInCi)('is accessible: %s, %d pixels', isForEverybody);
});
