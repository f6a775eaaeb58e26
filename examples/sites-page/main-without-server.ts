/**
 * The same page without a server: a service worker responds with a mock inside the page. With `?demo`, it starts with
 * example data.
 */
import { setupWorker } from 'msw/browser';
import { createClient } from 'site-contract/client';
import { createDemoFixture, createMock } from 'site-contract/mock/browser';
import { createHandlers } from 'site-contract/msw';
import { openSitesPage } from './sites-page.ts';

const baseUrl = 'https://api.example.com';
const isDemo = new URLSearchParams(location.search).has('demo');
const mock = createMock(isDemo ? { contents: createDemoFixture(7) } : {});
const worker = setupWorker(...createHandlers(mock, { baseUrl }));

void worker.start({ onUnhandledRequest: 'bypass' }).then(() =>
  openSitesPage({
    client: createClient({ baseUrl, apiKey: mock.apiKeys[0] ?? '' }),
    workspaceId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    pageSize: 5,
  }),
);
