/**
 * Builds `dist/` without notes of the tools. With `--dependency`, only where npm installs this repository as a dependency of
 * another package, which has no `dist/`: `npm ci` in a clone does not need it.
 */
import process from 'node:process';

const isForDependency = process.argv.includes('--dependency');
const isClone = process.env['INIT_CWD'] === process.cwd();
if (!isForDependency || !isClone) {
  // Not the program of tsdown, which warns at each start on Node 20.
  const { build } = await import('tsdown');
  await build({ logLevel: 'error' });
}
