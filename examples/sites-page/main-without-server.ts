/** The same page with no server at all: a service worker answers from a mock that lives in the page. */
import { setupWorker } from 'msw/browser';
import { createClient } from 'site-contract/client';
import { createMock } from 'site-contract/mock/browser';
import { createHandlers } from 'site-contract/msw';
import { openSitesPage } from './sites-page.ts';

const baseUrl = 'https://api.example.com';
const mock = createMock();
const worker = setupWorker(...createHandlers(mock, { baseUrl }));

void worker.start({ onUnhandledRequest: 'bypass' }).then(() =>
  openSitesPage({
    client: createClient({ baseUrl, apiKey: mock.apiKeys[0] ?? '' }),
    workspaceId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    pageSize: 5,
  }),
);
