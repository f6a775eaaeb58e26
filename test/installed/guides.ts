import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { chromiumPath, describeInChromium } from '../../examples/testing/chromium.ts';
import { findPort } from '../support/find-port.ts';
import { testInCi } from '../support/in-ci.ts';
import type { InstalledPackage } from './install-package.ts';
import { type MistakenCode, readMistakes, writeMistakes } from './mistaken-code.ts';
import { type Ended, runProgram } from './run-program.ts';
import { guides, writeGuide } from './write-guide.ts';

const modules = path.resolve('node_modules');
const program = (name: string): string => path.join(modules, name);

/** A file with the matcher of Jest in which the compiler finds one mistake. */
const jestMistakes: MistakenCode = {
  file: 'jest.ts',
  head: `
import { expect } from '@jest/globals';
import { createMock } from 'site-contract/mock';
import 'site-contract/jest';
expect(createMock()).not.toHaveReceived({ operation: 'createSite', times: 1 });
`,
  mistakes: new Map([
    [
      'the field is called "operation"',
      "expect(createMock()).toHaveReceived({ operations: 'createSite' });",
    ],
  ]),
};

/** Tests the guides in `docs/guides/`, each with its tool, against the installed package. */
export function testGuides(find: () => InstalledPackage): void {
  beforeAll(() => {
    // The tools that users of a guide have installed.
    for (const name of ['@jest', '@playwright', 'expect', 'jest', 'vite', 'vitest'])
      symlinkSync(path.join(modules, name), path.join(find().folder, 'node_modules', name));
  });

  test('every guide is listed, with whether it is executed', () => {
    const list = readFileSync(`${guides}/README.md`, 'utf8');
    for (const file of readdirSync(guides).filter((name) => name !== 'README.md')) {
      const isRun = /^```\w+ file=/m.test(readFileSync(`${guides}/${file}`, 'utf8'));
      const mark =
        file === 'react-native.md' ? 'by `npm run guide:react-native`' : isRun ? 'yes' : 'no';
      expect(list).toContain(`](${file}) | ${mark} |`);
      expect(readFileSync(`${guides}/${file}`, 'utf8').includes('Not run in CI')).toBe(!isRun);
    }
  });

  describe('the guide', () => {
    test('of the client runs', async () => {
      const { stdout, stderr } = await run(placeGuide(find(), 'client'), ['client.mjs']);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^Harbour Café & Bar\n400 .*limit/);
    });

    test('of Mock Service Worker runs', async () => {
      const { stdout, stderr } = await run(placeGuide(find(), 'msw'), ['msw.mjs']);
      expect({ stdout, stderr }).toEqual({ stdout: 'Bakery\n', stderr: '' });
    });

    test('of Jest runs without any configuration', async () => {
      const folder = placeGuide(find(), 'jest');
      writeFileSync(path.join(folder, 'package.json'), '{ "jest": {} }');
      const { code, stderr } = await run(folder, [
        program('jest/bin/jest.js'),
        '--no-cache',
        '--testTimeout=300000',
      ]);
      expect(stderr).toContain('2 passed, 2 total');
      expect(code).toBe(0);
    });

    test('of Jest, Vitest and Playwright type-checks, with the matcher in each', async () => {
      const folder = path.join(find().folder, 'types');
      mkdirSync(folder);
      for (const name of ['vitest', 'playwright']) {
        const text = readFileSync(`${guides}/${name}.md`, 'utf8');
        const code = /^```ts file=sites\.spec\.ts\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '';
        const setUp = name === 'vitest' ? "import 'site-contract/vitest';\n" : '';
        writeFileSync(path.join(folder, `${name}.ts`), setUp + code);
      }
      writeFileSync(path.join(folder, jestMistakes.file), writeMistakes(jestMistakes));
      const compilerOptions = {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
        ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'] },
      };
      const files = ['vitest.ts', 'playwright.ts', jestMistakes.file];
      const config = JSON.stringify({ compilerOptions, files });
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(path.join(folder, 'tsconfig.json'), config);
      const { stdout } = await run(folder, [program('typescript/bin/tsc')]);
      expect(readMistakes(jestMistakes, stdout)).toEqual([...jestMistakes.mistakes.keys()]);
    });

    test('of Vitest runs', async () => {
      const patient = ['--testTimeout=300000', '--hookTimeout=300000'];
      const argv = [program('vitest/vitest.mjs'), 'run', '--reporter=verbose', ...patient];
      const { code, stdout, stderr } = await run(placeGuide(find(), 'vitest'), argv);
      expect(stdout + stderr).toMatch(/Tests {2}2 passed/);
      expect(code).toBe(0);
    });
  });

  describeInChromium('the guide', () => {
    // Its code is type-checked above in each run.
    testInCi('of Playwright runs, and a failed test has its requests attached', async () => {
      const port = String(await findPort());
      const folder = placeGuide(find(), 'playwright', (text) => text.replaceAll('5173', port));
      // The Chromium of the machine, which CI runs as root.
      writeFileSync(
        path.join(folder, 'ci.config.ts'),
        `import config from './playwright.config';
       const launchOptions = { args: ['--no-sandbox'], executablePath: process.env.CHROMIUM_PATH };
       const patient = { timeout: 300_000, expect: { timeout: 60_000 } };
       export default { ...config, ...patient, testMatch: '*.spec.ts', use: { ...config.use, launchOptions } };`,
      );
      const spec = readFileSync(path.join(folder, 'sites.spec.ts'), 'utf8');
      const failing = spec.replaceAll("name: 'Pier' }", "name: 'Quay' }");
      const quick = failing.replace(/(toHaveReceived\([^\n]*)\);/, '$1, { timeout: 500 });');
      writeFileSync(path.join(folder, 'failing.spec.ts'), quick);
      const cli = program('@playwright/test/cli.js');
      const argv = [cli, 'test', '--config', 'ci.config.ts', '--reporter=json', '--workers=2'];
      const { stdout } = await run(folder, argv, { CHROMIUM_PATH: chromiumPath });
      const report: Report = JSON.parse(stdout);
      const results = report.suites.flatMap(({ specs }) =>
        specs.map(
          ({
            title,
            file,
            tests: [
              {
                results: [result],
              },
            ],
          }) => ({ title, file, result }),
        ),
      );
      const failed = results.filter(({ result }) => result.status !== 'passed');
      expect(failed).toMatchObject([{ title: 'creates a site', file: 'failing.spec.ts' }]);
      expect(results).toHaveLength(4);
      const [{ result }] = failed as [(typeof failed)[number]];
      expect(result.error.message).toContain('/name: expected "Quay", received "Pier"');
      const archive = result.attachments.find(({ name }) => name === 'mock.har')?.body ?? '';
      const { log } = JSON.parse(Buffer.from(archive, 'base64').toString());
      expect(log.entries).toMatchObject([{ _operation: 'createSite', response: { status: 201 } }]);
    });
  });
}

/** Writes the files of a guide to a folder beside the installed package. */
function placeGuide(
  installed: InstalledPackage,
  name: string,
  change?: (text: string) => string,
): string {
  const folder = path.join(installed.folder, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  writeGuide(name, folder, change);
  return folder;
}

/** Runs a tool like a user, outside Jest. */
export function run(cwd: string, argv: readonly string[], environment = {}): Promise<Ended> {
  // Empty values count as unset.
  const outside = { NODE_OPTIONS: '', NODE_ENV: '', JEST_WORKER_ID: '' };
  return runProgram(process.execPath, argv, {
    cwd,
    environment: { ...outside, NO_COLOR: '1', ...environment },
  });
}

/** The relevant part of Playwright's JSON report. */
interface Report {
  suites: {
    specs: { title: string; file: string; tests: [{ results: [Result] }] }[];
  }[];
}

interface Result {
  status: string;
  error: { message: string };
  attachments: { name: string; body?: string }[];
}
