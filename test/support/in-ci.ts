import { describe, test } from '@jest/globals';

/** CI runs everything. */
export const isCi = !['', 'false', undefined].includes(process.env['CI']);

/** Tests that take too long for each local run, and are similar to others. Local runs list them as skipped. */
export const testInCi: typeof test.skip = isCi ? test : test.skip;
export const describeInCi: typeof describe.skip = isCi ? describe : describe.skip;

/** Tests each row in CI, and elsewhere only some of them, because the others are similar. */
export function testSome<Row extends { title: string }>(
  rows: readonly Row[],
  count: number,
  run: (row: Row) => Promise<void>,
): void {
  const step = Math.ceil(rows.length / count);
  test.each(rows.filter((_, at) => at % step === 0))('$title', run);
  testInCi.each(rows.filter((_, at) => at % step > 0))('$title', run);
}

/** Tests that need a program. If it is missing, local runs list them as skipped and say how to install it; in CI they fail. */
export function describeIf(isFound: boolean): typeof describe.skip {
  return isFound || isCi ? describe : describe.skip;
}
