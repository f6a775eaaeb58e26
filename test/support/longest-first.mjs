import TestSequencer from '@jest/test-sequencer';

/** The files that take longest: on two processors, one of them at the end would run alone. */
const longest = [
  'test/installed/package.test.ts',
  'gate/diff/diff-documents.test.ts',
  'examples/cluster/cluster.test.ts',
  'mock/postgres/same-tests.test.ts',
  'test/self-test/first-screen.test.ts',
  'test/self-test/self-test.test.ts',
  'test/overlay-loop.test.ts',
  'conformance/runner/unreliable.test.ts',
  'test/hostile/poisonous-bodies.test.ts',
  'page/page.browser.test.ts',
  'test/pipelines.test.ts',
  'gate/diff/schemas.test.ts',
  'test/self-test/rerun.test.ts',
  'test/acceptance/acceptance.test.ts',
  'test/corpus/broken.test.ts',
  'page/control.browser.test.ts',
  'mock/postgres/database-faults.test.ts',
];

/** Jest knows how long files take from its cache. A fresh clone has none, and would go by their size. */
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
