import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const folder = 'examples/sites-page';

/** Builds the files of the example page, by their path on the server; `main` is the entry point. */
export async function bundlePage(main: 'main.ts' | 'main-without-server.ts') {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, main)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Ignores the `paths` in tsconfig.json: the bundle contains the built package, like that of a user.
    tsconfigRaw: {},
    write: false,
    // Only the page without a server needs Mock Service Worker.
    nodePaths: ['test/outside/node_modules'],
    logLevel: 'error',
  });
  const worker = 'test/outside/node_modules/msw/lib/mockServiceWorker.js';
  return new Map([
    ['/', await readFile(path.join(folder, 'index.html'))],
    ['/main.js', Buffer.from(outputFiles[0]?.contents ?? '')],
    ...(main === 'main.ts' ? [] : [['/mockServiceWorker.js', await readFile(worker)] as const]),
  ]);
}
