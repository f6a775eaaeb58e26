import type { MistakenCode } from './mistaken-code.ts';

/** A program in which Mock Service Worker responds to calls of the service. It prints one line if everything works. */
export const mswProgram = `
import { setupServer } from 'msw/node';
import { createClient } from 'site-contract/client';
import { createMock } from 'site-contract/mock';
import { createHandlers } from 'site-contract/msw';

const baseUrl = 'https://api.example.com/base';
const mock = createMock({ seed: 1 });
const server = setupServer(...createHandlers(mock, { baseUrl }));
server.listen({ onUnhandledRequest: 'error' });
const client = createClient({ baseUrl, apiKey: mock.apiKeys[0] });
const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const site = await client.createSite({ workspaceId, body: { name: 'Harbour Café' } });
const { data } = await client.listSites({ workspaceId });
server.close();
console.log(JSON.stringify({ isSame: data[0].id === site.id, count: data.length, name: data[0].name }));
`;

/** The output of \`mswProgram\`. */
export const mswOutput = { isSame: true, count: 1, name: 'Harbour Café' };

/** Code that type-checks with the package and Mock Service Worker. */
export const mswTypes = `
import { setupServer } from 'msw/node';
import { createMock } from 'site-contract/mock';
import { createMock as createBrowserMock } from 'site-contract/mock/browser';
import { createHandlers, type HandlersOptions } from 'site-contract/msw';

const options: HandlersOptions = { baseUrl: 'https://api.example.com' };
export const server = setupServer(...createHandlers(createMock(), options));
export const inPage = setupServer(...createHandlers(createBrowserMock(), options));
`;

/** Mistakes of a consumer with Mock Service Worker. */
export const mswMistakes: MistakenCode = {
  file: 'msw-mistakes.ts',
  head: `
import { createMock } from 'site-contract/mock';
import { createHandlers } from 'site-contract/msw';
`,
  mistakes: new Map([['the base URL is needed', 'createHandlers(createMock(), {});']]),
};
