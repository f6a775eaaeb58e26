import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { formats } from '../formats-with-time.ts';
import type { OpenApiDocument, ParameterObject, Reference } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';
import { isRecord, resolveReference } from '../resolve-reference.ts';
import { banner } from './banner.ts';
import { expandFields, withoutFields } from './expand-fields.ts';
import { toDefaults, toList } from './names-file.ts';
import { toSchemaFiles } from './schema-files.ts';

const controlBanner = banner.replace('openapi.yaml', 'control.yaml');

/** The control surface as the mock reads it: its types, its schemas compiled ahead of time, and its operations as data. */
export async function toControlFiles(
  text: string,
  service: OpenApiDocument,
): Promise<Record<string, string>> {
  const control: OpenApiDocument = parse(text);
  const document = withoutFields(control);
  const readable = withoutMappings(withoutHeaderParameters(document));
  const files = {
    ...toOperationFiles(readable),
    ...(await toSchemaFiles(readable, {
      formats: { values: formats, file: 'formats-with-time.ts' },
      discriminator: true,
    })),
    ...(await toTypesFile(JSON.stringify(expandFields(control, service)))),
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      `control-${name}`,
      content.replace(banner, controlBanner),
    ]),
  );
}

function toOperationFiles(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  return {
    'names.ts': [
      banner,
      toList(
        'controlOperationIds',
        'ControlOperationId',
        operations.map(({ id }) => id),
      ),
      toList('controlProblemIds', 'ControlProblemId', Object.keys(document['x-problems'])),
      ...toDefaults('ControlParameterDefaults', operations),
    ].join('\n'),
    'document.js': [
      banner,
      `export const controlOperations = JSON.parse(${JSON.stringify(JSON.stringify(operations))});`,
      `export const controlProblems = ${JSON.stringify(document['x-problems'], null, 2)};`,
      '',
    ].join('\n'),
    'document.d.ts': [
      banner,
      "import type { Operation } from '../contract/operation.ts';",
      "import type { ControlOperationId, ControlProblemId } from './control-names.ts';",
      'export declare const controlOperations: readonly Operation<ControlOperationId>[];',
      'export declare const controlProblems: Readonly<',
      '  Record<ControlProblemId, { title: string; status: number }>',
      '>;',
      '',
    ].join('\n'),
  };
}

/** Headers are read by the surface itself, the same ones for every operation. */
function withoutHeaderParameters(document: OpenApiDocument): OpenApiDocument {
  const isRead = (parameter: ParameterObject | Reference) =>
    resolveReference(document, parameter).in !== 'header';
  const paths = JSON.parse(JSON.stringify(document.paths), (key, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.filter(isRead) : value,
  );
  return { ...document, paths };
}

/** ajv finds the schema of a union by the constants in it, and knows no mapping. */
function withoutMappings(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'discriminator' && isRecord(value) ? { propertyName: value['propertyName'] } : value,
  );
}

/** The TypeScript types, by openapi-typescript. A field with a default is there once defaults are filled in. */
async function toTypesFile(text: string): Promise<Record<string, string>> {
  const nodes = await openapiTS(text, { defaultNonNullable: true });
  return { 'types.ts': `${banner}\n${astToString(nodes)}` };
}
