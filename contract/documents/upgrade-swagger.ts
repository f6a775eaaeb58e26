import { isRecord, readAt, toPointer } from '../resolve-reference.ts';
import { define } from '../values-at.ts';
import { type Part, walkDocument } from './parts.ts';
import { upgradeSchema } from './upgrade-schema.ts';

type Json = Record<string, unknown>;

/** Where the named parts of Swagger 2.0 are in OpenAPI 3. */
const sections: readonly (readonly [from: string, to: string])[] = [
  ['definitions', 'schemas'],
  ['parameters', 'parameters'],
  ['responses', 'responses'],
  ['securityDefinitions', 'securitySchemes'],
];

/**
 * Converts a bundled document of Swagger 2.0 to OpenAPI 3.1, in place. `@scalar/openapi-upgrader` (0.1.11) was tried for this
 * and for 3.0: it leaves parameters that refer to a body, the separators of `tsv` and texts as discriminators, drops the
 * items of form fields, and brings 12 MB of packages. What it does to documents of 3.0 is in upgrade-schema.ts.
 */
export function upgradeSwagger(document: Json): void {
  const context: Context = {
    document,
    consumes: toTexts(document['consumes']) ?? ['application/json'],
    produces: toTexts(document['produces']) ?? ['application/json'],
    bodies: new WeakMap(),
  };
  document['servers'] = toServers(document);
  moveSections(document);
  walkDocument(document, (part) => upgradePart(part, context));
  removeBodies(document);
  for (const key of ['swagger', 'host', 'basePath', 'schemes', 'consumes', 'produces'])
    delete document[key];
}

interface Context {
  document: Json;
  consumes: readonly string[];
  produces: readonly string[];
  /** The parameters of a path that describe the bodies of its operations. */
  bodies: WeakMap<object, readonly Json[]>;
}

function toServers({ host, basePath, schemes }: Json): { url: string }[] {
  const path = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string') return [{ url: path === '' ? '/' : path }];
  const used = toTexts(schemes) ?? ['https'];
  return used.map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

function moveSections(document: Json): void {
  const components: Json = {};
  for (const [from, to] of sections) {
    if (isRecord(document[from])) components[to] = document[from];
    delete document[from];
  }
  document['components'] = components;
}

function upgradePart(part: Part, context: Context): void {
  const { kind, value, parent } = part;
  if (typeof value['$ref'] === 'string') value['$ref'] = moveReference(value['$ref']);
  else if (kind === 'pathItem') context.bodies.set(value, takeBodies(value, context));
  else if (kind === 'operation') upgradeOperation(value, parent?.value, context);
  else if (kind === 'parameter') upgradeParameter(value);
  else if (kind === 'header') upgradeHeader(value);
  else if (kind === 'response') upgradeResponse(value, parent, context);
  else if (kind === 'securityScheme') upgradeSecurityScheme(value);
  if (kind === 'schema') {
    upgradeSwaggerSchema(value);
    upgradeSchema(part);
  }
}

function moveReference(reference: string): string {
  const section = sections.find(([from]) => reference.startsWith(`#/${from}/`));
  if (section === undefined) return reference;
  const [from, to] = section;
  return `#/components/${to}${reference.slice(`#/${from}`.length)}`;
}

/** Removes the parameters that describe bodies from a list of parameters, and returns them. */
function takeBodies(owner: Json, { document }: Context): Json[] {
  const { parameters } = owner;
  if (!Array.isArray(parameters)) return [];
  const bodies: Json[] = [];
  const remaining: unknown[] = [];
  for (const parameter of parameters) {
    const target = readTarget(document, parameter);
    if (target !== undefined && isBody(target)) bodies.push(target);
    else remaining.push(parameter);
  }
  owner['parameters'] = remaining;
  return bodies;
}

function readTarget(document: Json, part: unknown): Json | undefined {
  if (!isRecord(part)) return undefined;
  if (typeof part['$ref'] !== 'string') return part;
  const target = readAt(document, toPointer(moveReference(part['$ref'])));
  return isRecord(target) ? target : undefined;
}

function isBody(parameter: Json): boolean {
  return parameter['in'] === 'body' || parameter['in'] === 'formData';
}

/** Named parameters that describe bodies are not parameters any more. */
function removeBodies({ components }: Json): void {
  const parameters = isRecord(components) ? components['parameters'] : undefined;
  if (!isRecord(parameters)) return;
  for (const [name, parameter] of Object.entries(parameters))
    if (isRecord(parameter) && isBody(parameter)) delete parameters[name];
}

function upgradeOperation(operation: Json, item: Json | undefined, context: Context): void {
  const bodies = takeBodies(operation, context);
  const inherited = item === undefined ? [] : (context.bodies.get(item) ?? []);
  const consumes = toTexts(operation['consumes']) ?? context.consumes;
  const requestBody = toRequestBody(bodies.length > 0 ? bodies : inherited, consumes);
  if (requestBody !== undefined) operation['requestBody'] = requestBody;
  delete operation['consumes'];
  if (toTexts(operation['schemes']) !== undefined) delete operation['schemes'];
}

function toRequestBody(parameters: readonly Json[], consumes: readonly string[]): Json | undefined {
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  if (body !== undefined) {
    const { name: _, in: __, schema, required = false, description, ...extensions } = body;
    const example = extensions['x-example'];
    const mediaType = example === undefined ? { schema } : { schema, example };
    const content = Object.fromEntries(consumes.map((type) => [type, { ...mediaType }]));
    return { ...extensions, ...(description !== undefined && { description }), required, content };
  }
  return parameters.length === 0 ? undefined : toForm(parameters, consumes);
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

function toForm(parameters: readonly Json[], consumes: readonly string[]): Json {
  const properties: Json = {};
  const required: string[] = [];
  const encoding: Json = {};
  for (const parameter of parameters) {
    const name = String(parameter['name']);
    const { name: _, in: __, required: isRequired, collectionFormat, ...schema } = parameter;
    delete schema['allowEmptyValue'];
    define(properties, name, schema);
    if (isRequired === true) required.push(name);
    if (schema['type'] === 'array') define(encoding, name, toStyle('query', collectionFormat));
  }
  const hasFile = parameters.some(({ type }) => type === 'file');
  const allowed = formTypes.filter((type) => consumes.includes(type));
  const usual = hasFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded'];
  const types = allowed.length > 0 ? allowed : usual;
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const mediaType = Object.keys(encoding).length > 0 ? { schema, encoding } : { schema };
  const content = Object.fromEntries(types.map((type) => [type, mediaType]));
  return { required: required.length > 0, content };
}

/** The fields of a parameter that are not part of its schema. */
const parameterFields = new Set([
  ...['name', 'in', 'description', 'required', 'allowEmptyValue', 'collectionFormat', 'example'],
]);

function upgradeParameter(parameter: Json): void {
  if (isBody(parameter) || isRecord(parameter['schema'])) return;
  const { collectionFormat, type } = parameter;
  moveSchema(parameter);
  if (type === 'array') Object.assign(parameter, toStyle(parameter['in'], collectionFormat));
  delete parameter['collectionFormat'];
  if (parameter['x-example'] !== undefined) parameter['example'] = parameter['x-example'];
}

function upgradeHeader(header: Json): void {
  if (isRecord(header['schema'])) return;
  const { collectionFormat, type } = header;
  moveSchema(header);
  if (type === 'array') Object.assign(header, toStyle('header', collectionFormat));
  delete header['collectionFormat'];
}

/** Parameters and headers were their own schemas. */
function moveSchema(owner: Json): void {
  const schema: Json = {};
  for (const [keyword, value] of Object.entries(owner)) {
    if (parameterFields.has(keyword) || keyword.startsWith('x-')) continue;
    schema[keyword] = value;
    delete owner[keyword];
  }
  if (owner['x-nullable'] === true) schema['x-nullable'] = true;
  owner['schema'] = schema;
}

/** How the items of a list are separated. OpenAPI 3 has no style for tabs, nor for others than commas outside of queries. */
function toStyle(location: unknown, collectionFormat: unknown = 'csv'): Json {
  const comma = location === 'query' || location === undefined ? 'form' : 'simple';
  const styles: Readonly<Record<string, string>> = {
    csv: comma,
    multi: comma,
    ssv: 'spaceDelimited',
    pipes: 'pipeDelimited',
    tsv: 'tabDelimited',
  };
  const style = styles[String(collectionFormat)] ?? comma;
  return { style, explode: collectionFormat === 'multi' };
}

function upgradeResponse(response: Json, parent: Part | undefined, context: Context): void {
  const { schema, examples } = response;
  const produced = parent?.kind === 'operation' ? toTexts(parent.value['produces']) : undefined;
  const produces = produced ?? context.produces;
  delete response['schema'];
  delete response['examples'];
  const content: Json = {};
  if (isRecord(schema)) {
    const isFile = schema['type'] === 'file';
    const types = isFile && produced === undefined ? ['application/octet-stream'] : produces;
    for (const type of types) define(content, type, { schema });
  }
  for (const [type, example] of Object.entries(isRecord(examples) ? examples : {}))
    if (type.includes('/')) content[type] = { ...(isRecord(schema) && { schema }), example };
  if (Object.keys(content).length > 0) response['content'] = content;
}

const flows: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

function upgradeSecurityScheme(scheme: Json): void {
  if (scheme['type'] === 'basic') Object.assign(scheme, { type: 'http', scheme: 'basic' });
  if (scheme['type'] !== 'oauth2') return;
  const { flow, authorizationUrl, tokenUrl, scopes = {} } = scheme;
  const name = flows[String(flow)] ?? String(flow ?? 'implicit');
  scheme['flows'] = { [name]: { authorizationUrl, tokenUrl, scopes } };
  for (const key of ['flow', 'authorizationUrl', 'tokenUrl', 'scopes']) delete scheme[key];
}

function upgradeSwaggerSchema(schema: Json): void {
  const { discriminator } = schema;
  if (schema['type'] === 'file') Object.assign(schema, { type: 'string', format: 'binary' });
  if (typeof discriminator === 'string') schema['discriminator'] = { propertyName: discriminator };
  if (schema['x-nullable'] === true) schema['nullable'] = true;
  delete schema['x-nullable'];
  delete schema['collectionFormat'];
}

function toTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.map(String);
}
