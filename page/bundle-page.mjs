import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Builds the files for the browser from the sources in this folder, by their names. */
export async function bundlePage() {
  const { build } = await import('esbuild');
  const control = await readFile(path.join(folder, '../spec/control.yaml'), 'utf8');
  const { outputFiles } = await build({
    entryPoints: ['page.ts', 'docs.ts', 'page.css'].map((name) => path.join(folder, name)),
    outdir: folder,
    bundle: true,
    minify: true,
    // The forms of the page are drawn from these schemas.
    define: { controlSchemas: JSON.stringify(parse(control).components.schemas) },
    // Keeps comments with `@license`.
    legalComments: 'eof',
    format: 'esm',
    platform: 'browser',
    // Elements and styles that all browsers support since 2024.
    target: 'es2022',
    tsconfigRaw: {},
    write: false,
    logLevel: 'warning',
  });
  const made = outputFiles.map(({ path: file, text }) => [path.basename(file), text]);
  const page = await readFile(path.join(folder, 'page.html'), 'utf8');
  const docs = page.replace('page.js', 'docs.js').replace('<title>', '<title>Contract · ');
  return { ...Object.fromEntries(made), 'page.html': page, 'docs.html': docs };
}
