import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../openapi-document.ts';
import { type Operation, readOperations } from '../operation.ts';
import {
  alignLines,
  type Member,
  type PrintedTypes,
  readPrintedTypes,
  toField,
} from './printed-types.ts';
import { banner } from './service-files.ts';

/**
 * Generates the TypeScript types of the service with openapi-typescript. It nests all schemas in one interface, so compilers
 * and editors would show the fields of a site instead of its name. Here, each schema is a separate declaration:
 *
 * - `models.ts`: the schemas, and the request and response of each operation
 * - `types.ts`: paths and operations in the layout of openapi-typescript, with the names of schemas
 */
export async function toServiceTypes(
  text: string,
  document: OpenApiDocument,
): Promise<Record<string, string>> {
  const types = readPrintedTypes(astToString(await openapiTS(text, { defaultNonNullable: false })));
  const schemas = types.members(types.find('components', 'schemas'));
  const comments = new Map(
    schemas.flatMap(({ name, comment }) => (comment === '' ? [] : [[name, comment]])),
  );
  const models = schemas.map((schema) =>
    toDeclaration(schema, types.members(schema.type), comments),
  );
  const operations = toOperationModels(document, types, comments);
  return {
    'models.ts': [banner, ...models, ...operations, ''].join('\n'),
    'types.ts': [banner, toImport(schemas), replaceSchemas(types.text, schemas)].join('\n'),
  };
}

function toDeclaration(
  { name, type, comment }: Member,
  fields: readonly Member[],
  comments: ReadonlyMap<string, string>,
): string {
  const head = comment === '' ? '' : `${alignLines(comment, 0)}\n`;
  if (!ts.isTypeLiteralNode(type) || fields.length !== type.members.length)
    return `${head}export type ${name} = ${alignLines(type.getText(), 0)};\n`;
  const lines = fields.map((field) => toField(field, comments));
  return [`${head}export interface ${name} {`, ...lines, '}\n'].join('\n');
}

function toImport(schemas: readonly Member[]): string {
  const names = schemas.map(({ name }) => name).sort();
  return `import type {\n${names.map((name) => `    ${name},\n`).join('')}} from './models.ts';\n`;
}

/** Replaces the declarations of schemas by their names. */
function replaceSchemas(text: string, schemas: readonly Member[]): string {
  return schemas
    .toReversed()
    .reduce(
      (changed, { name, type }) =>
        changed.slice(0, type.getStart()) + name + changed.slice(type.end),
      text,
    );
}

/** Comments by schema name, from the descriptions. */
type Comments = ReadonlyMap<string, string>;

/** The types of one operation. */
interface OperationModel {
  declarations: readonly string[];
  /** What a client sends. Values with a default are optional. */
  request: string;
  response: string;
  /** The documented success statuses; `number` if the document has only a range. */
  status: string;
  /** The input of a server, with defaults filled in. */
  parameters: string;
  body: string;
}

/** Generates named types for the request and response of each operation, such as `CreateSiteRequest`. */
function toOperationModels(
  document: OpenApiDocument,
  types: PrintedTypes,
  comments: Comments,
): string[] {
  const models = readOperations(document).map((operation) => ({
    operation,
    ...toOperationModel(operation, types, comments),
  }));
  const toTable = (comment: string, name: string, column: keyof OperationModel) => [
    `/** ${comment} */`,
    `export interface ${name} {`,
    ...models.map(({ operation, ...model }) => `    ${operation.id}: ${model[column]};`),
    '}\n',
  ];
  return [
    ...models.flatMap(({ declarations }) => declarations),
    ...toTable('The input of a call, by operation.', 'OperationRequests', 'request'),
    ...toTable('The JSON body of a success, by operation.', 'OperationResponses', 'response'),
    ...toTable('The documented statuses of success, by operation.', 'OperationStatuses', 'status'),
    ...toTable(
      'Path and query parameters, defaults filled in, by operation.',
      'OperationParameters',
      'parameters',
    ),
    ...toTable(
      'The JSON body of a request, defaults filled in, by operation.',
      'OperationBodies',
      'body',
    ),
    '/** One function for each operation. `Options` are those of a single call. */',
    'export interface OperationCalls<Options> {',
    ...models.map(({ operation, request, response }) =>
      [
        `    ${toCallComment(document, operation)}`,
        `    ${operation.id}(request: ${request}, options?: Options): Promise<${response}>;`,
      ].join('\n'),
    ),
    '}',
  ];
}

function toOperationModel(
  { id, parameters, requestBody }: Operation<string>,
  types: PrintedTypes,
  comments: Comments,
): OperationModel {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const members = ['path', 'query'].flatMap((place) =>
    types.members(types.find('operations', id, 'parameters', place)),
  );
  const defaults = new Map(parameters.map(({ name, schema }) => [name, schema.default]));
  const sent = members.map((member) => withDefault(member, defaults.get(member.name)));
  const filled = sent.map((member) =>
    defaults.get(member.name) === undefined ? member : { ...member, isOptional: false },
  );
  const body = toBody(`${name}Body`, requestBody, types, comments);
  const successes = readSuccesses(id, types);
  const isRequired = requestBody?.required === true;
  const { type, comment } = body.sent;
  const bodyField = [
    ...(comment === undefined ? [] : [`    ${alignLines(comment, 4)}`]),
    `    body${isRequired ? '' : '?'}: ${type};`,
  ];
  const toFields = (list: readonly Member[]) => list.map((member) => toField(member, comments));
  return {
    declarations: [
      declare(`The input of a call to \`${id}\`.`, `${name}Request`, [
        ...toFields(sent),
        ...(type === undefined ? [] : bodyField),
      ]),
      declare(
        `Path and query parameters of \`${id}\`, defaults filled in.`,
        `${name}Parameters`,
        toFields(filled),
      ),
      ...body.declarations,
    ],
    request: `${name}Request`,
    response: toUnion(successes.map(({ body }) => body)),
    status: toUnion(successes.map(({ status }) => (/^\d+$/.test(status) ? status : 'number'))),
    parameters: `${name}Parameters`,
    body: type === undefined ? 'undefined' : `${body.filled}${isRequired ? '' : ' | undefined'}`,
  };
}

/** The type of a body as sent, and as a server receives it: values with a default are optional only in the first. */
function toBody(
  name: string,
  requestBody: Operation['requestBody'],
  types: PrintedTypes,
  comments: Comments,
) {
  const id = `${name.charAt(0).toLowerCase()}${name.slice(1, -'Body'.length)}`;
  const node = types.find('operations', id, 'requestBody', 'content', 'application/json');
  if (node === undefined) return { sent: {}, filled: 'undefined', declarations: [] };
  const type = alignLines(node.getText(), 4);
  const { properties = {} } = requestBody?.schema ?? {};
  const filled = types
    .members(types.find('components', 'schemas', type))
    .filter((field) => properties[field.name]?.default !== undefined)
    .map((field) => toField({ ...field, isOptional: false }, comments));
  const declaration = declare(
    `The body of \`${id}\`, defaults filled in.`,
    `${name} extends ${type}`,
    filled,
  );
  return {
    sent: { type, comment: comments.get(type) },
    filled: filled.length === 0 ? type : name,
    declarations: filled.length === 0 ? [] : [declaration],
  };
}

/** The documented success responses. The body of one without JSON is `void`. */
function readSuccesses(id: string, types: PrintedTypes): { status: string; body: string }[] {
  return types
    .members(types.find('operations', id, 'responses'))
    .filter(({ name }) => name.startsWith('2'))
    .map(({ name: status }) => {
      const path = ['operations', id, 'responses', status, 'content', 'application/json'];
      return { status, body: types.find(...path)?.getText() ?? 'void' };
    });
}

function toUnion(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}

function withDefault(member: Member, value: unknown): Member {
  if (value === undefined || member.comment.includes('@default')) return member;
  const [, indent = ''] = /\n( *)\*\/$/.exec(member.comment) ?? [];
  const line = `${indent}* @default ${JSON.stringify(value)}\n`;
  const comment = member.comment.replace(/( *)\*\/$/, `${line}$1*/`);
  return { ...member, comment: member.comment.includes('\n') ? comment : member.comment };
}

function declare(comment: string, name: string, fields: readonly string[]): string {
  return [`/** ${comment} */`, `export interface ${name} {`, ...fields, '}\n'].join('\n');
}

/** Formats a comment with the operation's description, its method and path, and its request. */
function toCallComment(document: OpenApiDocument, operation: Operation<string>): string {
  const { id, method, path, summary } = operation;
  const item = document.paths[path];
  const described = Object.values(item ?? {}).find(
    (value) => typeof value === 'object' && 'operationId' in value && value.operationId === id,
  );
  const description =
    described !== undefined && 'description' in described ? described.description : undefined;
  const lines = (description ?? summary).trim().split('\n');
  return [
    '/**',
    ...lines.map((line) => ` * ${line}`),
    ' *',
    ` * \`${method} ${path}\``,
    ' */',
  ].join('\n    ');
}
