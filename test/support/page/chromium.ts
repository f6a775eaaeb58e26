import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const isCi = !['', 'false', undefined].includes(process.env['CI']);
if (!hasChromium && !isCi) {
  console.warn(`SKIPPED: the page was tried in no browser, there is no ${executablePath}.`);
}

/** Without a browser the tests are skipped on a desk, and fail in CI: there nobody reads a warning. */
export const describeInChromium: typeof describe.skip =
  hasChromium || isCi ? describe : describe.skip;

/** @param more arguments of the program beside the usual ones */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
}
