import { parse } from 'yaml';
import type { OpenApiDocument } from '../openapi-document.ts';
import { type Operation, readOperations } from '../operation.ts';
import { isRecord } from '../resolve-reference.ts';
import { expandFields, toReadable } from './control-document.ts';
import { banner, toDefaults, toList, toSchemaFiles } from './service-files.ts';
import { toNestedTypes } from './types.ts';

const controlBanner = banner.replace('openapi.yaml', 'control.yaml');

/** Generates the files of the control surface: its types, its compiled schemas, and its operations as data. */
export async function toControlFiles(
  text: string,
  service: OpenApiDocument,
): Promise<Record<string, string>> {
  const control: OpenApiDocument = parse(text);
  const readable = toReadable(control);
  const files = {
    ...toOperationFiles(readable),
    ...(await toSchemaFiles(readable, { discriminator: true, isUsed })),
    // A field with a default is not optional, since defaults are filled in.
    'types.ts': `${banner}\n${await toNestedTypes(expandFields(control, service))}`,
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      `control-${name}`,
      content.replace(banner, controlBanner),
    ]),
  );
}

/**
 * Whether the mock validates values at a place at run time: what clients send, and what it reads from files. Tests validate
 * the replies.
 */
function isUsed(place: string): boolean {
  return (
    /\/(?:body$|parameter\/)/.test(place) || /^schema\/(?:StateReplacement|Delivery)$/.test(place)
  );
}

function toOperationFiles(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document).map(withoutDocumentation);
  return {
    'names.ts': [
      banner,
      toList(
        'controlOperationIds',
        { type: 'ControlOperationId', what: 'operation' },
        operations.map(({ id }) => id),
      ),
      toList(
        'controlProblemIds',
        { type: 'ControlProblemId', what: 'problem type' },
        Object.keys(document['x-problems']),
      ),
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

/** Removes what only readers of the document need. */
function withoutDocumentation(operation: Operation<string>): Operation<string> {
  const { parameters, requestBody, replies } = operation;
  const empty = { schema: {}, pointer: '', examples: [] };
  return {
    ...operation,
    parameters: parameters.map((each) => ({
      ...each,
      description: '',
      pointer: '',
      example: undefined,
    })),
    requestBody: requestBody && { ...requestBody, ...empty },
    replies: replies.map((reply) => ({ ...reply, ...empty })),
  };
}

interface ControlDocument {
  components: { schemas: Record<string, Record<string, unknown>> };
}

const start = '#/components/schemas/';

/** Generates the JSON Schema of fixtures, for editors. It is the format of a state in the control surface. */
export function toStateSchemaFile(text: string, service: OpenApiDocument): Record<string, string> {
  const control: ControlDocument = parse(text);
  const { components } = expandFields(control, service, true);
  const { schemas } = components;
  const used = new Map<string, unknown>();
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isRecord(value)) return value;
    const { $ref } = value;
    if (typeof $ref === 'string' && $ref.startsWith(start))
      return { $ref: use($ref.slice(start.length)) };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  const use = (name: string): string => {
    if (!used.has(name)) {
      used.set(name, undefined);
      used.set(name, inline(schemas[name]));
    }
    return `#/$defs/${name}`;
  };
  const body = inline(schemas['StateReplacement']);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:site-contract:state:1',
    $comment:
      'Generated from spec/control.yaml by `npm run generate`. Do not edit: change the document.',
    title: 'A state of the site-contract mock',
    ...(isRecord(body) ? body : {}),
    $defs: Object.fromEntries(used),
  };
  return { '../spec/state.schema.json': `${joinLists(JSON.stringify(schema, null, 2))}\n` };
}

/** Puts lists of texts on one line, like the formatter. */
function joinLists(json: string): string {
  return json.replaceAll(/\[\s+("[^[\]{}]*")\s+\]/g, (_, items: string) => {
    return `[${items.replaceAll(/,\s+"/g, ', "')}]`;
  });
}
