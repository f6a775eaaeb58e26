/**
 * Builds the JavaScript of `dist/` from the sources: every file that package.json exports or runs is an entry.
 *
 * node build.mjs             builds everything
 * node build.mjs --if-stale  only if a source is newer than the build
 *
 * Jest calls the default export before all tests, so that programs in tests are built from current sources. After `npm
 * ci`, which builds, that takes no time.
 *
 * `dependencies` stay separate packages. A large package of which little is used is bundled: it is listed here and in
 * `devDependencies`, and its licence is included. So is the HTTP client of the suite.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const sources = [
  'testing',
  'generated',
  'contract',
  'client',
  'gate',
  'page',
  'mock',
  'conformance',
  'cli',
  'writers',
  'spec',
];
const program = path.join(root, 'dist/cli/main.js');
const page = { name: 'page', setup: putPageInPlace };
const oneClient = { name: 'client', setup: referToClient };
const bundled = [
  'json-p3',
  'lit-html',
  'yaml',
  // Creates the certificate of `--https`.
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  // Dependencies of those two.
  '@peculiar/utils',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'tslib',
  // Generates texts for the suite.
  'fast-check',
  'pure-rand',
];

/** The HTTP client of the suite. It depends on 48 packages, so it is built into a separate file. */
const client = 'supertest';

export default async function buildIfStale() {
  const { bin, exports } = readManifest();
  const made = [...Object.values(bin), ...Object.values(exports)]
    .map((target) => target.default ?? target)
    .filter((file) => /^(?:\.\/)?dist\//.test(file));
  if (isStale(made.map((file) => path.join(root, file)))) await build();
}

async function build() {
  const { bin, exports } = readManifest();
  const written = await Promise.all([
    bundle(Object.values(exports), {
      chunkNames: 'chunks/[name]-[hash]',
      plugins: [page, oneClient],
    }),
    // For Jest, which cannot `require` ES modules like Node. Each file is self-contained, because CommonJS files cannot
    // share chunks.
    bundle(
      Object.values(exports).filter((entry) => entry.require !== undefined),
      {
        format: 'cjs',
        splitting: false,
        outExtension: { '.js': '.cjs' },
        plugins: [page],
      },
    ),
    bundleClient(),
    bundle(Object.values(bin), {
      chunkNames: 'cli/[name]-[hash]',
      plugins: [page, oneClient, { name: 'start', setup: gatherStart }],
      // Reduces compilation at each start. Names are kept for profiles and bug reports.
      minifyWhitespace: true,
      minifySyntax: true,
    }),
  ]);
  const packages = new Set([...bundled, ...written.flatMap((each) => each.packages)]);
  removeOthers(
    ['dist/chunks', 'dist/cli'],
    written.flatMap((each) => each.files),
  );
  copyLicences([...packages].sort());
}

/** The program shares no file with the library, so each is split in the best way for itself. */
async function bundle(targets, options) {
  // Loaded only if there is work: `npm start` is fast when nothing has changed.
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: listSources(targets),
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    splitting: true,
    external: listExternal(),
    // The ES module build of yaml; the other one uses `require`.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    format: 'esm',
    platform: 'node',
    // ES module builds, of which only the used parts are bundled.
    mainFields: ['module', 'main'],
    target: 'node20.19',
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  assertBundled(listPackages(metafile));
  return { files: Object.keys(metafile.outputs), packages: [] };
}

/** Builds the HTTP client of the suite, with its dependencies, into `dist/vendor/`. */
async function bundleClient() {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: `export { default } from '${client}';`, resolveDir: root },
    outfile: `dist/vendor/${client}.js`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    metafile: true,
    logLevel: 'warning',
    // It uses `require`, which an ES module has to create.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return { files: Object.keys(metafile.outputs), packages: listPackages(metafile) };
}

/** All importers of the client are one folder below `dist/`. */
function referToClient({ onResolve }) {
  onResolve({ filter: new RegExp(`^${client}$`) }, () => ({
    path: `../vendor/${client}.js`,
    external: true,
  }));
}

/** Removes files of earlier builds that this build does not use. */
function removeOthers(folders, written) {
  for (const folder of folders) {
    for (const name of readdirSync(path.join(root, folder))) {
      const file = `${folder}/${name}`;
      if (name.endsWith('.js') && !written.includes(file)) rmSync(path.join(root, file));
    }
  }
}

/**
 * esbuild puts modules that the same entries load into one file, and code that is loaded later is an entry too. To keep
 * the code of the start in one file, everything that is loaded later imports the start first.
 */
function gatherStart({ onResolve, onLoad, resolve }) {
  const start = path.join(root, 'cli/run-command.ts');
  onResolve({ filter: /./ }, async ({ kind, path: name, importer, resolveDir }) => {
    if (kind !== 'dynamic-import') return null;
    const found = await resolve(name, { kind: 'import-statement', importer, resolveDir });
    return found.external ? found : { path: found.path, suffix: '?later' };
  });
  onResolve({ filter: /^source:/ }, ({ path: name }) => ({
    path: name.slice('source:'.length),
    sideEffects: true,
  }));
  onLoad({ filter: /./ }, ({ path: file, suffix }) =>
    suffix === '?later'
      ? { contents: [`import 'source:${start}';`, `export * from 'source:${file}';`].join('\n') }
      : null,
  );
}

/** The files of the mock's page are built here, and replace the code that builds them in the sources. */
function putPageInPlace({ onLoad }) {
  onLoad({ filter: /[\\/]page[\\/]bundle-page\.mjs$/ }, async ({ suffix }) => {
    // In the program, the module first becomes a file that loads the start; see `gatherStart`.
    if (suffix !== '') return null;
    const { bundlePage } = await import('./page/bundle-page.mjs');
    const files = JSON.stringify(await bundlePage());
    return { contents: `export const bundlePage = async () => (${files});`, loader: 'js' };
  });
}

function listExternal() {
  const { dependencies, peerDependencies } = readManifest();
  const names = Object.keys({ ...dependencies, ...peerDependencies });
  return names.flatMap((name) => [name, `${name}/*`]);
}

/** Returns the packages of the files in a bundle. */
function listPackages({ inputs }) {
  const names = Object.keys(inputs).flatMap(
    (input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
  );
  return [...new Set(names)];
}

/** Prevents accidental additions to the product: bundled packages have to be listed above. */
function assertBundled(packages) {
  const unnamed = packages.filter((name) => !bundled.includes(name));
  if (unnamed.length > 0) throw new Error(`${unnamed.join(', ')} would be bundled; see build.mjs`);
}

function copyLicences(packages) {
  const texts = packages.map((name) => {
    const folder = path.join(root, 'node_modules', name);
    const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate)) ?? '';
    return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8')}`;
  });
  writeFileSync(path.join(root, 'dist/third-party-licences.txt'), texts.join('\n---\n\n'));
}

function readManifest() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

/** `./dist/mock/index.js` in package.json is built from `mock/index.ts`. */
function listSources(targets) {
  const files = targets.map((target) => target.default ?? target);
  return [...new Set(files)].flatMap((file) => {
    const name = /^(?:\.\/)?dist\/(.+)\.js$/.exec(file)?.[1];
    return name === undefined ? [] : [`${name}.ts`];
  });
}

/** Whether a built file is missing, or older than one of its sources. */
export function isStale(made) {
  if (!made.every((file) => existsSync(file))) return true;
  const since = Math.min(...made.map((file) => statSync(file).mtimeMs));
  const files = sources.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) =>
      path.join(root, folder, file),
    ),
  );
  const builders = ['build.mjs', 'build-declarations.mjs', 'tsconfig.json', 'tsconfig.build.json'];
  const others = ['package.json', ...builders].map((file) => path.join(root, file));
  return [...files, ...others].some((file) => statSync(file).mtimeMs > since);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ifStale = process.argv.includes('--if-stale');
  if (!ifStale) rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  if (!ifStale || isStale([program])) await build();
}
