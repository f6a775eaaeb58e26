/**
 * The same page with no server at all: a service worker answers from a mock that lives in the page. With `?demo` there
 * is something to see from the start.
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
