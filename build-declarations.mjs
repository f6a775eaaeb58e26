/**
 * Builds the declarations of `dist/`: one file for each entry point of package.json, with everything it refers to in it.
 * The compiler writes a declaration for each source file, and rollup-plugin-dts joins those that an entry point uses.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const root = path.dirname(fileURLToPath(import.meta.url));
// Not below node_modules: the plugin leaves out what belongs to a package.
const parts = path.join(root, 'dist/declarations');

rmSync(parts, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    ...['-p', path.join(root, 'tsconfig.build.json'), '--outDir', parts],
  ],
  { stdio: 'inherit' },
);
copyGenerated();

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
for (const entry of Object.values(exports)) {
  const { types } = entry.import ?? entry;
  if (types === undefined) continue;
  await rollUp(types.replace('./dist/', ''));
  // The same declarations for CommonJS: the ending tells the compiler which of the two they are about.
  if (entry.require !== undefined)
    copyFileSync(path.join(root, types), path.join(root, entry.require.types));
}
rmSync(parts, { recursive: true });

/** The compiler writes no declarations for JavaScript. Generated JavaScript comes with its own. */
function copyGenerated() {
  const from = path.join(root, 'generated');
  const to = path.join(parts, 'generated');
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.d.ts')))
    copyFileSync(path.join(from, file), path.join(to, file));
}

async function rollUp(entry) {
  const bundle = await rollup({
    input: path.join(parts, entry),
    plugins: [dts(), { name: 'disposable', renderChunk: referToDisposable }],
    external: (id) => !/^[./]/.test(id) && !path.isAbsolute(id),
    onLog: (_level, { message }) => {
      throw new Error(`${entry}: ${message}`);
    },
  });
  await bundle.write({
    file: path.join(root, 'dist', entry),
    format: 'es',
  });
}

/** `Symbol.asyncDispose` needs neither @types/node nor a `lib` of the consumer's own then. */
function referToDisposable(code) {
  if (!code.includes('Symbol.asyncDispose')) return null;
  return `/// <reference lib="esnext.disposable" />\n${code}`;
}
