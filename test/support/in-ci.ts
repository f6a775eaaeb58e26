import { test } from '@jest/globals';

/** CI runs everything. */
export const isCi = !['', 'false', undefined].includes(process.env['CI']);

/** Tests that take too long for each local run, and are similar to others. Local runs list them as skipped. */
export const testInCi: typeof test.skip = isCi ? test : test.skip;

/** Lists a test as skipped with the reason, because a missing test would not be noticed. */
export function leaveOut(title: string, reason: string): void {
  test.skip(`${title}: ${reason}`, () => {}); // Without a body: a program is missing, or only CI has the time.
}
