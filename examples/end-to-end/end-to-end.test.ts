import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { chromiumPath, describeInChromium } from '../testing/chromium.ts';

const help = execFileSync(process.execPath, ['dist/cli/main.js', 'mock', '--help'], {
  encoding: 'utf8',
});
const hasControl = help.includes('--admin-token');
if (!hasControl) {
  console.warn('SKIPPED: the end-to-end example, the mock has no control surface to reset it by.');
}

/** Runs Playwright's own test runner, as its users do. */
function runPlaywright(...argv: string[]) {
  const config = ['--config', 'examples/end-to-end/playwright.config.ts'];
  const program = 'node_modules/@playwright/test/cli.js';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'test', ...config, ...argv],
    { encoding: 'utf8', env: { ...process.env, CHROMIUM_PATH: chromiumPath } },
  );
  return { status, output: stdout + stderr };
}

describeInChromium('the end-to-end example', () => {
  (hasControl ? test : test.skip)(
    'passes, in workers side by side and in one that uses its session again',
    () => {
      const { status, output } = runPlaywright('--repeat-each=2');
      expect(output).toContain('6 passed');
      expect(status).toBe(0);
    },
    60_000,
  );
});
