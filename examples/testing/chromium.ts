import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const hasChromium = existsSync(chromiumPath);
const isCi = !['', 'false', undefined].includes(process.env['CI']);
if (!hasChromium && !isCi) {
  console.warn(`SKIPPED: examples were tried in no browser, there is no ${chromiumPath}.`);
}

/** Without a browser, the tests are skipped on a developer's machine, and fail in CI, where nobody reads warnings. */
export const describeInChromium: typeof describe.skip =
  hasChromium || isCi ? describe : describe.skip;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    // A busy machine may need minutes.
    timeout: 300_000,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
