/*
 * contract/generate/: `npm run generate`: generated/ from spec/. It imports contract/. Start here; each file writes or checks one
 * kind of generated file.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { toStateSchema } from './control-document.ts';
import { toControlFiles, toServiceFiles } from './document-files.ts';
import { toRequirementFiles } from './requirements-file.ts';

/** Generates `generated/` and the schema of fixtures from `spec/`. With `--check`, reports outdated files. */
async function main(): Promise<void> {
  const service = parse(readFileSync('spec/openapi.yaml', 'utf8'));
  const control = parse(readFileSync('spec/control.yaml', 'utf8'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const requirements = readFileSync('spec/requirements.yaml', 'utf8');
  const files = new Map([
    ['spec/state.schema.json', toStateSchema(control, service)],
    ...toEntries('spec/openapi.yaml', await toServiceFiles(service)),
    ...toEntries('spec/control.yaml', await toControlFiles(control, service)),
    ...toEntries('spec/requirements.yaml', toRequirementFiles(requirements, service)),
    // So that package.json is not needed at run time.
    ...toEntries('package.json', {
      'version.js': `export const version = ${JSON.stringify(version)};\n`,
      'version.d.ts': 'export declare const version: string;\n',
    }),
  ]);
  if (process.argv.includes('--check')) check(files);
  else for (const [file, text] of files) writeFileSync(file, text);
}

function toEntries(source: string, files: Record<string, string>): [string, string][] {
  const banner = `// Generated from ${source} by \`npm run generate\`. Do not edit: change that file.`;
  return Object.entries(files).map(([name, text]) => [`generated/${name}`, `${banner}\n${text}`]);
}

function check(files: ReadonlyMap<string, string>): void {
  const stale = [...files].filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  if (stale.length === 0) {
    console.log('generated/ is up to date with spec/');
    return;
  }
  const names = stale.map(([file]) => `${file} is stale`).join('\n');
  console.error(`${names}\nrun \`npm run generate\` and commit the result`);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  // The error is in spec/, so a stack trace does not help.
  console.error(error instanceof Error ? error.message : error);
  console.error('nothing was generated');
  process.exitCode = 1;
}
