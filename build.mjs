/**
 * Builds the JavaScript of `dist/` from the sources: every file that package.json exports or runs is an entry.
 *
 *   node build.mjs             from nothing
 *   node build.mjs --if-stale  only when a source is newer than what is there
 *
 * Jest calls the default export before all tests, so that what they start as a program is made of current sources.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const sources = ['generated', 'contract', 'client', 'mock', 'conformance', 'cli', 'spec'];
const made = path.join(root, 'dist/cli/main.js');

export default async function build() {
  // Loaded only when there is something to do: `npm start` is quick when nothing has changed.
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: listEntries(),
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'warning',
  });
  copyDeclarations();
}

/** The compiler writes declarations for TypeScript alone; those of generated JavaScript are taken as they are. */
function copyDeclarations() {
  const from = path.join(root, 'generated');
  const to = path.join(root, 'dist/generated');
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.d.ts')))
    copyFileSync(path.join(from, file), path.join(to, file));
}

/** `./dist/mock/index.js` in package.json is made from `mock/index.ts`. */
function listEntries() {
  const { bin, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const targets = Object.values(exports).map((target) => target.default ?? target);
  return [...new Set([...Object.values(bin), ...targets])].flatMap((target) => {
    const name = /^(?:\.\/)?dist\/(.+)\.js$/.exec(target)?.[1];
    return name === undefined ? [] : [`${name}.ts`];
  });
}

function isStale() {
  if (!existsSync(made)) return true;
  const since = statSync(made).mtimeMs;
  const files = sources.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) =>
      path.join(root, folder, file),
    ),
  );
  return [...files, path.join(root, 'package.json'), fileURLToPath(import.meta.url)].some(
    (file) => statSync(file).mtimeMs > since,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ifStale = process.argv.includes('--if-stale');
  if (!ifStale) rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  if (!ifStale || isStale()) await build();
}
