/**
 * Adds `toHaveReceived` to Vitest. Import it in a file of `setupFiles`, or in the tests that use it.
 * @example
 * import 'site-contract/vitest';
 * expect(mock).toHaveReceived({ operation: 'createSite', times: 1 });
 */
import { expect } from 'vitest';
import { type MockMatchers, matchers } from './matchers.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the parameters have to be those of the interface that is extended.
  interface Assertion<T = any> extends MockMatchers<void> {}
}

expect.extend(matchers);

export type { MockMatchers } from './matchers.ts';
