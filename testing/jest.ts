/**
 * Adds `toHaveReceived` to Jest. Import it in a file of `setupFilesAfterEnv`, or in the tests that use it.
 * @example
 * import 'site-contract/jest';
 * expect(mock).toHaveReceived({ operation: 'createSite', times: 1 });
 */
import { type MockMatchers, matchers } from './matchers.ts';

declare global {
  namespace jest {
    // For tests that use the globals of @types/jest.
    // biome-ignore lint/complexity/noBannedTypes: the parameters have to be those of the interface that is extended.
    interface Matchers<R, T = {}> extends MockMatchers<R> {}
  }
}

declare module 'expect' {
  // For tests that import from @jest/globals.
  interface Matchers<R extends void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}

const { expect } = globalThis as { expect?: { extend(added: typeof matchers): void } };
if (expect === undefined) {
  throw new Error(
    'site-contract/jest found no global `expect`. Load it in a file of `setupFilesAfterEnv` or in a test. With `injectGlobals: false`, pass the `matchers` of site-contract/matchers to `expect.extend` of @jest/globals.',
  );
}
expect.extend(matchers);

export type { MockMatchers } from './matchers.ts';
