import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  consumerMistakes,
  consumerOutput,
  consumerProgram,
  consumerTypes,
  toConsumerConfig,
} from './consumer-files.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';
import { listBrokenLinks } from './list-broken-links.ts';
import { readMistakes, writeMistakes } from './mistaken-code.ts';
import { runProgram, startProgram } from './run-program.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage();
  writeFileSync(path.join(installed.folder, 'consumer.mjs'), consumerProgram);
  writeFileSync(path.join(installed.folder, 'consumer.ts'), consumerTypes);
  writeFileSync(
    path.join(installed.folder, consumerMistakes.file),
    writeMistakes(consumerMistakes),
  );
});
afterAll(() => {
  rmSync(installed.folder, { recursive: true });
});

/** @returns the output of the compiler */
async function compile(config: string): Promise<string> {
  writeFileSync(path.join(installed.folder, 'tsconfig.json'), config);
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  return (await runProgram(process.execPath, [compiler], { cwd: installed.folder })).stdout;
}

describe('the packed package', () => {
  test('contains what is documented, and neither sources nor tests', () => {
    expect(installed.files).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'docs/control.md', 'dist/cli/main.js'],
        ...['dist/mock/index.js', 'dist/mock/index.d.ts', 'dist/mock/browser.js'],
        ...['dist/conformance/index.js', 'dist/conformance/index.d.ts'],
        ...['dist/openapi.json', 'spec/openapi.yaml', 'spec/requirements.yaml'],
      ]),
    );
    const sources = installed.files.filter((file) => /(?<!\.d)\.ts$/.test(file));
    expect(sources.filter((file) => !file.startsWith('examples/'))).toEqual([]);
    expect(installed.files.filter((file) => /\.test\.|corpus\/|acceptance/.test(file))).toEqual([]);
  });

  test('contains no broken link', () => {
    const root = path.join(installed.folder, 'node_modules/site-contract');
    const pages = installed.files.filter((file) => file.endsWith('.md'));
    expect(pages).toContain('docs/mock.md');
    expect(pages.flatMap((page) => listBrokenLinks(root, page))).toEqual([]);
  });

  test('has at most 1.1 MB packed, 5 MB unpacked, and 40 packages installed', () => {
    expect(installed.packages).toBeGreaterThan(5);
    expect(installed.packages).toBeLessThanOrEqual(40);
    expect(installed.packedBytes).toBeLessThanOrEqual(1_100_000);
    expect(installed.unpackedBytes).toBeLessThanOrEqual(5_000_000);
  });

  test('type-checks in a strict consumer, and lets the compiler find each mistake', async () => {
    const typeRoots = path.resolve('node_modules/@types');
    const files = ['consumer.ts', consumerMistakes.file];
    const output = await compile(toConsumerConfig('nodenext', typeRoots, files, []));
    expect(readMistakes(consumerMistakes, output)).toEqual([...consumerMistakes.mistakes.keys()]);
    expect(output).not.toMatch(/Simplify|components\[/);
  });

  test('type-checks without the types of Node', async () => {
    expect(await compile(toConsumerConfig('bundler', '', ['consumer.ts']))).toBe('');
  });

  test('can be imported with all its exports', async () => {
    const { code, stdout, stderr } = await runProgram(process.execPath, ['consumer.mjs'], {
      cwd: installed.folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(consumerOutput);
  });

  test('starts through npx, conforms to itself, and stops cleanly', async () => {
    const options = { cwd: installed.folder };
    const npx = ['--no-install', 'site-contract'];
    const mock = startProgram('npx', [...npx, 'mock', '--port', '0'], options);
    const url = await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
    const suite = await runProgram(
      'npx',
      [...npx, 'conformance', url, '--workspace', workspace, '--only', 'createSite'],
      { ...options, environment: { SITE_CONTRACT_API_KEY: 'site-contract-key' } },
    );
    expect(suite).toMatchObject({ code: 0 });
    expect((await mock.stop()).stderr).not.toMatch(/warning/i);
  });
});
