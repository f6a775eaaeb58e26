import { readFile } from 'node:fs/promises';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { type CompilerOptions, createSchemaCompiler, finishCode } from '../compile-schemas.ts';
import type { AssumptionObject, OpenApiDocument } from '../openapi-document.ts';
import { type DocumentedReply, type Operation, readOperations } from '../operation.ts';

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

/** Generates the document as a module. */
export function toDocumentFiles(document: OpenApiDocument): Record<string, string> {
  const json = JSON.stringify(document);
  return {
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

const formatsFile = '../contract/formats.ts';

/** Matches the first field of errors in the code of ajv's validators. */
const schemaPath = /schemaPath:"(?:[^"\\]|\\.)*",(?=keyword:)/g;

/** Compiles the validators of all places ahead of time into one module without imports. */
export async function toSchemaFiles(
  document: OpenApiDocument,
  options: CompilerOptions & { isUsed?: (place: string) => boolean } = {},
): Promise<Record<string, string>> {
  const { isUsed = () => true, ...others } = options;
  const compiler = createSchemaCompiler(document, { ...others, source: true });
  const { ajv } = compiler;
  const keys = new Map([...compiler.keys].filter(([place]) => isUsed(place)));
  const constants = new Map([...new Set(keys.values())].map((key, at) => [key, `compiled${at}`]));
  const unbounded = standaloneCode.default(
    ajv,
    Object.fromEntries([...constants].map(([key, constant]) => [constant, key])),
  );
  // ajv passes only what it compiles at run time through the `process` option.
  const whole = finishCode(document, unbounded);
  // The schema paths of errors are unused, but would slow down every start.
  const code = whole
    .replaceAll(schemaPath, '')
    .replaceAll(/require\("\.\.\/contract\/formats\.ts"\)\./g, '')
    .replaceAll(/export const (compiled\d+)/g, 'const $1');
  // Most formats are patterns, which are part of the code.
  const imports = code.includes('formats[') ? `import { formats } from '${formatsFile}';\n` : '';
  const table = [...keys].map(([place, key]) => `  '${place}': ${constants.get(key)},`);
  const bundled = await build({
    stdin: {
      // ajv also exports each validator separately, but only the table is used.
      contents: `${imports}${code}\nexport const schemas = {\n${table.join('\n')}\n};`,
      resolveDir: 'generated',
    },
    bundle: true,
    external: [formatsFile],
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
