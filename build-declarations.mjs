/**
 * Builds the declarations of `dist/`: one self-contained file for each entry point of package.json. The compiler writes
 * a declaration for each source file, and rollup-plugin-dts joins those that an entry point uses.
 *
 * node build-declarations.mjs             builds everything
 * node build-declarations.mjs --if-stale  only if a source is newer than a declaration
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { isStale } from './build.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
// Not inside node_modules: the plugin excludes files of packages.
const parts = path.join(root, 'dist/declarations');

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const entries = Object.values(exports).flatMap((entry) => {
  const { types } = entry.import ?? entry;
  return types === undefined ? [] : [{ types, required: entry.require?.types }];
});
const made = entries.flatMap(({ types, required }) => [types, required ?? types]);
const isWanted = !process.argv.includes('--if-stale');
if (isWanted || isStale(made.map((file) => path.join(root, file)))) await build();

async function build() {
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
  for (const { types, required } of entries) {
    await rollUp(types.replace('./dist/', ''));
    // The same declarations for CommonJS: the compiler distinguishes them by the file extension.
    if (required !== undefined) copyFileSync(path.join(root, types), path.join(root, required));
  }
  rmSync(parts, { recursive: true });
}

/** The compiler writes no declarations for JavaScript. Generated JavaScript has its own. */
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

/** With this, `Symbol.asyncDispose` needs neither @types/node nor a `lib` setting of the consumer. */
function referToDisposable(code) {
  if (!code.includes('Symbol.asyncDispose')) return null;
  return `/// <reference lib="esnext.disposable" />\n${code}`;
}
