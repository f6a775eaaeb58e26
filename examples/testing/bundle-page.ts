import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const folder = 'examples/sites-page';

/** The files of the example page, by their path on the server; `main` is the program that it starts with. */
export async function bundlePage(main: 'main.ts' | 'main-without-server.ts') {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, main)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // No `paths` of tsconfig.json: what is bundled is the built package, as for everybody who installs it.
    tsconfigRaw: {},
    write: false,
    logLevel: 'error',
  });
  return new Map([
    ['/', await readFile(path.join(folder, 'index.html'))],
    ['/main.js', Buffer.from(outputFiles[0]?.contents ?? '')],
    ['/mockServiceWorker.js', await readFile('node_modules/msw/lib/mockServiceWorker.js')],
  ]);
}
