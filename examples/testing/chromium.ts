import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describeIf, isCi } from '../../test/support/in-ci.ts';

export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const hasChromium = existsSync(chromiumPath);
if (!hasChromium && !isCi) {
  console.warn(
    `SKIPPED: the examples were not tested in a browser, because ${chromiumPath} does not exist.`,
  );
}

export const describeInChromium: ReturnType<typeof describeIf> = describeIf(hasChromium);

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    // A busy machine may need minutes.
    timeout: 300_000,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
