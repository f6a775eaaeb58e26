/**
 * The packed package in the hands of its users' tools: `npm run outside`. It installs hundreds of packages, so it is not
 * part of `npm test`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMock } from '../../mock/create-mock.ts';
import { type InstalledPackage, installPackage } from '../installed/install-package.ts';
import { runProgram, startProgram } from '../installed/run-program.ts';
import { findPort } from '../support/find-port.ts';

const here = path.resolve('test/outside');
const inTools = (name: string): string => path.join(here, 'node_modules', name);
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let installed: InstalledPackage;
let folder: string;

beforeAll(async () => {
  installed = await installPackage();
  // Beside the tools, where the package finds its peers.
  folder = mkdtempSync(path.join(here, 'run-'));
  cpSync(path.join(installed.folder, 'node_modules'), path.join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(installed.folder, { recursive: true });
});

/** Runs a program of Node like a user, outside Jest. */
function run(cwd: string, argv: readonly string[], environment = {}) {
  const outside = { NODE_OPTIONS: '', NODE_ENV: '', JEST_WORKER_ID: '', NO_COLOR: '1' };
  return runProgram(process.execPath, argv, { cwd, environment: { ...outside, ...environment } });
}

describe.each(['20.19', '22', '24', '26'])('on Node %s', (version) => {
  test('the mock starts and the suite passes', async () => {
    const place = path.join(folder, `node-${version}`);
    execFileSync('npm', ['install', '--no-save', '--prefix', place, `node@${version}`]);
    const node = path.join(place, 'node_modules/node/bin/node');
    const program = path.join(installed.folder, 'node_modules/site-contract/dist/cli/main.js');
    const mock = startProgram(node, [program, 'mock', '--port', '0']);
    const url = await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
    const suite = await runProgram(node, [program, 'conformance', url, '--workspace', workspace], {
      environment: { SITE_CONTRACT_API_KEY: 'site-contract-key' },
    });
    await mock.stop();
    expect(suite).toMatchObject({ code: 0 });
    expect(suite.stderr).not.toMatch(/warning/i);
  });
});

test.each([
  ['publint', ['--strict']],
  ['attw', ['--profile', 'esm-only', '--exclude-entrypoints', 'openapi.yaml']],
])('%s finds no fault in the package', async (tool, options) => {
  const argv = [installed.tarball, ...options];
  const { code, stdout, stderr } = await runProgram(
    path.join(here, 'node_modules/.bin', tool),
    argv,
  );
  expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
});

/** Writes the files of a guide, each from a block of code with its name. */
function placeGuide(name: string, change = (text: string) => text): string {
  const place = path.join(folder, name);
  mkdirSync(place);
  writeFileSync(path.join(place, 'package.json'), '{ "private": true, "jest": {} }');
  const text = readFileSync(`docs/guides/${name}.md`, 'utf8');
  for (const [, file = '', code = ''] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm))
    writeFileSync(path.join(place, file), change(code));
  return place;
}

describe('the guide', () => {
  test.each([
    ['client', ['client.mjs'], /^Harbour Café & Bar\n400 .*limit/],
    ['msw', ['msw.mjs'], /^Bakery\n/],
    ['jest', [inTools('jest/bin/jest.js'), '--no-cache'], /2 passed, 2 total/],
    ['vitest', [inTools('vitest/vitest.mjs'), 'run', '--reporter=verbose'], /Tests {2}2 passed/],
  ])('for %s runs', async (name, argv, shown) => {
    const { code, stdout, stderr } = await run(placeGuide(name), argv);
    expect(stdout + stderr).toMatch(shown);
    expect(code).toBe(0);
  });

  test('for Playwright compiles and runs', async () => {
    const port = String(await findPort());
    const place = placeGuide('playwright', (text) => text.replaceAll('5173', port));
    const launchOptions = { args: ['--no-sandbox'], executablePath: '/usr/bin/chromium' };
    writeFileSync(
      path.join(place, 'own.config.ts'),
      `import config from './playwright.config';
      export default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };`,
    );
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext' };
    const include = ['*.ts'];
    writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    expect((await run(place, [inTools('typescript/bin/tsc')])).stdout).toBe('');
    const argv = ['test', '--config', 'own.config.ts', '--reporter=line'];
    expect(await run(place, [inTools('@playwright/test/cli.js'), ...argv])).toMatchObject({
      code: 0,
    });
  });
});

test('generated clients compile, tell refusals from responses, and call the mock', async () => {
  for (const file of ['openapi.json', 'openapi.explicit.json'])
    cpSync(path.join('dist', file), path.join(folder, file));
  const generate = async (tool: string, ...argv: readonly string[]): Promise<void> => {
    const program = path.join(here, 'node_modules/.bin', tool);
    const { code, stdout, stderr } = await runProgram(program, argv, { cwd: folder });
    expect({ tool, code, output: code === 0 ? '' : stdout + stderr }).toEqual({
      ...{ tool, code: 0, output: '' },
    });
  };
  const orval = (document: string, client: string): string[] => [
    ...['--input', document, '--output', `${client}/client.ts`, '--client', client],
  ];
  const document = 'openapi.json';
  await generate('openapi-typescript', document, '-o', 'schema.ts');
  await generate('openapi-ts', '-i', document, '-o', 'hey', '-c', '@hey-api/client-fetch');
  await generate('orval', ...orval(document, 'axios'));
  // Its client for `fetch` would write a range of statuses into the code.
  await generate('orval', ...orval('openapi.explicit.json', 'fetch'));
  const names = ['-o', 'swagger', '-n', 'client.ts', '--silent'];
  await generate('swagger-typescript-api', 'generate', '-p', document, ...names);
  cpSync(path.join(here, 'use-clients.ts'), path.join(folder, 'use-clients.ts'));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'es2022' },
    ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
    lib: ['es2023', 'dom', 'dom.iterable'],
  };
  const config = JSON.stringify({ compilerOptions, files: ['use-clients.ts'] });
  writeFileSync(path.join(folder, 'tsconfig.json'), config);
  expect((await run(folder, [inTools('typescript/bin/tsc')])).stdout).toBe('');

  const bundle = path.join(folder, 'use-clients.mjs');
  const banner =
    "--banner:js=import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
  await generate(
    'esbuild',
    'use-clients.ts',
    '--bundle',
    '--platform=node',
    '--format=esm',
    banner,
    `--outfile=${bundle}`,
  );
  const mock = createMock({ seed: 1 });
  const { url } = await mock.listen();
  const call = `import { useAll } from ${JSON.stringify(bundle)};
    console.log(JSON.stringify(await useAll(${JSON.stringify(url)}, '${mock.apiKeys[0]}')));`;
  const called = await run(folder, ['--input-type=module', '-e', call]);
  await mock.close();
  expect(called.stderr).toBe('');
  expect([...new Set(Object.values(JSON.parse(called.stdout)))]).toEqual(['Bakery']);
});
