import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const program = 'dist/cli/main.js';
const sources = ['spec', 'generated', 'contract', 'mock', 'conformance', 'gate', 'page', 'cli'];
const others = ['service', 'client', 'testing', 'writers', 'package.json', 'tsdown.config.mjs'];

/** Builds the JavaScript of `dist/`, which programs in tests run, if a source is newer. */
export default function buildIfStale() {
  if (existsSync(program) && statSync(program).mtimeMs > readNewest([...sources, ...others]))
    return;
  const env = { ...process.env, BUILD: 'javascript' };
  // Not the program of tsdown, which warns at each start on Node 20.
  const build = "import { build } from 'tsdown'; await build({ logLevel: 'error' });";
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], {
    env,
    stdio: 'inherit',
  });
}

function readNewest(places) {
  const files = places.flatMap((place) =>
    statSync(place).isFile()
      ? [place]
      : readdirSync(place, { recursive: true }).map((name) => `${place}/${name}`),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

if (process.argv[1]?.endsWith('build.mjs')) buildIfStale();
