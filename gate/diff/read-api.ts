import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { isSame, type JsonObject, toPointer, toStableText } from './json.ts';
import { follow } from './references.ts';
import type { Schema, Way } from './schemas.ts';
import { json, type Wire } from './validator.ts';

/** The operations of a document, with references resolved and the place of each part. */
export type Api = ReturnType<typeof readApi>;
export type ApiOperation = Api['operations'][number];
/** A parameter or a response header. */
export type ApiField = ApiOperation['parameters'][number];
export type ApiResponse = ApiOperation['responses'][number];
export type ApiContent = ApiResponse['content'][number];
export type ApiBody = ApiOperation['body'] & object;
/** A security scheme that is required, with the details that a client needs. */
export type ApiScheme = ApiOperation['security'][number][number];
export type ApiServer = ApiOperation['servers'][number];

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Without servers, a document describes the server that provides it. */
const sameServer = { url: '', key: '', pointer: '/servers', isImplied: true };
/** Headers that are described elsewhere (OpenAPI, "Parameter Object"). */
const ignored = ['header accept', 'header content-type', 'header authorization'];

interface Entry {
  name: string;
  value: JsonObject;
  pointer: string;
}

/** @param readSchema finds the schema at a pointer */
export function readApi(
  document: JsonObject,
  readSchema: (pointer: string, way: Way, examples: readonly unknown[]) => Schema,
) {
  const operations = listEntries(document['paths']).flatMap(([path, item]) =>
    path.startsWith('x-') ? [] : readItem(path, item, toPointer('paths', path)),
  );
  const webhooks = listEntries(document['webhooks']).flatMap(([name, item]) =>
    readItem(name, item, toPointer('webhooks', name)),
  );
  const callbacks = operations.flatMap(readCallbacks);
  /** `outgoing` are the requests that the service makes. */
  return { operations, outgoing: [...webhooks, ...callbacks] };

  /** The entries of a map or a list, with references resolved. */
  function followEntries(raw: unknown, place: string): Entry[] {
    return listEntries(raw).map(([name, each]) => ({
      name,
      ...follow(document, each, place + toPointer(name)),
    }));
  }

  function readItem(path: string, raw: unknown, place: string) {
    const { value: item, pointer } = follow(document, raw, place);
    const own = listEntries(item).filter(([name, raw]) => methods.includes(name) && isRecord(raw));
    return [
      ...followEntries(Object.fromEntries(own), pointer),
      // OpenAPI 3.2 lists other methods separately.
      ...followEntries(item['additionalOperations'], `${pointer}/additionalOperations`),
    ].map(({ name: lower, value: operation, pointer: at }) => {
      const { operationId, requestBody, deprecated } = operation;
      const id = typeof operationId === 'string' ? operationId : undefined;
      const method = lower.toUpperCase();
      const isSecured = 'security' in operation;
      return {
        ...{ id, method, path, pointer: at, isDeprecated: deprecated === true },
        /** For example `GET /v1/sites/{}`. It does not depend on the names of path parameters. */
        key: `${method} ${hideNames(path)}`,
        /** Distinguishes operations with one key: the path as written, or the name of a callback. */
        label: path,
        name: id ?? `${method} ${path}`,
        parameters: readParameters(path, at, [
          ...followEntries(item['parameters'], `${pointer}/parameters`),
          ...followEntries(operation['parameters'], `${at}/parameters`),
        ]),
        body: requestBody === undefined ? undefined : readBody(requestBody, `${at}/requestBody`),
        responses: followEntries(operation['responses'], `${at}/responses`).flatMap(readResponse),
        security: readSecurity(isSecured ? operation['security'] : document['security']),
        securityPointer: isSecured ? `${at}/security` : '/security',
        servers: [at, pointer, '']
          .map((owner) => readServers(`${owner}/servers`))
          .find((servers) => servers.length > 0) ?? [sameServer],
      };
    });
  }

  function readCallbacks({ pointer, name, key }: ReturnType<typeof readItem>[number]) {
    const place = `${pointer}/callbacks`;
    return followEntries(readAt(document, place), place).flatMap((callback) =>
      Object.entries(callback.value).flatMap(([expression, item]) =>
        readItem(expression, item, callback.pointer + toPointer(expression)).map((request) => ({
          ...request,
          // Clients see the URL of a callback, but not its name in the document.
          key: `${key} → ${request.method} ${expression}`,
          label: callback.name,
          name: request.id ?? `${name} callback ${callback.name}`,
        })),
      ),
    );
  }

  /** Parameters of the operation override those of its path. Clients may send any text for path parameters without one. */
  function readParameters(path: string, pointer: string, listed: readonly Entry[]) {
    const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    const implied = names.map((name): Entry => ({ name, value: { name, in: 'path' }, pointer }));
    const all = [...implied, ...listed].map(({ value, pointer: at }) => {
      const [name, place] = [String(value['name'] ?? ''), String(value['in'] ?? '')];
      const field = readField(value, at, 'request', place, name);
      return place === 'path' ? { ...field, key: `path ${names.indexOf(name)}` } : field;
    });
    const fields = [...new Map(all.map((each) => [each.key, each])).values()];
    return fields.filter(({ key }) => !ignored.includes(key));
  }

  function readField(raw: JsonObject, pointer: string, way: Way, place: string, name: string) {
    const isDescribed = raw['schema'] !== undefined;
    const content = readContent(raw['content'], `${pointer}/content`, way)[0];
    const isForm = place === 'query' || place === 'cookie';
    const style = toStyle(raw, isForm ? 'form' : 'simple');
    return {
      ...{ name, in: place, pointer, style },
      /** Place and name. For a path parameter, the position replaces the name, which is not sent. */
      key: `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      isRequired: raw['required'] === true || place === 'path',
      isDeprecated: raw['deprecated'] === true,
      allowsEmpty: place === 'query' && raw['allowEmptyValue'] === true,
      allowsReserved: place === 'query' && raw['allowReserved'] === true,
      schema: isDescribed
        ? readSchema(`${pointer}/schema`, way, listExamples(raw))
        : content?.schema,
      /** Only for a field that is described by `content`. */
      mediaType: isDescribed ? undefined : content?.mediaType,
      /** How its values are sent. */
      wire: (isDescribed ? undefined : content?.wire) ?? toFieldWire(style, place),
    };
  }

  function readBody(raw: unknown, place: string) {
    const { value, pointer } = follow(document, raw, place);
    const content = readContent(value['content'], `${pointer}/content`, 'request');
    return { pointer, isRequired: value['required'] === true, content };
  }

  function readContent(raw: unknown, place: string, way: Way) {
    return followEntries(raw, place).map(({ name, value, pointer }) => {
      const mediaType = toMediaType(name);
      // OpenAPI 3.2 describes streamed items by `itemSchema`.
      const keyword = ['schema', 'itemSchema'].find((key) => !isSame(value[key] ?? {}, {}));
      const schema = keyword && readSchema(`${pointer}/${keyword}`, way, listExamples(value));
      const properties = follow(document, value['schema'], `${pointer}/schema`).value['properties'];
      const encodings = readEncodings(mediaType, value['encoding'], properties, pointer);
      const wire = toWire(mediaType);
      return { mediaType, pointer, wire, schema: schema || undefined, encodings };
    });
  }

  function listExamples({ example, examples }: JsonObject): readonly unknown[] {
    const named = followEntries(examples, '').map(({ value }) => value['value']);
    return [example, ...named].filter((value) => value !== undefined);
  }

  /** The encoding of each part of a form or multipart body, with defaults (OpenAPI, "Encoding Object"). */
  function readEncodings(mediaType: string, raw: unknown, schemas: unknown, place: string) {
    const isForm = mediaType.startsWith('application/x-www-form-urlencoded');
    const isEncoded = isForm || mediaType.startsWith('multipart/');
    const [given, properties] = [Object(raw), Object(schemas)];
    return new Map(
      (isEncoded ? Object.keys({ ...properties, ...given }) : []).map((name) => {
        const encoding: JsonObject = Object(given[name]);
        const pointer = name in given ? place + toPointer('encoding', name) : place;
        const isStyled = ['style', 'explode', 'allowReserved'].some((key) => key in encoding);
        const types = String(encoding['contentType'] ?? toContentType(properties[name]));
        const terms = {
          contentType: types.toLowerCase().split(/\s*,\s*/),
          style: isForm || isStyled ? toStyle(encoding, 'form') : '',
          allowReserved: encoding['allowReserved'] === true,
          headers: followEntries(encoding['headers'], pointer)
            .filter(({ value }) => value['required'] === true)
            .map((header) => header.name.toLowerCase()),
        };
        return [name, { pointer, terms }] as const;
      }),
    );
  }

  /** The media type of a part without `contentType`. */
  function toContentType(raw: unknown, depth = 0): string {
    if (!isRecord(raw) || depth > 4) return 'text/plain';
    const schema = follow(document, raw, '').value;
    const { type, format, items, contentMediaType } = schema;
    if (typeof contentMediaType === 'string') return contentMediaType;
    const types = [type].flat();
    if (types.includes('array')) return toContentType(items, depth + 1);
    if (types.includes('object') || 'properties' in schema) return 'application/json';
    const isBytes = format === 'binary' || Object.keys(schema).length === 0;
    return isBytes ? 'application/octet-stream' : 'text/plain';
  }

  function readResponse({ name, value, pointer }: Entry) {
    if (name.startsWith('x-')) return [];
    const headers = followEntries(value['headers'], `${pointer}/headers`).map((header) =>
      readField(header.value, header.pointer, 'response', 'header', header.name),
    );
    return [
      {
        /** `200`, `4XX` or `default`. */
        status: name.toUpperCase().replace('DEFAULT', 'default'),
        pointer,
        content: readContent(value['content'], `${pointer}/content`, 'response'),
        headers: headers.filter(({ key }) => key !== 'header content-type'),
      },
    ];
  }

  /** Alternatives. Each is a list of schemes that are required together. */
  function readSecurity(raw: unknown) {
    if (!Array.isArray(raw) || raw.length === 0) return [[]];
    return raw.map((alternative) =>
      listEntries(alternative).map(([name, scopes]) => ({
        name,
        scopes: (Array.isArray(scopes) ? scopes : []).map(String),
        ...readScheme(name),
      })),
    );
  }

  /** Reads a security scheme without descriptions, and without scopes: the operation lists the ones that it requires. */
  function readScheme(id: string) {
    const pointer = toPointer('components', 'securitySchemes', id);
    const raw = readAt(document, pointer) ?? { name: id };
    const found = follow(document, raw, pointer).value;
    const { type, openIdConnectUrl, flows, scheme, name, in: place } = found;
    const terms: JsonObject = {
      ...{ type, openIdConnectUrl, in: place },
      scheme: typeof scheme === 'string' ? scheme.toLowerCase() : scheme,
      name: typeof name === 'string' && place === 'header' ? name.toLowerCase() : name,
    };
    const texts = listEntries(flows).map(([kind, flow]) => {
      const { authorizationUrl, tokenUrl } = Object(flow);
      return toStableText({ kind, authorizationUrl, tokenUrl });
    });
    return { terms, flows: texts };
  }

  function readServers(place: string) {
    return listEntries(readAt(document, place)).flatMap(([index, server]) => {
      const { url: written, variables } = Object(server);
      if (typeof written !== 'string') return [];
      const [url, pointer] = [written.replace(/\/$/, ''), `${place}/${index}`];
      // The names of variables are not sent.
      const keys = listUrls(url, variables).map(hideNames);
      return keys.map((key) => ({ url, key, pointer, isImplied: false }));
    });
  }
}

/** The URLs of a server, one for each listed value of its variables. More than a thousand count as any value. */
function listUrls(template: string, variables: unknown): string[] {
  const [, start = '', name, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(template) ?? [];
  if (name === undefined) return [template];
  const ends = listUrls(end, variables);
  const listed: unknown = readAt(variables, [name, 'enum']);
  const values =
    Array.isArray(listed) && listed.length * ends.length < 1000 ? listed : [`{${name}}`];
  return ends.flatMap((rest) => values.map((value) => start + String(value) + rest));
}

/** The style of a parameter, a header or a part of a form. A list or an object depends on it. */
function toStyle({ style = '', explode }: JsonObject, fallback: string): string {
  const written = String(style || fallback);
  if (written === 'deepObject') return written;
  return (explode ?? written === 'form') === true ? `${written}, explode` : written;
}

function toWire(mediaType: string): Wire {
  if (mediaType.startsWith('multipart/')) return { isText: true, isMultipart: true };
  if (/[/+]xml\b/.test(mediaType)) return { isText: true, isXml: true };
  return /json|yaml|event-stream|msgpack|cbor|\*/.test(mediaType) ? json : { isText: true };
}

function toFieldWire(style: string, place: string): Wire {
  const isSplit = style.includes('explode') && !style.startsWith('simple');
  if (isSplit || style === 'deepObject') return { isText: true, empty: '[]' };
  const separator = style.startsWith('pipe') ? '|' : style.startsWith('space') ? ' ' : ',';
  return { isText: true, separator, ...(place === 'path' && { empty: '' }) };
}

function hideNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}');
}

function listEntries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The response for a status: itself, its range, or the default (OpenAPI, "Responses Object"). */
export function findResponse(
  responses: readonly ApiResponse[],
  status: string,
): ApiResponse | undefined {
  const isDefault = (each: ApiResponse): boolean =>
    each.status === 'default' && (/^[45]/.test(status) || isSuccess(each, responses));
  return (
    responses.find((each) => each.status === status) ??
    responses.find((each) => each.status === `${status[0]}XX`) ??
    responses.find(isDefault)
  );
}

/** If a success status is listed, `default` describes errors: clients do not expect further success statuses. */
export function isSuccess({ status }: ApiResponse, responses: readonly ApiResponse[]): boolean {
  const isListed = responses.some((each) => each.status.startsWith('2'));
  return status.startsWith('2') || (status === 'default' && !isListed);
}

/** A media type with the parameters that distinguish content. The charset of JSON does not. */
function toMediaType(name: string): string {
  const [bare = '', ...parameters] = name.toLowerCase().replaceAll(/\s/g, '').split(';');
  const kept = parameters.filter((each) => each !== '' && !/^(?:charset|boundary|q)=/.test(each));
  return [bare, ...kept.sort()].join(';');
}

/** Whether a media type or range includes another one. */
export function coversMediaType(range: string, mediaType: string): boolean {
  const [[wide = '', ...terms], [narrow = '', ...others]] = [
    range.split(';'),
    mediaType.split(';'),
  ];
  if (terms.length > 0 && others.length > 0 && !isSame(terms, others)) return false;
  const start = wide.replace(/(?:\*\/)?\*$/, '');
  return start === wide ? narrow === start : narrow.startsWith(start);
}

/** Finds the same media type, or the narrowest range that includes it. */
export function findContent(
  content: readonly ApiContent[],
  mediaType: string,
): ApiContent | undefined {
  const covering = content.filter((each) => coversMediaType(each.mediaType, mediaType));
  const toWidth = (each: ApiContent): number =>
    each.mediaType === mediaType ? 0 : 1 + each.mediaType.split('*').length;
  return covering.sort((a, b) => toWidth(a) - toWidth(b))[0];
}
