import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { createMock } from '../../mock/create-mock.ts';
import { runProgram } from '../installed/run-program.ts';
import { isCi, testInCi } from '../support/in-ci.ts';

/**
 * Only CI runs the generators. They are installed from a separate lock file, because nothing else needs their 420 packages,
 * and are kept for the next run.
 */
const installed = path.resolve('node_modules/.cache/site-contract/generators');

let folder = '';
beforeAll(async () => {
  if (!isCi) return;
  mkdirSync(installed, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(path.join('test/generators', file), path.join(installed, file));
  if (!existsSync(path.join(installed, 'node_modules'))) {
    const { code, stderr } = await runProgram('npm', ['ci', '--ignore-scripts'], {
      cwd: installed,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }
  // Next to node_modules, where the compiler finds the imports of generated code.
  folder = mkdtempSync(path.join(installed, 'run-'));
  for (const file of ['openapi.json', 'openapi.explicit.json'])
    cpSync(path.join('generated', file), path.join(folder, file));
});
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

async function generate(program: string, ...argv: readonly string[]): Promise<void> {
  const file = path.join(installed, 'node_modules/.bin', program);
  const { code, stdout, stderr } = await runProgram(file, argv, { cwd: folder });
  expect({ code, output: stdout + stderr }).toMatchObject({ code: 0 });
}

const orval = (document: string, client: string): string[] => [
  ...['--input', document, '--output', `${client}/client.ts`, '--client', client],
];

describe('clients generated from the document', () => {
  testInCi('compile, tell refusals from answers, and call the mock', async () => {
    const document = 'openapi.json';
    await generate('openapi-typescript', document, '-o', 'schema.ts');
    await generate('openapi-ts', '-i', document, '-o', 'hey', '-c', '@hey-api/client-fetch');
    await generate('orval', ...orval(document, 'axios'));
    // Its client for `fetch` would write a range of statuses into the code.
    await generate('orval', ...orval('openapi.explicit.json', 'fetch'));
    await generate(
      'swagger-typescript-api',
      ...['generate', '-p', document, '-o', 'swagger', '-n', 'client.ts', '--silent'],
    );
    cpSync('test/generators/use-clients.ts', path.join(folder, 'use-clients.ts'));
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'es2022' },
      ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
      lib: ['es2023', 'dom', 'dom.iterable'],
    };
    const config = JSON.stringify({ compilerOptions, files: ['use-clients.ts'] });
    writeFileSync(path.join(folder, 'tsconfig.json'), config);
    const compiler = path.join(installed, 'node_modules/typescript/bin/tsc');
    const { stdout } = await runProgram(process.execPath, [compiler], { cwd: folder });
    expect(stdout).toBe('');

    const bundle = path.join(folder, 'use-clients.mjs');
    await build({
      entryPoints: [path.join(folder, 'use-clients.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Parts of axios load modules of Node with `require`.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      outfile: bundle,
    });
    const mock = createMock({ seed: 1 });
    const { url } = await mock.listen();
    const call = `import { useAll } from ${JSON.stringify(bundle)};
      console.log(JSON.stringify(await useAll(${JSON.stringify(url)}, '${mock.apiKeys[0]}')));`;
    const called = await runProgram(process.execPath, ['--input-type=module', '-e', call]);
    await mock.close();
    expect(called.stderr).toBe('');
    const clients = [
      ...['openapi-fetch', 'hey-api', 'orval, fetch', 'orval, axios'],
      'swagger-typescript-api',
    ];
    expect(JSON.parse(called.stdout)).toEqual(
      Object.fromEntries(clients.map((each) => [each, 'Bakery'])),
    );
  });
});

// openapi-generator writes a file for each tag, first for the paths and then for the webhooks: a tag of both would lose operations.
test('no tag of the document contains both operations and events', () => {
  const { paths, webhooks } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  const listTags = (items: object): string[] =>
    Object.values(items).flatMap((item: object) =>
      Object.values(item).flatMap(({ tags = [] }: { tags?: string[] }) => tags),
    );
  const ofEvents = new Set(listTags(webhooks));
  expect([...ofEvents]).toEqual(['Events']);
  expect(listTags(paths).filter((tag) => ofEvents.has(tag))).toEqual([]);
});
