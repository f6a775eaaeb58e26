import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';

/** Generates types with openapi-typescript: paths, operations, and each schema under its own name, with descriptions. */
export async function toServiceTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  const text = astToString(nodes)
    // Editors show a tag apart from the description, and indented lines as code.
    .replaceAll(/\* @description /g, '* ')
    .replaceAll(/^( *\*) {5}(?=\S)/gm, '$1 ');
  // The methods of a client have the comments of their operations.
  return readOperations(document).reduce(
    (commented, { id, method, path, summary }) =>
      commented.replace(
        `\n    ${id}: {`,
        (line) => `\n    /** ${summary}: \`${method} ${path}\` */${line}`,
      ),
    text,
  );
}

/** Generates the types that the control surface uses. A field with a default is not optional: defaults are filled in. */
export async function toControlTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: true });
  const text = astToString(nodes).replaceAll('* @description ', '* ');
  return text.slice(text.indexOf('export interface components'));
}
