import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { Reply } from '../operation.ts';
import { readOperations } from '../read-operations.ts';
import { isRecord } from '../resolve-reference.ts';
import { banner } from './banner.ts';
import { toControlFiles } from './control-files.ts';
import { toNamesFile } from './names-file.ts';
import { toRequirementFiles } from './requirements-file.ts';
import { toSchemaFiles } from './schema-files.ts';
import { toServiceTypes } from './service-types.ts';
import { toStateSchemaFile } from './state-schema-file.ts';

/** Makes everything under `generated/`, and the schema of fixtures, from `spec/`, or with `--check` says what is stale. */

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
    ...(await toServiceTypes(text, document)),
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
  process.exitCode = 1;
}

/** The version of this package, so that nothing has to look for package.json at run time. */
async function toVersionFiles(): Promise<Record<string, string>> {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const source = banner
    .replace('spec/openapi.yaml', 'package.json')
    .replace('document', 'version there');
  return {
    'version.js': `${source}\nexport const version = ${JSON.stringify(version)};\n`,
    'version.d.ts': `${source}\nexport declare const version: string;\n`,
  };
}

/** What a client needs of the document at run time, and nothing more: a page that bundles it stays small. */
function toEndpointsFile(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  return {
    'endpoints.ts': [
      banner,
      '/** Method and path template of every operation. */',
      'export const endpoints = {',
      ...operations.map(
        ({ id, method, path, replies }) =>
          `  ${id}: { method: '${method}', path: '${path}'${hasBody(replies) ? '' : ', noContent: true'} },`,
      ),
      '} as const;',
      '',
    ].join('\n'),
  };
}

/** Whether any documented success has a body. Responses without one are not among the replies. */
function hasBody(replies: readonly Reply[]): boolean {
  return replies.some(({ status }) => status.startsWith('2'));
}

/** The bundled document, as JSON for any tool and as a module for code, and once more without ranges of statuses. */
function toDocumentFiles(document: OpenApiDocument): Record<string, string> {
  const json = JSON.stringify(document);
  return {
    'openapi.json': toJson(document),
    // For generators of clients that write a range such as `4XX` into code: orval's client for `fetch`, for one.
    'openapi.explicit.json': toJson(withoutRanges(document)),
    // JSON.parse of a text is quicker to start with than an object literal of the same size.
    'document.js': `${banner}\nexport const document = JSON.parse(${JSON.stringify(json)});\n`,
    'document.d.ts': [
      banner,
      "import type { OpenApiDocument } from '../contract/openapi-document.ts';",
      'export declare const document: OpenApiDocument;',
      '',
    ].join('\n'),
  };
}

function toJson(document: object): string {
  return `${JSON.stringify({ 'x-generated': banner.slice(3), ...document }, null, 2)}\n`;
}

/** Each operation goes without responses such as `4XX`. Where it has no others, they become `400` and the like. */
function withoutRanges(document: OpenApiDocument): object {
  const isRange = (name: string): boolean => /^[1-5]XX$/.test(name);
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'responses' || !isRecord(value)) return value;
    const entries = Object.entries(value);
    const explicit = entries.filter(([name]) => !isRange(name));
    return Object.fromEntries(
      // OpenAPI requires at least one response, also of a webhook.
      explicit.length > 0
        ? explicit
        : entries.map(([name, each]) => [name.replace('XX', '00'), each]),
    );
  });
}
