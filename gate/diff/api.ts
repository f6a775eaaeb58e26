import { isObject, type JsonObject, readAt, toPointer } from './json.ts';
import { readReferences } from './references.ts';

/** What a document says of its operations, with every reference followed, and where each part stands. */
export interface Api {
  document: JsonObject;
  operations: readonly ApiOperation[];
  /** Requests that the service makes: `webhooks` and `callbacks`. */
  outgoing: readonly ApiOperation[];
  servers: readonly ApiServer[];
}

export interface ApiOperation {
  /** `GET /v1/sites/{}`: the same however the document calls its path parameters. */
  key: string;
  /** The operationId, or method and path. */
  name: string;
  id: string | undefined;
  method: string;
  path: string;
  pointer: string;
  isDeprecated: boolean;
  parameters: readonly ApiParameter[];
  body: ApiBody | undefined;
  responses: readonly ApiResponse[];
  /** Alternatives, each a list of schemes that are needed together. Undefined: the document does not say. */
  security: readonly (readonly ApiScheme[])[];
  securityPointer: string;
  /** Where it is served: its own servers, those of its path, or those of the document. */
  servers: readonly ApiServer[];
}

export interface ApiParameter {
  /** The name; of a path parameter its number, since its name is not seen on the wire. */
  key: string;
  name: string;
  in: string;
  isRequired: boolean;
  isDeprecated: boolean;
  style: string;
  allowsEmpty: boolean;
  allowsReserved: boolean;
  pointer: string;
  /** Undefined where it has none. */
  schemaPointer: string | undefined;
  /** Of a parameter that is described by `content`. */
  mediaType: string | undefined;
  fallback: unknown;
  known: readonly unknown[];
}

export interface ApiBody {
  pointer: string;
  isRequired: boolean;
  content: readonly ApiContent[];
}

export interface ApiContent {
  mediaType: string;
  pointer: string;
  /** Undefined where nothing is said of the values: there is no schema, or one of plain bytes or text. */
  schemaPointer: string | undefined;
  known: readonly unknown[];
  /** How each property is written, with defaults filled in; of forms and multipart bodies only. */
  encodings: ReadonlyMap<string, ApiEncoding>;
}

export interface ApiEncoding {
  pointer: string;
  contentTypes: readonly string[];
  style: string;
  allowsReserved: boolean;
  requiredHeaders: readonly string[];
}

export interface ApiResponse {
  /** `200`, `4XX` or `default`. */
  status: string;
  pointer: string;
  content: readonly ApiContent[];
  headers: readonly ApiParameter[];
}

export interface ApiScheme {
  name: string;
  scopes: readonly string[];
  /** What a client needs to know of the scheme to use it. */
  terms: JsonObject;
}

export interface ApiServer {
  /** As it is written; for comparison, each variable is `{}` in `key`, since its name is not seen on the wire. */
  url: string;
  key: string;
  pointer: string;
  /** What each variable may be, in the order of the URL; undefined: anything. */
  choices: readonly (readonly string[] | undefined)[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function readApi(document: JsonObject): Api {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  const webhooks = isObject(document['webhooks']) ? document['webhooks'] : {};
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('x-') ? [] : readItem(document, path, item, toPointer(['paths', path])),
  );
  const hooks = Object.entries(webhooks).flatMap(([name, item]) =>
    readItem(document, name, item, toPointer(['webhooks', name])),
  );
  const callbacks = operations.flatMap((operation) => readCallbacks(document, operation));
  return {
    document,
    operations,
    outgoing: [...hooks, ...callbacks],
    servers: readServers(document, '/servers') ?? [sameServer],
  };
}

/** Follows references until something stands there; the pointer is that of what stands. */
export function follow(
  document: JsonObject,
  value: unknown,
  pointer: string,
): { value: JsonObject; pointer: string } {
  let found = value;
  let at = pointer;
  for (let hops = 0; isObject(found) && typeof found['$ref'] === 'string'; hops += 1) {
    const reference = found['$ref'];
    at = readReferences(document).resolve(at, reference) ?? '/$ref';
    found = readAt(document, at);
    if (hops > 32 || !isObject(found))
      throw new Error(`${pointer}: $ref "${reference}" does not exist in the document`);
  }
  return { value: isObject(found) ? found : {}, pointer: at };
}

function readItem(document: JsonObject, path: string, raw: unknown, place: string): ApiOperation[] {
  const { value: item, pointer } = follow(document, raw, place);
  // OpenAPI 3.2 names methods beyond the usual ones apart.
  const others = isObject(item['additionalOperations']) ? item['additionalOperations'] : {};
  const places = [
    ...methods.map((method) => [method, item[method], `${pointer}/${method}`] as const),
    ...Object.entries(others).map(
      ([method, operation]) =>
        [method, operation, pointer + toPointer(['additionalOperations', method])] as const,
    ),
  ];
  return places.flatMap(([method, operation, at]) => {
    if (!isObject(operation)) return [];
    const id = typeof operation['operationId'] === 'string' ? operation['operationId'] : undefined;
    const parameters = [
      ...listParameters(document, operation['parameters'], `${at}/parameters`, path),
      ...listParameters(document, item['parameters'], `${pointer}/parameters`, path),
    ];
    const ownSecurity = 'security' in operation;
    return [
      {
        key: `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
        name: id ?? `${method.toUpperCase()} ${path}`,
        id,
        method: method.toUpperCase(),
        path,
        pointer: at,
        isDeprecated: operation['deprecated'] === true,
        // What the operation says goes before what its path says.
        parameters: [
          ...new Map(
            [...parameters].reverse().map((each) => [`${each.in} ${each.key}`, each]),
          ).values(),
        ].reverse(),
        body: readBody(document, operation['requestBody'], `${at}/requestBody`),
        responses: readResponses(document, operation['responses'], `${at}/responses`),
        security: readSecurity(
          document,
          ownSecurity ? operation['security'] : document['security'],
        ),
        securityPointer: ownSecurity ? `${at}/security` : '/security',
        servers: readServers(document, `${at}/servers`) ??
          readServers(document, `${pointer}/servers`) ??
          readServers(document, '/servers') ?? [sameServer],
      },
    ];
  });
}

function readCallbacks(document: JsonObject, { pointer, name, key }: ApiOperation): ApiOperation[] {
  const operation = readAt(document, pointer);
  const callbacks =
    isObject(operation) && isObject(operation['callbacks']) ? operation['callbacks'] : {};
  return Object.entries(callbacks).flatMap(([callback, raw]) => {
    const { value, pointer: at } = follow(
      document,
      raw,
      `${pointer}${toPointer(['callbacks', callback])}`,
    );
    return Object.entries(value).flatMap(([expression, item]) =>
      readItem(document, expression, item, at + toPointer([expression])).map((request) => ({
        ...request,
        // What the callback is called in the document is not seen on the wire; where it goes to is.
        key: `${key} → ${request.method} ${expression}`,
        name: request.id ?? `${name} callback ${callback}`,
      })),
    );
  });
}

function listParameters(
  document: JsonObject,
  list: unknown,
  place: string,
  path: string,
): ApiParameter[] {
  if (!Array.isArray(list)) return [];
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return list.flatMap((raw: unknown, index) => {
    const { value, pointer } = follow(document, raw, `${place}/${index}`);
    const parameter = readParameter(document, value, pointer);
    const isIgnored =
      parameter.in === 'header' &&
      ['accept', 'content-type', 'authorization'].includes(parameter.key);
    if (isIgnored) return [];
    return parameter.in === 'path'
      ? [{ ...parameter, key: String(names.indexOf(parameter.name)) }]
      : [parameter];
  });
}

/** A parameter, or a header of a response. */
function readParameter(
  document: JsonObject,
  value: JsonObject,
  pointer: string,
  header?: string,
): ApiParameter {
  const name = header ?? String(value['name'] ?? '');
  const place = header === undefined ? String(value['in'] ?? '') : 'header';
  const content = readContent(document, value['content'], `${pointer}/content`)[0];
  const hasSchema = value['schema'] !== undefined;
  const schemaPointer = hasSchema ? `${pointer}/schema` : content?.schemaPointer;
  const schema =
    schemaPointer === undefined
      ? {}
      : follow(document, readAt(document, schemaPointer), schemaPointer).value;
  const style = String(
    value['style'] ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'),
  );
  const explode = value['explode'] ?? style === 'form';
  const isPlain = !mayHoldParts(document, schema);
  return {
    key: place === 'header' ? name.toLowerCase() : name,
    name,
    in: place,
    isRequired: value['required'] === true || place === 'path',
    isDeprecated: value['deprecated'] === true,
    // How lists and objects are written; of a plain value the style changes nothing but these.
    style:
      isPlain && ['form', 'simple'].includes(style)
        ? 'plain'
        : `${style}${explode === true ? ', explode' : ''}`,
    allowsEmpty: value['allowEmptyValue'] === true,
    allowsReserved: place === 'query' && value['allowReserved'] === true,
    pointer,
    schemaPointer,
    mediaType: hasSchema ? undefined : content?.mediaType,
    fallback: schema['default'],
    known: [
      ...listExamples(document, value, pointer),
      ...(content?.known ?? []),
      ...listSchemaExamples(schema),
    ],
  };
}

function readBody(document: JsonObject, raw: unknown, place: string): ApiBody | undefined {
  if (raw === undefined) return undefined;
  const { value, pointer } = follow(document, raw, place);
  const content = readContent(document, value['content'], `${pointer}/content`);
  return { pointer, isRequired: value['required'] === true, content };
}

function readContent(document: JsonObject, raw: unknown, place: string): ApiContent[] {
  if (!isObject(raw)) return [];
  return Object.entries(raw).map(([name, each]) => {
    const { value, pointer } = follow(document, each, place + toPointer([name]));
    const mediaType = name.toLowerCase().replaceAll(/\s/g, '');
    // OpenAPI 3.2 describes what comes piece by piece by `itemSchema`.
    const keyword = ['schema', 'itemSchema'].find((key) => value[key] !== undefined);
    const schemaPointer = keyword && `${pointer}/${keyword}`;
    const schema =
      schemaPointer === undefined
        ? {}
        : follow(document, value[keyword ?? ''], schemaPointer).value;
    const isRaw = !/json|xml|form|\*/.test(mediaType) && isPlainText(schema);
    return {
      mediaType,
      pointer,
      schemaPointer: isRaw ? undefined : schemaPointer,
      known: [...listExamples(document, value, pointer), ...listSchemaExamples(schema)],
      encodings: readEncodings(document, mediaType, value['encoding'], schema, pointer),
    };
  });
}

/** Whether a schema says no more than that there is text: of bytes, OpenAPI 3.0 says that and 3.1 says nothing. */
function isPlainText(schema: JsonObject): boolean {
  const notes = ['description', 'title', 'example', 'examples', 'contentMediaType'];
  return Object.entries(schema).every(
    ([key, value]) =>
      (key === 'type' && value === 'string') ||
      (key === 'format' && value === 'binary') ||
      notes.includes(key) ||
      key.startsWith('x-'),
  );
}

/** Whether a schema may hold a list or an object, which a parameter writes by its style. */
function mayHoldParts(document: JsonObject, raw: unknown, depth = 0): boolean {
  if (!isObject(raw) || depth > 8) return false;
  const schema = typeof raw['$ref'] === 'string' ? follow(document, raw, '').value : raw;
  const { type } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('array') || types.includes('object')) return true;
  if (type === undefined && ['items', 'properties', 'prefixItems'].some((key) => key in schema))
    return true;
  return ['allOf', 'anyOf', 'oneOf']
    .flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))
    .some((part) => mayHoldParts(document, part, depth + 1));
}

function readEncodings(
  document: JsonObject,
  mediaType: string,
  raw: unknown,
  schema: JsonObject,
  place: string,
): ReadonlyMap<string, ApiEncoding> {
  const isForm = mediaType.startsWith('application/x-www-form-urlencoded');
  if (!isForm && !mediaType.startsWith('multipart/')) return new Map();
  const encodings = isObject(raw) ? raw : {};
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const names = new Set([...Object.keys(properties), ...Object.keys(encodings)]);
  return new Map(
    [...names].map((name): [string, ApiEncoding] => {
      const pointer = `${place}${toPointer(['encoding', name])}`;
      const encoding = isObject(encodings[name]) ? encodings[name] : {};
      const { contentType, style, explode, allowReserved, headers } = encoding;
      const property = properties[name];
      const isStyled = [style, explode, allowReserved].some((each) => each !== undefined);
      const written = String(style ?? 'form');
      const required = isObject(headers) ? Object.entries(headers) : [];
      return [
        name,
        {
          pointer: name in encodings ? pointer : place,
          contentTypes: (typeof contentType === 'string'
            ? contentType
            : toContentType(document, property)
          )
            .toLowerCase()
            .split(/\s*,\s*/),
          style:
            (isForm || isStyled) && mayHoldParts(document, property)
              ? `${written}${(explode ?? written === 'form') === true ? ', explode' : ''}`
              : 'plain',
          allowsReserved: allowReserved === true,
          requiredHeaders: required
            .filter(
              ([header, each]) =>
                header.toLowerCase() !== 'content-type' &&
                follow(document, each, pointer).value['required'] === true,
            )
            .map(([header]) => header.toLowerCase()),
        },
      ];
    }),
  );
}

/** The type of a part whose encoding names none (OpenAPI, "Encoding Object"). */
function toContentType(document: JsonObject, raw: unknown, depth = 0): string {
  if (!isObject(raw) || depth > 4) return 'text/plain';
  const schema = typeof raw['$ref'] === 'string' ? follow(document, raw, '').value : raw;
  const { type, format, items, contentMediaType } = schema;
  if (typeof contentMediaType === 'string') return contentMediaType;
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('array')) return toContentType(document, items, depth + 1);
  if (types.includes('object') || 'properties' in schema) return 'application/json';
  if (format === 'binary' || (type === undefined && Object.keys(schema).length === 0))
    return 'application/octet-stream';
  return 'text/plain';
}

function readResponses(document: JsonObject, raw: unknown, place: string): ApiResponse[] {
  if (!isObject(raw)) return [];
  return Object.entries(raw).flatMap(([status, each]) => {
    if (status.startsWith('x-')) return [];
    const { value, pointer } = follow(document, each, place + toPointer([status]));
    const headers = isObject(value['headers']) ? Object.entries(value['headers']) : [];
    return [
      {
        status: status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        pointer,
        content: readContent(document, value['content'], `${pointer}/content`),
        headers: headers
          .filter(([name]) => name.toLowerCase() !== 'content-type')
          .map(([name, header]) => {
            const found = follow(document, header, `${pointer}${toPointer(['headers', name])}`);
            return readParameter(document, found.value, found.pointer, name);
          }),
      },
    ];
  });
}

function listExamples(document: JsonObject, value: JsonObject, pointer: string): unknown[] {
  const examples = isObject(value['examples']) ? Object.entries(value['examples']) : [];
  const values = examples.flatMap(([name, raw]) => {
    const { value: example } = follow(document, raw, `${pointer}${toPointer(['examples', name])}`);
    return 'value' in example ? [example['value']] : [];
  });
  return 'example' in value ? [value['example'], ...values] : values;
}

function listSchemaExamples(schema: JsonObject): unknown[] {
  const { example, examples } = schema;
  return [
    ...(example === undefined ? [] : [example]),
    ...(Array.isArray(examples) ? examples : []),
  ];
}

function readSecurity(document: JsonObject, raw: unknown): (readonly ApiScheme[])[] {
  if (!Array.isArray(raw) || raw.length === 0) return [[]];
  return raw.map((alternative) =>
    isObject(alternative)
      ? Object.entries(alternative).map(([name, scopes]) => ({
          name,
          scopes: Array.isArray(scopes) ? scopes.map(String) : [],
          terms: readTerms(document, name),
        }))
      : [],
  );
}

/** Without what is said for people, and without the scopes: those that an operation needs stand with the operation. */
function readTerms(document: JsonObject, name: string): JsonObject {
  const pointer = toPointer(['components', 'securitySchemes', name]);
  const raw = readAt(document, pointer);
  if (raw === undefined) return { undefined: name };
  const {
    type,
    scheme,
    in: place,
    name: field,
    openIdConnectUrl,
    flows,
  } = follow(document, raw, pointer).value;
  const kinds = isObject(flows)
    ? Object.entries(flows).map(([kind, flow]) => {
        const { authorizationUrl, tokenUrl } = isObject(flow) ? flow : {};
        return { kind, authorizationUrl, tokenUrl };
      })
    : undefined;
  const shown = typeof field === 'string' && place === 'header' ? field.toLowerCase() : field;
  const scheming = typeof scheme === 'string' ? scheme.toLowerCase() : scheme;
  return JSON.parse(
    JSON.stringify({
      type,
      scheme: scheming,
      in: place,
      name: shown,
      openIdConnectUrl,
      flows: kinds,
    }),
  );
}

/** Without servers, a document speaks of the one that it comes from. */
const sameServer: ApiServer = { url: '', key: '', pointer: '/servers', choices: [] };

function readServers(document: JsonObject, place: string): ApiServer[] | undefined {
  const raw = readAt(document, place);
  const found = (Array.isArray(raw) ? raw : []).flatMap((server: unknown, index) => {
    if (!isObject(server) || typeof server['url'] !== 'string') return [];
    const url = server['url'].replace(/\/$/, '');
    const variables = isObject(server['variables']) ? server['variables'] : {};
    const choices = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => {
      const variable = variables[name];
      const values = isObject(variable) ? variable['enum'] : undefined;
      return Array.isArray(values) ? values.map(String) : undefined;
    });
    const key = url.replaceAll(/\{[^}]*\}/g, '{}');
    return [{ url, key, pointer: `${place}/${index}`, choices }];
  });
  return found.length > 0 ? found : undefined;
}
