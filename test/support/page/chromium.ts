import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { describeIf, isCi } from '../in-ci.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
if (!hasChromium && !isCi) {
  console.warn(
    `SKIPPED: the page was not tested in a browser, because ${executablePath} does not exist.`,
  );
}

export const describeInChromium: ReturnType<typeof describeIf> = describeIf(hasChromium);

/** A limit for hanging steps. On a busy machine, a browser may need long to start, and for each step. */
const patience = 60_000;

/** @param more additional arguments of the program */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    timeout: patience,
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
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patience);
    return context;
  };
  return browser;
}
