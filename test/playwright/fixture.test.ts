import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

test('the fixtures for Playwright serve another contract', () => {
  const program = 'node_modules/@playwright/test/cli.js';
  const argv = [program, 'test', '--config', 'test/playwright/playwright.config.ts'];
  // Playwright refuses to run if Jest seems to have started it.
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', env });
  expect(stdout + stderr).toContain('3 passed');
  expect(status).toBe(0);
});
