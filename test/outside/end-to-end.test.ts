import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { chromiumPath, describeInChromium } from '../../examples/testing/chromium.ts';

/** Runs Playwright's own test runner, as its users do. */
function runPlaywright(...argv: string[]) {
  const config = ['--config', 'examples/end-to-end/playwright.config.ts'];
  const program = 'node_modules/@playwright/test/cli.js';
  // Playwright refuses to run if Jest seems to have started it.
  const { JEST_WORKER_ID: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'test', ...config, ...argv],
    { encoding: 'utf8', env: { ...environment, CHROMIUM_PATH: chromiumPath } },
  );
  return { status, output: stdout + stderr };
}

describeInChromium('the end-to-end example', () => {
  // Each test runs twice, so a worker finds the data that it left in its session.
  test('passes in parallel workers, and in one that reuses its session', () => {
    const { status, output } = runPlaywright('--repeat-each=2');
    expect(output).toContain('6 passed');
    expect(status).toBe(0);
  });
});
