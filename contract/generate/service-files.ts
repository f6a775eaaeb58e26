import { readFile } from 'node:fs/promises';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { type CompilerOptions, createSchemaCompiler, finishCode } from '../compile-schemas.ts';
import type { AssumptionObject, OpenApiDocument } from '../openapi-document.ts';
import { type DocumentedReply, type Operation, readOperations } from '../operation.ts';
import { isRecord } from '../resolve-reference.ts';

export const banner =
  '// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.';

/** Generates the version of this package, so that package.json is not needed at run time. */
export async function toVersionFiles(): Promise<Record<string, string>> {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const source = banner
    .replace('spec/openapi.yaml', 'package.json')
    .replace('document', 'version there');
  return {
    'version.js': `${source}\nexport const version = ${JSON.stringify(version)};\n`,
    'version.d.ts': `${source}\nexport declare const version: string;\n`,
  };
}

/** Generates the parts of the document that a client needs at run time, to keep its bundle small. */
export function toEndpointsFile(document: OpenApiDocument): Record<string, string> {
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

export function hasBody(replies: readonly DocumentedReply[]): boolean {
  return replies.some(({ status, mediaType }) => status.startsWith('2') && mediaType !== undefined);
}

/** Generates the bundled document: as JSON for tools, as a module for code, and as JSON without ranges of statuses. */
export function toDocumentFiles(document: OpenApiDocument): Record<string, string> {
  const json = JSON.stringify(document);
  return {
    'openapi.json': toJson(document),
    // For client generators that copy a range such as `4XX` into code, for example orval's client for `fetch`.
    'openapi.explicit.json': toJson(withoutRanges(document)),
    // Parsing a JSON text at start is faster than an object literal of the same size.
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

/** Removes responses such as `4XX` from each operation. If there are no others, replaces them by `400` etc. */
function withoutRanges(document: OpenApiDocument): object {
  const isRange = (name: string): boolean => /^[1-5]XX$/.test(name);
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'responses' || !isRecord(value)) return value;
    const entries = Object.entries(value);
    const explicit = entries.filter(([name]) => !isRange(name));
    return Object.fromEntries(
      // OpenAPI requires at least one response, even for a webhook.
      explicit.length > 0
        ? explicit
        : entries.map(([name, each]) => [name.replace('XX', '00'), each]),
    );
  });
}

/** Generates types and lists of the ids of operations, assumptions and problems. */
export function toNamesFile(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  const assumptions = Object.entries(document['x-assumptions']);
  return {
    'names.ts': [
      banner,
      toList(
        'operationIds',
        { type: 'OperationId', what: 'operation' },
        operations.map(({ id }) => id),
      ),
      toList(
        'assumptionIds',
        { type: 'AssumptionId', what: 'assumption' },
        assumptions.map(([id]) => id),
      ),
      toList(
        'problemIds',
        { type: 'ProblemId', what: 'problem type' },
        Object.keys(document['x-problems']),
      ),
      `export const eventTypes = ${JSON.stringify(document.components?.schemas?.['EventType']?.enum ?? [])} as const;`,
      '',
      '/** The value of each assumption. */',
      'export interface AssumptionValues {',
      ...assumptions.flatMap(([id, assumption]) => [
        `  /** ${assumption.question} */`,
        `  '${id}': ${toValueType(assumption)};`,
      ]),
      '}',
      '',
    ].join('\n'),
  };
}

/** Generates an interface of the parameters with a default. */
export function toDefaults(type: string, operations: readonly Operation<string>[]): string[] {
  const defaults = operations.flatMap(({ id, parameters }) => {
    const names = parameters
      .filter(({ schema }) => schema.default !== undefined)
      .map(({ name }) => `'${name}'`);
    return names.length === 0 ? [] : [`  ${id}: ${names.join(' | ')};`];
  });
  return [
    '/** The parameters that have a default, by operation. */',
    `export interface ${type} {`,
    ...defaults,
    '}',
    '',
  ];
}

export function toList(
  constant: string,
  { type, what }: { type: string; what: string },
  ids: readonly string[],
): string {
  return [
    `/** The ids of all ${what}s, in the order of the document. */`,
    `export const ${constant} = [`,
    ...ids.map((id) => `  '${id}',`),
    '] as const;',
    `/** One of \`${constant}\`. */`,
    `export type ${type} = (typeof ${constant})[number];`,
    '',
  ].join('\n');
}

function toValueType({ known, open }: AssumptionObject): string {
  const types = known.map(({ value }) =>
    open === undefined || value === null ? JSON.stringify(value) : typeof value,
  );
  return [...new Set(types)].join(' | ');
}

/** Matches the first field of errors in the code of ajv's validators. */
const schemaPath = /schemaPath:"(?:[^"\\]|\\.)*",(?=keyword:)/g;

/** Compiles the validators of all places ahead of time into one module without imports. */
export async function toSchemaFiles(
  document: OpenApiDocument,
  options: CompilerOptions = {},
): Promise<Record<string, string>> {
  const { ajv, keys } = createSchemaCompiler(document, { ...options, source: true });
  const constants = new Map([...new Set(keys.values())].map((key, at) => [key, `compiled${at}`]));
  const unbounded = standaloneCode.default(
    ajv,
    Object.fromEntries([...constants].map(([key, constant]) => [constant, key])),
  );
  // ajv passes only what it compiles at run time through the `process` option.
  const whole = finishCode(document, unbounded);
  // The schema paths of errors are unused, but would slow down every start.
  const code = whole.replaceAll(schemaPath, '');
  const table = [...keys].map(([place, key]) => `  '${place}': ${constants.get(key)},`);
  const bundled = await build({
    stdin: {
      // ajv also exports each validator separately, but only the table is used.
      contents: `${code.replaceAll(/export const (compiled\d+)/g, 'const $1')}\nexport const schemas = {\n${table.join('\n')}\n};`,
      resolveDir: 'generated',
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    treeShaking: true,
    write: false,
    legalComments: 'none',
  });
  return {
    'schemas.js': `${banner}\n${bundled.outputFiles[0]?.text ?? ''}`,
    'schemas.d.ts': [
      banner,
      "import type { CompiledSchemas } from '../contract/validators.ts';",
      'export declare const schemas: CompiledSchemas;',
      '',
    ].join('\n'),
  };
}
