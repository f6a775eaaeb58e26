import { test } from '@jest/globals';

/** In CI nothing is left out. */
export const isCi = !['', 'false', undefined].includes(process.env['CI']);

/** Tests that take too long for each run on a desk, where similar ones are run. There, the run lists them as skipped. */
export const testInCi: typeof test.skip = isCi ? test : test.skip;

/** Lists a test as skipped, with the reason: an absent test would not be missed. */
export function leaveOut(title: string, reason: string): void {
  test.skip(`${title}: ${reason}`, () => {}); // Without a body: what it needs was not found, or only CI has the time.
}
