import TestSequencer from '@jest/test-sequencer';

/** The slowest files of a whole run, slowest first. If one of them ran last, the other cores would idle. */
const longest = [
  'test/installed/package.test.ts',
  'test/any-contract/any-contract.test.ts',
  'test/self-test/self-test.test.ts',
  'conformance/runner/unreliable.test.ts',
  'page/page.browser.test.ts',
  'test/overlay-loop.test.ts',
  'test/gate-in-repository.test.ts',
  'gate/diff/diff-documents.test.ts',
  'test/any-contract/own-mocks.test.ts',
  'test/self-test/rerun.test.ts',
  'conformance/run-any-contract.test.ts',
  'mock/postgres/same-tests.test.ts',
  'test/referee/referee.test.ts',
  'page/requests.browser.test.ts',
  'test/pipelines.test.ts',
];

/** Jest orders files by the durations in its cache. A new clone has none, and Jest would order them by size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((file) => path.endsWith(file));
      return index === -1 ? longest.length : index;
    };
    return [...super.sort(tests)].sort((left, right) => rank(left) - rank(right));
  }
}
