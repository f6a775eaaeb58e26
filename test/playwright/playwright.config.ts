import { defineConfig } from '@playwright/test';
import type { MockSettings } from 'site-contract/playwright';

/** Tests of a user whose service is not the built-in one. They need no browser. */
export default defineConfig<MockSettings>({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  // A limit for tests that hang: a busy machine may be slow.
  timeout: 300_000,
  reporter: 'list',
  outputDir: '../../node_modules/.cache/site-contract/playwright-library',
  use: { mockContract: 'test/contracts/library.yaml' },
});
