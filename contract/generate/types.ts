import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from '../openapi-document.ts';

/** Generates types with openapi-typescript: paths, operations, and each schema under its own name, with descriptions. */
export async function toServiceTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
  });
  return (
    astToString(nodes)
      // Editors show a tag apart from the description, and indented lines as code.
      .replaceAll(/\* @description /g, '* ')
      .replaceAll(/^( *\*) {5}(?=\S)/gm, '$1 ')
  );
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
