import { expect } from '@playwright/test';
import { listAllSites } from 'site-contract/client';
import { test } from './session.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test('shows a workspace without sites', async ({ page, session }) => {
  await session.open();
  await expect(page.getByRole('status')).toHaveText('0 sites');
});

test('pages through the existing sites', async ({ page, session }) => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    await session.client.createSite({ workspaceId, body: { name } });
  }
  await session.open();
  await expect(page.getByRole('listitem')).toHaveText(['A', 'B', 'C', 'D', 'E']);
  await page.getByRole('button', { name: 'More sites' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(7);
});

test('creates a site, which the service then lists', async ({ page, session }) => {
  await session.open();
  await page.getByLabel('Name').fill('Pier');
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('status')).toHaveText('Pier was created');
  const names: string[] = [];
  for await (const { name } of listAllSites(session.client, { workspaceId })) names.push(name);
  expect(names).toEqual(['Pier']);
});
