import { join, parse } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeInChromium, launchChromium } from '../test/support/page/chromium.ts';
import { findFlaws } from '../test/support/page/find-flaws.ts';
import { type OpenPage, openPage, token, workspace } from '../test/support/page/open-page.ts';

describeInChromium('the contract on the page', () => {
  let browser: Browser;
  let opened: OpenPage | undefined;
  // Directly below the root: no folder above it has packages.
  const elsewhere = join(parse(process.cwd()).root, 'no-viewer');

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await opened?.close();
    opened = undefined;
  });

  test('is shown by the viewer, which sends requests to this mock', async () => {
    opened = await openPage(browser, { path: `docs#token=${token}` });
    const { page, url, complaints } = opened;
    const description = page.locator('.info .description').first();
    expect(await description.innerText()).toMatch(/workspace, list the sites of a workspace/);
    await page.getByText('List sites', { exact: true }).click();
    await page.getByPlaceholder('workspaceId').fill(workspace);
    expect(await page.getByPlaceholder('after').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('201').first().waitFor();
    expect(await page.locator('.request-url').innerText()).toContain(`${url}/v1/workspaces/`);
    expect(complaints).toEqual([]);
  });

  test('is a plain list without a viewer, with instructions to install one', async () => {
    jest.spyOn(process, 'cwd').mockReturnValue(elsewhere);
    jest.replaceProperty(process, 'argv', ['node', join(elsewhere, 'program.js')]);
    opened = await openPage(browser, { path: `docs#token=${token}` });
    const { page, mock, complaints } = opened;
    await page.getByText('npm install --save-dev --ignore-scripts swagger-ui-dist').waitFor();
    const description = page.locator('.description').first();
    expect(await description.innerText()).toMatch(/page by page, .+ event types\.\n+All paths/);
    expect(await description.locator('code').innerText()).toBe('/v1');
    expect(await page.getByRole('region').count()).toBe(mock.contract.operations.length);
    await page.locator('summary', { hasText: 'Request body' }).first().click();
    await page.getByText('"hostUrl"').filter({ visible: true }).first().waitFor();
    expect(await findFlaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is not shown without the token', async () => {
    opened = await openPage(browser, { path: 'docs' });
    const { page } = opened;
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('List sites', { exact: true }).waitFor();
  });
});
