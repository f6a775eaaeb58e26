import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import type { AssumptionObject, OpenApiDocument } from '../openapi-document.ts';
import { hasBody, type Operation } from '../operation.ts';
import { readOperations } from '../read-operations.ts';
import { boundErrors, isBoundable } from '../schemas/bound-errors.ts';
import { type CompilerOptions, createSchemaCompiler } from '../schemas/compile-ahead.ts';
import { shortenCode } from '../schemas/shorten-code.ts';
import { toControlDocument, withFields } from './control-document.ts';
import { toControlTypes, toServiceTypes } from './types.ts';

type Files = Record<string, string>;

/** Generates the files of the service: its document, names, types and compiled schemas. */
export async function toServiceFiles(document: OpenApiDocument): Promise<Files> {
  const operations = readOperations(document);
  return {
    // Parsing a JSON text at start is faster than an object literal of the same size.
    'document.js': `export const document = ${toParsed(document)};\n`,
    'document.d.ts': `import type { OpenApiDocument } from '../contract/openapi-document.ts';
export declare const document: OpenApiDocument;\n`,
    'endpoints.ts': toEndpoints(operations),
    'names.ts': [
      ...toOperationNames('', operations),
      ...toNames('assumption', Object.keys(document['x-assumptions'])),
      ...toNames('problem', Object.keys(document['x-problems'])),
      `export const eventTypes = ${JSON.stringify(listEventTypes(document))} as const;\n`,
      ...toAssumptionValues(document['x-assumptions']),
    ].join('\n'),
    'types.ts': await toServiceTypes(document),
    ...(await toSchemaFiles('', document)),
  };
}

function listEventTypes({ components = {} }: OpenApiDocument): unknown[] {
  const { schemas = {} } = components;
  const { enum: types = [] } = schemas['EventType'] ?? {};
  return types;
}

/** Generates the files of the control surface: its operations, names, types and the schemas that the mock needs. */
export async function toControlFiles(
  control: OpenApiDocument,
  service: OpenApiDocument,
): Promise<Files> {
  const document = toControlDocument(control);
  const operations = readOperations(document);
  const problems = document['x-problems'];
  return {
    'control-document.js': `export const controlOperations = ${toParsed(operations, withoutDocumentation)};
export const controlProblems = ${JSON.stringify(problems, null, 2)};\n`,
    'control-document.d.ts': `import type { Operation } from '../contract/operation.ts';
import type { ControlOperationId, ControlProblemId } from './control-names.ts';
export declare const controlOperations: readonly Operation<ControlOperationId>[];
export declare const controlProblems: Readonly<Record<ControlProblemId, { title: string; status: number }>>;\n`,
    'control-names.ts': [
      ...toOperationNames('control', operations),
      ...toNames('controlProblem', Object.keys(problems)),
    ].join('\n'),
    'control-types.ts': await toControlTypes(withFields(control, service)),
    ...(await toSchemaFiles('control-', document, { discriminator: true, places: usedByMock })),
    // The mock itself validates fault rules, without the rest of the control surface.
    ...(await toSchemaFiles('fault-', document, {
      discriminator: true,
      places: /^addFault\/body$/,
    })),
  };
}

/** Where the mock validates values at run time: what clients send, and files. Fault rules are apart; tests validate the responses. */
const usedByMock =
  /^(?!addFault\/body$)(?:.*\/body|.*\/(?:path|query|header|cookie)\/.*|schema\/State(?:Records|Replacement))$/;

function toParsed(value: unknown, replacer?: typeof withoutDocumentation): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value, replacer))})`;
}

/** Empties what only readers of the document need. */
function withoutDocumentation(key: string, value: unknown): unknown {
  if (key === 'description' || key === 'pointer') return '';
  if (key === 'properties') return undefined;
  if (key === 'object') return {};
  return unusedLists.has(key) ? [] : value;
}

const unusedLists = new Set(['content', 'examples', 'headers', 'servers', 'tags']);

/** Generates the parts of the document that a client needs at run time, to keep its bundle small. */
function toEndpoints(operations: readonly Operation<string>[]): string {
  const rows = operations.map(({ id, method, path, responses }) => {
    const noContent = hasBody(responses) ? '' : ', noContent: true';
    return `  ${id}: { method: '${method}', path: '${path}'${noContent} },\n`;
  });
  return `/** Method and path template of every operation. */
export const endpoints = {\n${rows.join('')}} as const;\n`;
}

/** Generates the ids of operations, and which of their parameters and body fields have a default. */
function toOperationNames(prefix: string, operations: readonly Operation<string>[]): string[] {
  const toUnion = (names: readonly string[]): string =>
    names.map((name) => `'${name}'`).join(' | ') || 'never';
  const rows = operations.map(({ id, parameters, requestBody }) => {
    const fields = Object.entries(requestBody?.schema.properties ?? {});
    const filledParameters = parameters.filter(({ schema }) => schema.default !== undefined);
    const filledFields = fields.filter(([, schema]) => schema.default !== undefined);
    const parameterNames = filledParameters.map(({ name }) => name);
    const fieldNames = filledFields.map(([name]) => name);
    return `  ${id}: { parameters: ${toUnion(parameterNames)}; body: ${toUnion(fieldNames)} };`;
  });
  const name = prefix === '' ? 'operation' : `${prefix}Operation`;
  return [
    ...toNames(
      name,
      operations.map(({ id }) => id),
    ),
    '/** The parameters and the fields of the body that have a default, by operation. */',
    `export interface ${capitalise(name)}Defaults {`,
    ...rows,
    '}\n',
  ];
}

/** Generates a list of ids, in the order of the document, and the type of one. */
function toNames(name: string, ids: readonly string[]): string[] {
  return [
    `/** The ids of every ${name}, in the order of the document. */`,
    `export const ${name}Ids = [`,
    ...ids.map((id) => `  '${id}',`),
    '] as const;',
    `/** One of \`${name}Ids\`. */`,
    `export type ${capitalise(name)}Id = (typeof ${name}Ids)[number];\n`,
  ];
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function toAssumptionValues(assumptions: Record<string, AssumptionObject>): string[] {
  const toType = ({ known: choices, open }: AssumptionObject): string => {
    const types = choices.map(({ value }) =>
      open === undefined || value === null ? JSON.stringify(value) : typeof value,
    );
    return [...new Set(types)].join(' | ');
  };
  return [
    '/** The value of each assumption. */',
    'export interface AssumptionValues {',
    ...Object.entries(assumptions).flatMap(([id, assumption]) => [
      `  /** ${assumption.question} */`,
      `  '${id}': ${toType(assumption)};`,
    ]),
    '}\n',
  ];
}

const formatsFile = '../contract/formats.ts';

/** Compiles the validators of the used places ahead of time, into one module without imports. */
async function toSchemaFiles(
  prefix: string,
  document: OpenApiDocument,
  { places = /^/, ...options }: CompilerOptions & { places?: RegExp } = {},
): Promise<Files> {
  const compiler = createSchemaCompiler(document, options);
  const keys = [...compiler.keys].filter(([name]) => places.test(name));
  const distinct = [...new Set(keys.map(([, key]) => key))];
  const constants = new Map(distinct.map((key, index) => [key, `compiled${index}`]));
  const { imports, code } = writeCode(compiler, constants, document);
  const table = keys.map(([name, key]) => `  '${name}': ${constants.get(key)},`);
  const bundled = await build({
    stdin: {
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
    [`${prefix}schemas.js`]: bundled.outputFiles[0]?.text ?? '',
    [`${prefix}schemas.d.ts`]: `import type { CompiledSchemas } from '../contract/validators.ts';
export declare const schemas: CompiledSchemas;\n`,
  };
}

/** The code of the validators, as constants, and what it imports. */
function writeCode(
  { ajv }: ReturnType<typeof createSchemaCompiler>,
  constants: ReadonlyMap<string, string>,
  document: OpenApiDocument,
): { imports: string; code: string } {
  const exported = [...constants].map(([key, constant]) => [constant, key]);
  const unbounded = standaloneCode.default(ajv, Object.fromEntries(exported));
  // ajv passes only what it compiles at run time through the `process` option.
  const bounded = isBoundable(document) ? boundErrors(unbounded) : unbounded;
  const code = shortenCode(bounded)
    // ajv writes what a code for formats names, also in ES modules, but only `require` can be a part of an expression.
    .replaceAll(/require\("\.\.\/contract\/formats\.ts"\)\./g, '')
    // ajv also exports each validator separately, but only the table is used.
    .replaceAll(/export const (compiled\d+)/g, 'const $1');
  // Most formats are patterns, which are part of the code.
  const imports = code.includes('formats[') ? `import { formats } from '${formatsFile}';\n` : '';
  return { imports, code };
}
