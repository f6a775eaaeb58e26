import TestSequencer from '@jest/test-sequencer';

/** The slowest files of a whole run, slowest first. If one of them ran last, the other cores would idle. */
const longest = [
  'test/installed/package.test.ts',
  'page/page.browser.test.ts',
  'gate/diff/diff-documents.test.ts',
  'gate/diff/schemas.test.ts',
  'conformance/runner/unreliable.test.ts',
  'test/referee/referee.test.ts',
  'cli/conformance/program.test.ts',
  'test/self-test/rerun.test.ts',
  'cli/mock/https.test.ts',
  'conformance/runner/endless.test.ts',
  'test/conformance.test.ts',
  'test/self-test/self-test.test.ts',
  'test/overlay-loop.test.ts',
  'test/gate-in-repository.test.ts',
  'cli/mock/state.test.ts',
];

/** Jest orders files by the durations in its cache. A new clone has none, and Jest would order them by size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = longest.findIndex((file) => path.endsWith(file));
      return found === -1 ? longest.length : found;
    };
    const known = super.sort(tests);
    return [...known].sort((one, other) => place(one) - place(other));
  }
}
