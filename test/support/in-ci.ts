import { test } from '@jest/globals';

/** In CI nothing is left out. */
export const isCi = !['', 'false', undefined].includes(process.env['CI']);

/** Tests that take too long for each run on a desk, where similar ones are run. There, the run lists them as skipped. */
export const testInCi: typeof test.skip = isCi ? test : test.skip;
