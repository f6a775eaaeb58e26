/**
 * Builds the JavaScript of `dist/` from the sources: every file that package.json exports or runs is an entry.
 *
 *   node build.mjs             from nothing
 *   node build.mjs --if-stale  only when a source is newer than what is there
 *
 * Jest calls the default export before all tests, so that what they start as a program is made of current sources. After
 * `npm ci`, which builds, that takes no time.
 *
 * `dependencies` stay packages of their own. What is small in use and large as a package is bundled: it is listed here and
 * in `devDependencies`, and its licence goes with it. So does the HTTP client of the suite.
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
  'spec',
];
const program = path.join(root, 'dist/cli/main.js');
const page = { name: 'page', setup: putPageInPlace };
const oneClient = { name: 'client', setup: referToClient };
const bundled = [
  'json-p3',
  'lit-html',
  'yaml',
  // Makes the certificate of `--https`.
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  // What those two are made of.
  '@peculiar/utils',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'tslib',
  // Makes texts for the suite.
  'fast-check',
  'pure-rand',
];

/** The HTTP client of the suite. It brings 48 packages along, so it becomes a file of its own. */
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
    // For Jest, which cannot load modules by `require` as Node does. Each file is whole, since such files cannot share parts.
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
      // Less to compile at each start. Names stay, for who reads a profile or the report of a bug.
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

/** The program shares no file with the library: each is cut into files as suits it alone. */
async function bundle(targets, options) {
  // Loaded only when there is something to do: `npm start` is quick when nothing has changed.
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: listSources(targets),
    outdir: 'dist',
    outbase: '.',
    bundle: true,
    splitting: true,
    external: listExternal(),
    // The build of yaml that is made of modules; the other one asks for `require`.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    format: 'esm',
    platform: 'node',
    // Builds made of modules, of which only what is used comes along.
    mainFields: ['module', 'main'],
    target: 'node20.19',
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  assertBundled(listPackages(metafile));
  return { files: Object.keys(metafile.outputs), packages: [] };
}

/** Puts the HTTP client of the suite, with all that it needs, into `dist/vendor/`. */
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
    // It is written for `require`, which a module has to make for itself.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return { files: Object.keys(metafile.outputs), packages: listPackages(metafile) };
}

/** Whatever asks for the client is one folder below `dist/`. */
function referToClient({ onResolve }) {
  onResolve({ filter: new RegExp(`^${client}$`) }, () => ({
    path: `../vendor/${client}.js`,
    external: true,
  }));
}

/** What earlier builds left, and no file of this one asks for. */
function removeOthers(folders, written) {
  for (const folder of folders) {
    for (const name of readdirSync(path.join(root, folder))) {
      const file = `${folder}/${name}`;
      if (name.endsWith('.js') && !written.includes(file)) rmSync(path.join(root, file));
    }
  }
}

/**
 * A module goes into the file of all modules that the same entries load, and what is loaded later is an entry, too. So
 * that what the program needs at its start stays in one file, everything that is loaded later loads it first.
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

/** The files of the mock's page are made here, and stand as text where the sources would make them. */
function putPageInPlace({ onLoad }) {
  onLoad({ filter: /[\\/]page[\\/]bundle-page\.mjs$/ }, async ({ suffix }) => {
    // In the program, it first becomes a file that loads the start; see `gatherStart`.
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

/** The packages that files of a bundle come from. */
function listPackages({ inputs }) {
  const names = Object.keys(inputs).flatMap(
    (input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
  );
  return [...new Set(names)];
}

/** Nothing gets into the product by accident: a package that is bundled is named above. */
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

/** `./dist/mock/index.js` in package.json is made from `mock/index.ts`. */
function listSources(targets) {
  const files = targets.map((target) => target.default ?? target);
  return [...new Set(files)].flatMap((file) => {
    const name = /^(?:\.\/)?dist\/(.+)\.js$/.exec(file)?.[1];
    return name === undefined ? [] : [`${name}.ts`];
  });
}

/** Whether a file that is made of the sources is missing, or older than one of them. */
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
