import { describe, test } from '@jest/globals';

/** CI runs everything. */
export const isCi = !['', 'false', undefined].includes(process.env['CI']);

/** Tests that take too long for each local run, and are similar to others. Local runs list them as skipped. */
export const testInCi: typeof test.skip = isCi ? test : test.skip;
export const describeInCi: typeof describe.skip = isCi ? describe : describe.skip;

/** Tests that need a program. If it is missing, local runs list them as skipped and say how to install it; in CI they fail. */
export function describeIf(isFound: boolean): typeof describe.skip {
  return isFound || isCi ? describe : describe.skip;
}
