import {
  type ApiBody,
  type ApiContent,
  type ApiEncoding,
  type ApiParameter,
  type ApiResponse,
  anyText,
} from './api.ts';
import { isObject, type JsonObject, readAt, toPointer } from './json.ts';
import { follow } from './references.ts';

export function listParameters(
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

/** Adds the parameters of a path that are not described. Clients may send any text for them. */
export function addPathParameters(
  path: string,
  pointer: string,
  parameters: readonly ApiParameter[],
): ApiParameter[] {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const missing = names.flatMap((name, index): ApiParameter[] => {
    const key = String(index);
    const isKnown = parameters.some((each) => each.in === 'path' && each.key === key);
    if (isKnown) return [];
    return [{ ...readParameter({}, { name, in: 'path' }, pointer), key }];
  });
  return [...parameters, ...missing];
}

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
    // How lists and objects are serialized. A plain value looks the same in the styles form and simple.
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

export function readBody(document: JsonObject, raw: unknown, place: string): ApiBody | undefined {
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
    // OpenAPI 3.2 describes streamed items by `itemSchema`.
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
      schemaPointer: isRaw ? anyText : schemaPointer,
      known: [...listExamples(document, value, pointer), ...listSchemaExamples(schema)],
      encodings: readEncodings(document, mediaType, value['encoding'], schema, pointer),
    };
  });
}

/** Whether a schema only says that the content is text. For bytes, OpenAPI 3.0 has such a schema and 3.1 has none. */
function isPlainText(schema: JsonObject): boolean {
  const notes = ['description', 'title', 'example', 'examples', 'contentMediaType', 'nullable'];
  return Object.entries(schema).every(
    ([key, value]) =>
      (key === 'type' && value === 'string') ||
      (key === 'format' && value === 'binary') ||
      notes.includes(key) ||
      key.startsWith('x-'),
  );
}

/** Whether a schema allows a list or an object, which a parameter serializes by its style. */
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

/** The media type of a part without `contentType` (OpenAPI, "Encoding Object"). */
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

export function readResponses(document: JsonObject, raw: unknown, place: string): ApiResponse[] {
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
