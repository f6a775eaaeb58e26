import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { describeInCi, testInCi } from '../support/in-ci.ts';
import {
  consumerMistakes,
  consumerOutput,
  consumerProgram,
  consumerTypes,
  moduleResolutions,
  toConsumerConfig,
} from './consumer-files.ts';
import { testFrameworkGuides } from './framework-guides.ts';
import { testGuides } from './guides.ts';
import { readHovers, writeHoveredCode } from './hovers.ts';
import { addPeer, type InstalledPackage, installPackage } from './install-package.ts';
import { listBrokenLinks } from './list-broken-links.ts';
import { type MistakenCode, readMistakes, writeMistakes } from './mistaken-code.ts';
import { mswMistakes, mswOutput, mswProgram, mswTypes } from './msw-consumer.ts';
import { installNode, nodeVersions } from './node-versions.ts';
import { runProgram, startProgram } from './run-program.ts';

/** Compiler checks are the same for both resolutions, and each takes seconds. */
const [ofNode, ...onlyInCi] = moduleResolutions;
type Resolution = (typeof moduleResolutions)[number];
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage();
  writeFileSync(path.join(installed.folder, 'consumer.mjs'), consumerProgram);
  writeFileSync(path.join(installed.folder, 'consumer.ts'), consumerTypes);
});
afterAll(() => {
  rmSync(installed.folder, { recursive: true });
});

/** Starts the mock of the installed package, runs the suite of the installed package against it, and stops it. */
async function mockAndConform(
  file: string,
  argv: readonly string[],
  suiteArgv: readonly string[] = [],
) {
  const options = { cwd: installed.folder };
  const mock = startProgram(file, [...argv, 'mock', '--port', '0'], options);
  const url = await mock.waitFor(/"listening":"(http:[^"]+)"/);
  const conformance = await runProgram(
    file,
    [...argv, 'conformance', url, '--workspace', workspace, ...suiteArgv],
    { ...options, environment: { SITE_CONTRACT_API_KEY: 'site-contract-key' } },
  );
  mock.child.kill('SIGTERM');
  return { conformance, mock: await mock.ended };
}

/** Runs a program of a development dependency. */
function runTool(name: string, argv: readonly string[]) {
  return runProgram(path.resolve('node_modules/.bin', name), argv);
}

/**
 * Type-checks files of a consumer.
 * @param resolution how modules are found
 * @param lib additional libraries. Default: those of the compiler, without the types of Node
 * @returns the output of the compiler
 */
async function compile(
  resolution: Resolution,
  files: readonly string[],
  lib?: readonly string[],
): Promise<string> {
  const typeRoots = path.resolve('node_modules/@types');
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const config = `tsconfig.${files[0]}.${resolution}.${lib?.length ?? 'default'}.json`;
  const text = toConsumerConfig(resolution, typeRoots, files, lib);
  writeFileSync(path.join(installed.folder, config), text);
  const argv = [compiler, '-p', config];
  return (await runProgram(process.execPath, argv, { cwd: installed.folder })).stdout;
}

/** Asserts that the compiler accepts a file, and finds each mistake in another one. */
async function expectChecked(
  resolution: Resolution,
  file: string,
  code: MistakenCode,
  lib: readonly string[],
): Promise<string> {
  writeFileSync(path.join(installed.folder, code.file), writeMistakes(code));
  const output = await compile(resolution, [file, code.file], lib);
  expect(readMistakes(code, output)).toEqual([...code.mistakes.keys()]);
  return output;
}

const strictly =
  'type-checks in strict consumers, and lets the compiler find each mistake, with modules found by %s';

async function checkStrictly(resolution: Resolution): Promise<void> {
  const output = await expectChecked(resolution, 'consumer.ts', consumerMistakes, []);
  expect(output).toMatch(/required in type 'SiteCreation'/);
  expect(output).toMatch(/required in type 'Site'/);
  expect(output).not.toMatch(/Simplify|components\[/);
}

async function checkWithoutNode(resolution: Resolution): Promise<void> {
  expect(await compile(resolution, ['consumer.ts'])).toBe('');
}

describe('the packed package', () => {
  test('contains what is documented, and neither sources nor tests', () => {
    expect(installed.files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'docs/control.md',
        'dist/cli/main.js',
        'dist/mock/index.js',
        'dist/mock/index.d.ts',
        'dist/mock/browser.js',
        'dist/conformance/index.js',
        'dist/conformance/index.d.ts',
        'generated/openapi.json',
        'spec/openapi.yaml',
        'spec/requirements.yaml',
        'spec/config.schema.json',
      ]),
    );
    const unwanted = installed.files.filter(
      (file) =>
        !/^(?:docs|bench)\/(?:guides\/)?[\w-]+\.md$/.test(file) &&
        !/^dist\/(?:testing|vendor)\//.test(file) &&
        !/^examples\/(?!.*\.test\.)/.test(file) &&
        (/(?<!\.d)\.ts$/.test(file) || /test|corpus|acceptance|bench/.test(file)),
    );
    expect(unwanted).toEqual([]);
  });

  test('contains no broken link', () => {
    const root = path.join(installed.folder, 'node_modules/site-contract');
    const pages = installed.files.filter((file) => file.endsWith('.md'));
    expect(pages).toContain('docs/mock.md');
    expect(pages.flatMap((page) => listBrokenLinks(root, page))).toEqual([]);
  });

  test('installs at most 10 packages and 10 MB', () => {
    expect(installed.packages).toBeGreaterThan(5);
    expect(installed.packages).toBeLessThanOrEqual(10);
    expect(installed.bytes).toBeLessThanOrEqual(10_000_000);
  });

  test.each([ofNode])(strictly, checkStrictly);
  testInCi.each(onlyInCi)(strictly, checkStrictly);

  test('shows a description of every operation, parameter, field and option in an editor', () => {
    const hovers = readHovers(installed.folder, 'hovered.mts', writeHoveredCode(contract));
    expect(hovers.length).toBeGreaterThan(60);
    expect(hovers.filter(({ description }) => description === '')).toEqual([]);
    expect(hovers.filter(({ type }) => /Simplify|Omit<|components\[|: any\b/.test(type))).toEqual(
      [],
    );
  });

  test.each([ofNode])(
    'type-checks without the types of Node, with modules found by %s',
    checkWithoutNode,
  );
  testInCi.each(onlyInCi)(
    'type-checks without the types of Node, with modules found by %s',
    checkWithoutNode,
  );

  test('passes publint without messages', async () => {
    const { code, stdout } = await runTool('publint', ['--strict', installed.tarball]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('All good') });
  });

  // Entry points only for Node have no CommonJS: since 20.19, Node loads ES modules with `require` as well.
  testInCi('has no complaints from "Are the types wrong?"', async () => {
    const argv = ['--profile', 'esm-only', '--exclude-entrypoints', 'openapi.yaml'];
    const { code, stdout } = await runTool('attw', [installed.tarball, ...argv]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('site-contract'),
    });
  });

  test('starts through npx', async () => {
    const { conformance, mock } = await mockAndConform(
      'npx',
      ['--no-install', 'site-contract'],
      ['--only', 'createSite'],
    );
    expect(conformance.stderr).not.toMatch(/Error/);
    expect(conformance.code).toBe(0);
    expect(mock.stdout).toContain('listSites');
  });
});

describe(`the installed package on Node ${process.versions.node} (this one)`, () =>
  testProgram(() => process.execPath));
describeInCi.each(nodeVersions)('the installed package on Node %s', (version) =>
  testProgram(() => installNode(version)),
);

function testProgram(find: () => string): void {
  let node = '';
  beforeAll(() => {
    node = find();
  });

  test('can be imported with all its exports', async () => {
    const { code, stdout, stderr } = await runProgram(node, ['consumer.mjs'], {
      cwd: installed.folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(consumerOutput);
  });

  test('mocks the service, conforms to itself, and stops cleanly', async () => {
    const { conformance, mock } = await mockAndConform(node, [
      'node_modules/site-contract/dist/cli/main.js',
    ]);
    expect(conformance.code).toBe(0);
    expect(mock).toMatchObject({ code: 0 });
    expect(mock.stderr).not.toMatch(/warning/i);
  });
}

describe('the installed package beside Mock Service Worker', () => {
  beforeAll(() => {
    addPeer(installed, 'msw');
    writeFileSync(path.join(installed.folder, 'msw.mjs'), mswProgram);
    writeFileSync(path.join(installed.folder, 'msw.ts'), mswTypes);
  });

  test('responds to the requests of a program', async () => {
    const { code, stdout, stderr } = await runProgram(process.execPath, ['msw.mjs'], {
      cwd: installed.folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(mswOutput);
  });

  testInCi.each(moduleResolutions)(strictly, async (resolution) => {
    // The declarations of Mock Service Worker need the types of browsers.
    await expectChecked(resolution, 'msw.ts', mswMistakes, ['dom', 'dom.iterable']);
  });
});

describe('the guides', () => {
  testGuides(() => installed);
  testFrameworkGuides(() => installed);
});
