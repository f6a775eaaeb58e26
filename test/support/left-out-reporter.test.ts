import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { useFolder } from './use-folder.ts';

const folder = useFolder();
afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns what the reporter says of files with these texts, each with two skipped tests. */
async function report(texts: readonly string[]): Promise<string> {
  const { default: Reporter } = await import('./left-out-reporter.mjs');
  let written = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const argv = process.argv;
  process.argv = ['node', 'jest'];
  const testResults = texts.map((text, index) => {
    const testFilePath = path.join(folder, `${index}.test.ts`);
    writeFileSync(testFilePath, text);
    return { testFilePath, testResults: [{ status: 'pending' }, { status: 'pending' }] };
  });
  new Reporter().onRunComplete(undefined, { testResults });
  process.argv = argv;
  return written;
}

test('each skipped file is listed with its own reason', async () => {
  process.env['POSTGRES_BIN'] = '/somewhere';
  process.env['CHROMIUM_PATH'] = '/missing';
  const written = await report([
    "describeInChromium('a'); testInCi('b')",
    "describePostgres('a', () => describeInCi.each([])('b'))",
    "describeIf(process.platform === 'linux')",
  ]);
  delete process.env['POSTGRES_BIN'];
  delete process.env['CHROMIUM_PATH'];
  expect(written).toContain('LEFT OUT: 6 tests were skipped.');
  expect(written).toMatch(/2 tests were left out\. Chromium was not found.*:\n.*0\.test\.ts: 2\n/);
  expect(written).toMatch(/2 tests were left out\. They take long.*:\n.*1\.test\.ts: 2\n/);
  expect(written).toMatch(/2 tests were left out\. This system lacks.*:\n.*2\.test\.ts: 2\n/);
  expect(written).not.toMatch(/PostgreSQL|nginx|curl/);
});
