import { test as base } from '@playwright/test';
import { type Client, createClient } from 'site-contract/client';

/** A separate state of the mock for one test. */
export interface Session {
  /** Prepares and reads the state. */
  client: Client;
  /** Opens the page, with all its requests in the session. */
  open(): Promise<void>;
}

const address = (name: 'MOCK_URL' | 'PAGE_URL'): string => process.env[name] ?? '';

/** Every worker has its own session on the same mock, so that tests run in parallel. It is reset before every test. */
export const test = base.extend<{ session: Session }>({
  session: async ({ page, request }, use, { parallelIndex, config }) => {
    const headers = { 'X-Mock-Session': `worker-${parallelIndex}` };
    const reset = await request.post(`${address('MOCK_URL')}/__mock/reset`, {
      headers: { ...headers, Authorization: `Bearer ${config.metadata['adminToken']}` },
    });
    if (!reset.ok()) throw new Error(`the mock was not reset: ${reset.status()}`);
    await page.setExtraHTTPHeaders(headers);
    await use({
      client: createClient({ baseUrl: address('MOCK_URL'), apiKey: 'site-contract-key', headers }),
      open: async () => {
        await page.goto(`${address('PAGE_URL')}/?api=${address('MOCK_URL')}`);
      },
    });
  },
});
