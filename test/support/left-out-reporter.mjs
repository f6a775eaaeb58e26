import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Why tests are skipped, and how their files show that they may be. The first reason that applies counts. */
const reasons = [
  {
    pattern: /\bdescribe(?:InChromium|Page)\b/,
    applies: () => !existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    text: 'Chromium was not found. `apt-get install chromium`, or set CHROMIUM_PATH to a Chromium or Chrome',
  },
  {
    pattern: /\bdescribePostgres\b/,
    applies: () => process.env.POSTGRES_BIN === undefined && !hasServer('/usr/lib/postgresql'),
    text: 'PostgreSQL was not found. `apt-get install postgresql`, or set POSTGRES_BIN to the folder of its programs',
  },
  {
    pattern: /\b(?:testInCi|describeInCi|testSome)\b/,
    applies: () => true,
    text: 'They take long, and resemble tests that ran. CI=1 runs them',
  },
];
const otherwise = 'This system lacks what they test, such as pipes or limits of files';

/** Lists the skipped tests at the end of a run by the reason, and how to run them. */
export default class LeftOutReporter {
  onRunComplete(_, { testResults }) {
    const files = testResults
      .map(({ testFilePath, testResults: tests }) => ({
        file: path.relative(process.cwd(), testFilePath),
        // Tests that a filter excludes are pending too, so filtered runs do not count.
        skipped: tests.filter(({ status }) => status === 'pending').length,
        reason: findReason(testFilePath),
      }))
      .filter(({ skipped }) => skipped > 0);
    const isFiltered = process.argv.some((word) => /^(?:-t|--testNamePattern)/.test(word));
    if (files.length === 0 || isFiltered) return;
    const lines = ['', `LEFT OUT: ${toCount(files)} skipped.`];
    for (const [reason, group] of groupByReason(files)) {
      lines.push(`  ${toCount(group)} left out. ${reason}:`);
      for (const { file, skipped } of group) lines.push(`    ${file}: ${skipped}`);
    }
    lines.push('  With CI=1 nothing is skipped: what is missing fails.', '');
    process.stderr.write(`${lines.join('\n')}\n`);
  }
}

/** The tests of a file are skipped for a reason that its text names. */
function findReason(file) {
  const text = readFileSync(file, 'utf8');
  const reason = reasons.find(({ pattern, applies }) => pattern.test(text) && applies());
  return reason?.text ?? otherwise;
}

function groupByReason(files) {
  const groups = new Map();
  for (const file of files) groups.set(file.reason, [...(groups.get(file.reason) ?? []), file]);
  return groups;
}

function toCount(files) {
  const count = files.reduce((sum, { skipped }) => sum + skipped, 0);
  return count === 1 ? '1 test was' : `${count} tests were`;
}

/** The folder may also contain only clients. */
function hasServer(folder) {
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.some((version) => existsSync(`${folder}/${version}/bin/initdb`));
}
