import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument } from '../openapi-document.ts';
import { banner } from './banner.ts';
import { toOperationModels } from './operation-models.ts';
import { alignLines, type Member, readPrintedTypes, toField } from './printed-types.ts';

/**
 * The TypeScript types of the service, by openapi-typescript. It nests every schema in one interface, so compilers and
 * editors would spell out the fields of a site wherever a site is meant. Here each schema is a declaration of its own:
 *
 * - `models.ts`: the schemas, and what each operation is called with and answers
 * - `types.ts`: paths and operations of the document as openapi-typescript lays them out, with the schemas by name
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

/** The types of the document with each schema's declaration replaced by its name. */
function replaceSchemas(text: string, schemas: readonly Member[]): string {
  return schemas
    .toReversed()
    .reduce(
      (changed, { name, type }) =>
        changed.slice(0, type.getStart()) + name + changed.slice(type.end),
      text,
    );
}
