import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../openapi-document.ts';
import { toControlFiles, toStateSchemaFile } from './control-files.ts';
import { toRequirementFiles } from './requirements-file.ts';
import {
  toDocumentFiles,
  toEndpointsFile,
  toNamesFile,
  toSchemaFiles,
  toVersionFiles,
} from './service-files.ts';
import { toServiceTypes } from './types.ts';

/** Generates all files in `generated/` and the schema of fixtures from `spec/`. With `--check`, reports outdated files. */

const source = 'spec/openapi.yaml';
const folder = 'generated';

async function main(): Promise<void> {
  const text = await readFile(source, 'utf8');
  const document: OpenApiDocument = parse(text);
  const control = await readFile('spec/control.yaml', 'utf8');
  const files: Record<string, string> = {
    ...toDocumentFiles(document),
    ...toEndpointsFile(document),
    ...toNamesFile(document),
    ...(await toSchemaFiles(document)),
    ...(await toServiceTypes(document)),
    ...(await toVersionFiles()),
    ...(await toControlFiles(control, document)),
    ...toStateSchemaFile(control, document),
    ...toRequirementFiles(await readFile('spec/requirements.yaml', 'utf8'), document),
  };
  if (process.argv.includes('--check')) await check(files);
  else await write(files);
}

async function write(files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content);
  }
  console.log(`generated ${Object.keys(files).join(', ')} from spec/`);
}

async function check(files: Record<string, string>): Promise<void> {
  const stale: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    const there = await readFile(file, 'utf8').catch(() => undefined);
    if (there !== content) stale.push(`${file} ${there === undefined ? 'is missing' : 'is stale'}`);
  }
  if (stale.length === 0) {
    console.log(`${folder}/ is up to date with spec/`);
    return;
  }
  console.error(`${stale.join('\n')}\nrun \`npm run generate\` and commit the result`);
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
