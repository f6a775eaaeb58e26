/**
 * Builds `dist/` from what package.json exports and runs: JavaScript always, declarations unless BUILD=javascript.
 * Dependencies stay packages; only the page of the mock is bundled with its own (lit-html).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'tsdown';
import { document } from './generated/document.js';
import { bundlePage } from './page/bundle-page.mjs';

const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const built = Object.values(exports).filter((entry) => typeof entry === 'object');
const hasDeclarations = process.env['BUILD'] !== 'javascript';

/** What joins the engine and its services is built where users expect it. */
const joined = {
  'client/index': 'service/entries/client.ts',
  'conformance/index': 'service/entries/conformance.ts',
  'mock/index': 'service/entries/mock.ts',
};

/** `./dist/mock/browser.js` is built from `mock/browser.ts`. */
const toEntries = (files) =>
  Object.fromEntries(
    files.map((file) => {
      const name = /^(?:\.\/)?dist\/(.+)\.js$/.exec(file)[1];
      return [name, joined[name] ?? `${name}.ts`];
    }),
  );

/** The page is built once, here. The sources would build it at each start. */
const page = {
  name: 'page',
  load: {
    filter: { id: /[\\/]page[\\/]bundle-page\.mjs$/ },
    handler: async () =>
      `export const bundlePage = async () => (${JSON.stringify(await bundlePage())});`,
  },
};

/**
 * Removes responses such as `4XX` from each operation of a document. If there are no others, replaces them by `400` etc.:
 * OpenAPI requires at least one response, even for a webhook.
 */
const withoutRanges = (document) =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key !== 'responses' || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const explicit = entries.filter(([name]) => !/^[1-5]XX$/.test(name));
    const named = entries.map(([name, each]) => [name.replace('XX', '00'), each]);
    return Object.fromEntries(explicit.length > 0 ? explicit : named);
  });

/** The contract as JSON, for other tools. */
const documents = {
  name: 'documents',
  generateBundle() {
    const emit = (fileName, content) =>
      this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content, null, 2)}\n` });
    emit('openapi.json', document);
    // For client generators that copy a range such as `4XX` into code, for example orval's client for `fetch`.
    emit('openapi.explicit.json', withoutRanges(document));
  },
};

/** The program is CommonJS, which Node starts faster. */
const commonjs = {
  name: 'commonjs',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'cli/package.json', source: '{"type":"commonjs"}\n' });
  },
};

let atStart;

/** Whether the module is loaded by each start of the mock: whatever its command imports, but not later. */
function isAtStart(id, chunking) {
  atStart ??= new Set();
  const add = (each) => {
    if (atStart.has(each)) return;
    atStart.add(each);
    chunking.getModuleInfo(each)?.importedIds.forEach(add);
  };
  if (atStart.size === 0)
    for (const file of ['cli/run-command.ts', 'cli/commands/mock.ts']) add(path.resolve(file));
  return atStart.has(id);
}

const shared = {
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  clean: true,
  logLevel: 'warn',
  report: false,
  // Less to read at each start. Names of functions are kept for bug reports.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  plugins: [page],
  // With this, `Symbol.asyncDispose` needs neither @types/node nor a `lib` setting of the consumer.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
};

export default defineConfig([
  {
    ...shared,
    entry: toEntries(built.map((entry) => entry.default)),
    format: 'esm',
    // Node prints the line of an error that the caller does not catch.
    minify: { ...shared.minify, codegen: { removeWhitespace: false } },
    dts: hasDeclarations,
    plugins: [page, documents],
  },
  {
    ...shared,
    entry: toEntries(Object.values(bin)),
    format: 'cjs',
    outExtensions: () => ({ js: '.js' }),
    dts: false,
    plugins: [page, commonjs],
    outputOptions: {
      chunkFileNames: 'cli/[name]-[hash].js',
      // A start of the mock loads 3 files instead of 36.
      codeSplitting: {
        groups: [{ name: (id, chunking) => (isAtStart(id, chunking) ? 'start' : null) }],
      },
    },
  },
  {
    ...shared,
    // For Jest, which cannot `require` ES modules like Node.
    entry: toEntries(
      built.filter((entry) => entry.require !== undefined).map((entry) => entry.default),
    ),
    format: 'cjs',
    dts: hasDeclarations,
  },
]);
