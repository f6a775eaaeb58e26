import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { isRecord } from '../resolve-reference.ts';

const schemasStart = '#/components/schemas/';

/** Generates types with openapi-typescript: paths, operations, and each schema under its own name, with descriptions. */
export async function toServiceTypes(
  document: OpenApiDocument,
  operations: readonly Operation<string>[],
): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(describeReferences(document)), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  const comments = [
    ...operations.map(({ id, method, path, summary, description }) => ({
      before: `    ${id}: {`,
      comment: `${(description || summary).trim()}\n\n\`${method} ${path}\``,
    })),
    ...Object.entries(document.components?.schemas ?? {}).map(([name, { description = '' }]) => ({
      before: `export type ${name} = `,
      comment: description.trim(),
    })),
  ];
  const text = astToString(nodes)
    // Editors show a tag apart from the description, and indented lines as code.
    .replaceAll(/\* @description /g, '* ')
    .replaceAll(/^( *\*) {5}(?=\S)/gm, '$1 ');
  return comments.reduce(
    (commented, { before, comment }) =>
      commented.replace(`\n${before}`, () => `\n${toComment(comment, before)}${before}`),
    text,
  );
}

/** Copies the description of a schema to references without one. */
function describeReferences(document: OpenApiDocument): unknown {
  const schemas = document.components?.schemas ?? {};
  return JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (!isRecord(value) || typeof value['$ref'] !== 'string') return value;
    const { description } = schemas[value['$ref'].replace(schemasStart, '')] ?? {};
    return description === undefined ? value : { description, ...value };
  });
}

function toComment(text: string, before: string): string {
  const indent = /^ */.exec(before)?.[0] ?? '';
  const lines = text.split('\n').map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}

/** Generates the types that the control surface uses. A field with a default is not optional: defaults are filled in. */
export async function toControlTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: true });
  const text = astToString(nodes)
    .replaceAll('discriminator enum property added by openapi-typescript', 'Selects the kind.')
    // Editors show a tag apart from the description.
    .replaceAll('* @description ', '* ');
  return text.slice(text.indexOf('export interface components'));
}
