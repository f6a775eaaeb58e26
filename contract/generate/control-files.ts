import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import type { OpenApiDocument, ParameterObject, Reference, Schema } from '../openapi-document.ts';
import { readOperations } from '../operation.ts';
import { isRecord, resolveReference } from '../resolve-reference.ts';
import { assertCompleteUnions } from './complete-unions.ts';
import { banner, toDefaults, toList, toSchemaFiles } from './service-files.ts';

const controlBanner = banner.replace('openapi.yaml', 'control.yaml');

/** Generates the files of the control surface: its types, its compiled schemas, and its operations as data. */
export async function toControlFiles(
  text: string,
  service: OpenApiDocument,
): Promise<Record<string, string>> {
  const control: OpenApiDocument = parse(text);
  assertCompleteUnions(control.components?.schemas ?? {});
  const document = withoutFields(control);
  const readable = withoutMappings(withoutHeaderParameters(document));
  const files = {
    ...toOperationFiles(readable),
    ...(await toSchemaFiles(readable, { discriminator: true })),
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

/** Removes header parameters, because the control surface itself reads the same headers for every operation. */
function withoutHeaderParameters(document: OpenApiDocument): OpenApiDocument {
  const isRead = (parameter: ParameterObject | Reference) =>
    resolveReference(document, parameter).in !== 'header';
  const paths = JSON.parse(JSON.stringify(document.paths), (key, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.filter(isRead) : value,
  );
  return { ...document, paths };
}

/** Removes discriminator mappings: ajv does not support them, and selects the schema of a union by its constants. */
function withoutMappings(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'discriminator' && isRecord(value) ? { propertyName: value['propertyName'] } : value,
  );
}

/**
 * Generates the TypeScript types with openapi-typescript. A field with a default is not optional, since defaults are filled
 * in.
 */
async function toTypesFile(text: string): Promise<Record<string, string>> {
  const nodes = await openapiTS(text, { defaultNonNullable: true });
  return { 'types.ts': `${banner}\n${astToString(nodes)}` };
}

/** The contents of `x-fields-of` in spec/control.yaml. */
interface FieldsOf {
  /** A schema of openapi.yaml. */
  schema: string;
  /** Fields to leave out. Default: none. */
  except?: readonly string[];
  /** The required fields here: a list, or all that the schema requires. */
  required: readonly string[] | 'all';
}

/**
 * Inserts the fields of resources into the document of the control surface, so that they are defined only once.
 * @param isClosed whether objects with optional fields forbid others. Default: false
 */
function expandFields<Value>(
  control: Value,
  { components = {} }: OpenApiDocument,
  isClosed = false,
): Value {
  const schemas = components.schemas ?? {};
  const used = new Map<string, unknown>();
  const expanded = JSON.parse(JSON.stringify(control), (_, value: unknown) => {
    if (!isRecord(value) || !isFieldsOf(value['x-fields-of'])) return value;
    const { 'x-fields-of': fieldsOf, ...own } = value;
    return expand(own, fieldsOf);
  });
  addMissing(expanded, used);
  return expanded;

  function expand(own: Record<string, unknown>, { schema, except = [], required }: FieldsOf) {
    const found = schemas[schema];
    if (found === undefined) throw new Error(`x-fields-of: openapi.yaml has no schema ${schema}`);
    const isTaken = (name: string) => !except.includes(name);
    const fields = Object.entries(found.properties ?? {}).filter(([name]) => isTaken(name));
    const requiredHere = [
      ...(required === 'all' ? (found.required ?? []).filter(isTaken) : required),
      ...(Array.isArray(own['required']) ? own['required'] : []),
    ];
    const ownFields = isRecord(own['properties']) ? own['properties'] : {};
    const taken = Object.fromEntries(fields.map(([name, field]) => [name, withoutNotes(field)]));
    return {
      ...own,
      required: requiredHere,
      ...(isClosed && required !== 'all' ? { additionalProperties: false } : {}),
      properties: { ...taken, ...ownFields },
    };
  }

  /** Copies a schema without parts that only the service uses, and records the schemas that it refers to. */
  function withoutNotes(schema: Schema): unknown {
    return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key.startsWith('x-')) return undefined;
      const name = key === '$ref' ? String(value).split('/').at(-1) : undefined;
      const other = name === undefined ? undefined : schemas[name];
      if (name !== undefined && other !== undefined && !used.has(name)) {
        used.set(name, undefined);
        used.set(name, withoutNotes(other));
      }
      return value;
    });
  }
}

/** Adds referenced schemas that the control surface does not define. */
function addMissing(control: unknown, used: ReadonlyMap<string, unknown>): void {
  const components = isRecord(control) ? control['components'] : undefined;
  const schemas = isRecord(components) ? components['schemas'] : undefined;
  if (!isRecord(schemas)) return;
  for (const [name, schema] of used) schemas[name] ??= schema;
}

/** Copies the document for validators, without the schemas of fields: the contract of the mock validates those. */
function withoutFields<Value>(control: Value): Value {
  return JSON.parse(JSON.stringify(control), (key, value: unknown) =>
    key === 'x-fields-of' ? undefined : value,
  );
}

function isFieldsOf(value: unknown): value is FieldsOf {
  return isRecord(value) && typeof value['schema'] === 'string';
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
