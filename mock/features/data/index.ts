/** States to start with. What reads files is loaded when a file is read. */

import type { StoreContents } from '../../store/store.ts';
import type { FixtureOptions } from './to-contents.ts';

export { createDemoFixture, type DemoOptions } from './demo-fixture.ts';
export type { FixtureOptions } from './to-contents.ts';

/**
 * Reads a fixture: a JSON file that matches `spec/state.schema.json`. Missing ids and keys are created, the same ones
 * each time.
 *
 * @example const mock = createMock({ contents: await readFixture('fixture.json') });
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixture(
  file: string,
  options: FixtureOptions = {},
): Promise<StoreContents> {
  return (await import('./read-fixture.ts')).readFixtureFile(file, options);
}
