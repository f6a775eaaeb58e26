import { defineConfig } from '@playwright/test';

const root = '../..';
const adminToken = 'end-to-end';
const executablePath = process.env['CHROMIUM_PATH'];

/** Starts the mock and the page, each on a port that the system assigns, and passes their URLs to the tests. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  // A limit for tests that hang: a busy machine may be slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  outputDir: '../../node_modules/.cache/site-contract/playwright',
  metadata: { adminToken },
  use: {
    launchOptions: {
      args: ['--no-sandbox'],
      ...(executablePath !== undefined && { executablePath }),
    },
  },
  webServer: [
    {
      name: 'mock',
      cwd: root,
      // With the package installed: npx site-contract mock --port 0
      command: 'node dist/cli/main.js mock --port 0',
      env: { SITE_CONTRACT_ADMIN_TOKEN: adminToken },
      wait: { stdout: /"listening":"(?<mock_url>[^"]+)/ },
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      name: 'page',
      cwd: root,
      command: 'tsx examples/testing/serve-page.ts',
      wait: { stdout: /(?<page_url>http:\S+)/ },
      timeout: 300_000,
    },
  ],
});
