import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Programs that some tests need and npm does not install. */
const programs = [
  {
    name: 'Chromium',
    isFound: () => existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    how: '`apt-get install chromium`, or set CHROMIUM_PATH to a Chromium or Chrome',
  },
  {
    name: 'PostgreSQL',
    isFound: () => process.env.POSTGRES_BIN !== undefined || hasServer('/usr/lib/postgresql'),
    how: '`apt-get install postgresql`, or set POSTGRES_BIN to the folder of its programs',
  },
  ...['curl', 'nginx'].map((name) => ({
    name,
    isFound: () => canRun(name, name === 'nginx' ? '-v' : '--version'),
    how: `\`apt-get install ${name}\``,
  })),
];

/** Lists the skipped tests at the end of a run, and how to run them. */
export default class LeftOutReporter {
  onRunComplete(_, { testResults }) {
    const files = testResults
      .map(({ testFilePath, testResults: tests }) => ({
        file: path.relative(process.cwd(), testFilePath),
        // Tests that a filter excludes are pending too, so filtered runs do not count.
        skipped: tests.filter(({ status }) => status === 'pending').length,
      }))
      .filter(({ skipped }) => skipped > 0);
    const isFiltered = process.argv.some((each) => /^(?:-t|--testNamePattern)/.test(each));
    if (files.length === 0 || isFiltered) return;
    const count = files.reduce((sum, { skipped }) => sum + skipped, 0);
    const missing = programs.filter(({ isFound }) => !isFound());
    const lines = [
      '',
      `LEFT OUT: ${count} ${count === 1 ? 'test was' : 'tests were'} skipped.`,
      ...files.map(({ file, skipped }) => `  ${file}: ${skipped}`),
      ...missing.map(({ name, how }) => `  ${name} was not found. Install it: ${how}`),
      '  With CI=1 nothing is skipped: what is missing fails.',
      '',
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
  }
}

/** The folder may also contain only clients. */
function hasServer(folder) {
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.some((version) => existsSync(`${folder}/${version}/bin/initdb`));
}

function canRun(name, option) {
  try {
    execFileSync(name, [option], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
