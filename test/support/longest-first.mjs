import TestSequencer from '@jest/test-sequencer';

/** The slowest files of a whole run, slowest first. If one of them ran last, it would run alone. */
const longest = [
  'test/installed/package.test.ts',
  'test/self-test/self-test.test.ts',
  'test/overlay-loop.test.ts',
  'test/self-test/first-screen.test.ts',
  'conformance/runner/endless.test.ts',
  'gate/diff/diff-documents.test.ts',
  'conformance/runner/unreliable.test.ts',
  'test/referee/referee.test.ts',
  'page/control.browser.test.ts',
  'test/acceptance/acceptance.test.ts',
  'test/gate-in-repository.test.ts',
  'page/page.browser.test.ts',
  'page/send.browser.test.ts',
  'mock/postgres/database-faults.test.ts',
  'test/self-test/rerun.test.ts',
  'page/data.browser.test.ts',
  'page/requests.browser.test.ts',
  'mock/postgres/same-tests.test.ts',
  'examples/sites-page/sites-page.test.ts',
  'conformance/reporters/html.browser.test.ts',
  'examples/end-to-end/end-to-end.test.ts',
  'cli/mock/banner.test.ts',
  'mock/adapters/hostile-frames.test.ts',
  'mock/postgres/sharing.test.ts',
  'mock/features/data/killed.test.ts',
  'test/pipelines.test.ts',
  'gate/diff/schemas.test.ts',
  'cli/conformance/program.test.ts',
  'test/installed/entry-points.test.ts',
  'mock/features/control/drive-by.browser.test.ts',
  'test/containers.test.ts',
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
