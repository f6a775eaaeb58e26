import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Makes the files that a browser gets from the sources beside this one, by their names. */
export async function bundlePage() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: ['page.ts', 'docs.ts', 'page.css', 'docs.css'].map((name) =>
      path.join(folder, name),
    ),
    outdir: folder,
    bundle: true,
    minify: true,
    // Comments that begin with `@license` go along.
    legalComments: 'eof',
    format: 'esm',
    platform: 'browser',
    // Elements and styles that every browser has had since 2024.
    target: 'es2022',
    tsconfigRaw: {},
    write: false,
    logLevel: 'warning',
  });
  const made = outputFiles.map(({ path: file, text }) => [path.basename(file), text]);
  const pages = ['page.html', 'docs.html'].map(async (name) => [
    name,
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return Object.fromEntries([...made, ...(await Promise.all(pages))]);
}
