import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { isSame, type JsonObject, toPointer } from './json.ts';
import { follow } from './references.ts';
import type { Schema, Way } from './schemas.ts';

/** The operations of a document, with references resolved and the place of each part. */
export type Api = ReturnType<typeof readApi>;
export type ApiOperation = Api['operations'][number];
/** A parameter or a response header. */
export type ApiField = ApiOperation['parameters'][number];
export type ApiResponse = ApiOperation['responses'][number];
export type ApiContent = ApiResponse['content'][number];
export type ApiEncoding = ReturnType<ApiContent['encodings']['get']> & object;
/** A security scheme that is required, with the details that a client needs. */
export type ApiScheme = ApiOperation['security'][number][number];
export type ApiServer = ApiOperation['servers'][number];

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Without servers, a document describes the server that provides it. */
const sameServer = { url: '', key: '', pointer: '/servers', choices: [], isImplied: true };

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

  function readItem(path: string, raw: unknown, place: string) {
    const { value: item, pointer } = follow(document, raw, place);
    const others = listEntries(item['additionalOperations']);
    const places = [
      ...methods.map((method) => [method, item[method], `${pointer}/${method}`] as const),
      // OpenAPI 3.2 lists other methods separately.
      ...others.map(
        ([method, each]) =>
          [method, each, pointer + toPointer('additionalOperations', method)] as const,
      ),
    ];
    return places.flatMap(([lower, raw, place]) => {
      if (!isRecord(raw)) return [];
      const { value: operation, pointer: at } = follow(document, raw, place);
      const { operationId, requestBody, deprecated } = operation;
      const id = typeof operationId === 'string' ? operationId : undefined;
      const method = lower.toUpperCase();
      const isSecured = 'security' in operation;
      return [
        {
          ...{ id, method, path, pointer: at, isDeprecated: deprecated === true },
          /** For example `GET /v1/sites/{}`. It does not depend on the names of path parameters. */
          key: `${method} ${hideNames(path)}`,
          /** Distinguishes operations with one key: the path as written, or the name of a callback. */
          label: path,
          name: id ?? `${method} ${path}`,
          parameters: readParameters(path, at, [
            ...listParameters(item['parameters'], `${pointer}/parameters`),
            ...listParameters(operation['parameters'], `${at}/parameters`),
          ]),
          body: requestBody === undefined ? undefined : readBody(requestBody, `${at}/requestBody`),
          responses: readResponses(operation['responses'], `${at}/responses`),
          security: readSecurity(isSecured ? operation['security'] : document['security']),
          securityPointer: isSecured ? `${at}/security` : '/security',
          servers: [at, pointer, '']
            .map((owner) => readServers(`${owner}/servers`))
            .find((servers) => servers.length > 0) ?? [sameServer],
        },
      ];
    });
  }

  function readCallbacks({ pointer, name, key }: ReturnType<typeof readItem>[number]) {
    const callbacks = listEntries(readAt(document, `${pointer}/callbacks`));
    return callbacks.flatMap(([callback, raw]) => {
      const place = pointer + toPointer('callbacks', callback);
      const { value, pointer: at } = follow(document, raw, place);
      return Object.entries(value).flatMap(([expression, item]) =>
        readItem(expression, item, at + toPointer(expression)).map((request) => ({
          ...request,
          // Clients see the URL of a callback, but not its name in the document.
          key: `${key} → ${request.method} ${expression}`,
          label: callback,
          name: request.id ?? `${name} callback ${callback}`,
        })),
      );
    });
  }

  function listParameters(list: unknown, place: string): [raw: JsonObject, pointer: string][] {
    return (Array.isArray(list) ? list : []).map((raw: unknown, index) => {
      const { value, pointer } = follow(document, raw, `${place}/${index}`);
      return [value, pointer];
    });
  }

  /** Parameters of the operation override those of its path. Clients may send any text for path parameters without one. */
  function readParameters(path: string, pointer: string, listed: readonly [JsonObject, string][]) {
    const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    const implied = names.map((name): [JsonObject, string] => [{ name, in: 'path' }, pointer]);
    const all = [...implied, ...listed].map(([raw, at]) => {
      const [name, place] = [String(raw['name'] ?? ''), String(raw['in'] ?? '')];
      const field = readField(raw, at, 'request', place, name);
      return place === 'path' ? { ...field, key: `path ${names.indexOf(name)}` } : field;
    });
    const ignored = ['header accept', 'header content-type', 'header authorization'];
    return [...new Map(all.map((each) => [each.key, each])).values()].filter(
      ({ key }) => !ignored.includes(key),
    );
  }

  function readField(raw: JsonObject, pointer: string, way: Way, place: string, name: string) {
    const isDescribed = raw['schema'] !== undefined;
    const content = readContent(raw['content'], `${pointer}/content`, way)[0];
    const isForm = place === 'query' || place === 'cookie';
    return {
      ...{ name, in: place, pointer, style: toStyle(raw, isForm ? 'form' : 'simple') },
      /** Place and name. For a path parameter, the position replaces the name, which is not sent. */
      key: `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      isRequired: raw['required'] === true || place === 'path',
      isDeprecated: raw['deprecated'] === true,
      allowsEmpty: raw['allowEmptyValue'] === true,
      allowsReserved: place === 'query' && raw['allowReserved'] === true,
      schema: isDescribed
        ? readSchema(`${pointer}/schema`, way, listExamples(raw))
        : content?.schema,
      /** Only for a field that is described by `content`. */
      mediaType: isDescribed ? undefined : content?.mediaType,
    };
  }

  function readBody(raw: unknown, place: string) {
    const { value, pointer } = follow(document, raw, place);
    const content = readContent(value['content'], `${pointer}/content`, 'request');
    return { pointer, isRequired: value['required'] === true, content };
  }

  function readContent(raw: unknown, place: string, way: Way) {
    return listEntries(raw).map(([name, each]) => {
      const { value, pointer } = follow(document, each, place + toPointer(name));
      const mediaType = name.toLowerCase().replaceAll(/\s/g, '');
      // OpenAPI 3.2 describes streamed items by `itemSchema`.
      const keyword = ['schema', 'itemSchema'].find((key) => !isSame(value[key] ?? {}, {}));
      const schema =
        keyword === undefined
          ? undefined
          : readSchema(`${pointer}/${keyword}`, way, listExamples(value));
      const properties = follow(document, value['schema'], `${pointer}/schema`).value['properties'];
      const encodings = readEncodings(mediaType, value['encoding'], properties, pointer);
      return { mediaType, pointer, schema, encodings };
    });
  }

  function listExamples({ example, examples }: JsonObject): readonly unknown[] {
    const named = listEntries(examples).map(
      ([, each]) => follow(document, each, '').value['value'],
    );
    return [example, ...named].filter((value) => value !== undefined);
  }

  /** The encoding of each part of a form or multipart body, with defaults (OpenAPI, "Encoding Object"). */
  function readEncodings(mediaType: string, raw: unknown, schemas: unknown, place: string) {
    const isForm = mediaType.startsWith('application/x-www-form-urlencoded');
    const isEncoded = isForm || mediaType.startsWith('multipart/');
    const [given, properties] = [Object(raw), Object(schemas)];
    return new Map(
      (isEncoded ? Object.keys({ ...properties, ...given }) : []).map((name) => {
        const own: unknown = given[name];
        const encoding = isRecord(own) ? own : {};
        const pointer = isRecord(own) ? place + toPointer('encoding', name) : place;
        const isStyled = ['style', 'explode', 'allowReserved'].some((key) => key in encoding);
        const types = String(encoding['contentType'] ?? toContentType(properties[name]));
        const headers = listEntries(encoding['headers']).filter(
          ([, header]) => follow(document, header, pointer).value['required'] === true,
        );
        return [
          name,
          {
            pointer,
            contentTypes: types.toLowerCase().split(/\s*,\s*/),
            style: isForm || isStyled ? toStyle(encoding, 'form') : '',
            allowsReserved: encoding['allowReserved'] === true,
            requiredHeaders: headers
              .map(([header]) => header.toLowerCase())
              .filter((header) => header !== 'content-type'),
          },
        ] as const;
      }),
    );
  }

  /** The media type of a part without `contentType`. */
  function toContentType(raw: unknown, depth = 0): string {
    if (!isRecord(raw) || depth > 4) return 'text/plain';
    const schema = follow(document, raw, '').value;
    const { type, format, items, contentMediaType } = schema;
    if (typeof contentMediaType === 'string') return contentMediaType;
    const types = Array.isArray(type) ? type : [type];
    if (types.includes('array')) return toContentType(items, depth + 1);
    if (types.includes('object') || 'properties' in schema) return 'application/json';
    const isBytes = format === 'binary' || Object.keys(schema).length === 0;
    return isBytes ? 'application/octet-stream' : 'text/plain';
  }

  function readResponses(raw: unknown, place: string) {
    const statuses = listEntries(raw).filter(([status]) => !status.startsWith('x-'));
    return statuses.map(([status, each]) => {
      const { value, pointer } = follow(document, each, place + toPointer(status));
      const headers = listEntries(value['headers']).map(([name, header]) => {
        const found = follow(document, header, pointer + toPointer('headers', name));
        return readField(found.value, found.pointer, 'response', 'header', name);
      });
      return {
        /** `200`, `4XX` or `default`. */
        status: status.toUpperCase().replace('DEFAULT', 'default'),
        pointer,
        content: readContent(value['content'], `${pointer}/content`, 'response'),
        headers: headers.filter(({ key }) => key !== 'header content-type'),
      };
    });
  }

  /** Alternatives. Each is a list of schemes that are required together. */
  function readSecurity(raw: unknown) {
    if (!Array.isArray(raw) || raw.length === 0) return [[]];
    return raw.map((alternative) =>
      listEntries(alternative).map(([name, scopes]) => ({
        name,
        scopes: (Array.isArray(scopes) ? scopes : []).map(String),
        terms: readTerms(name),
      })),
    );
  }

  /** Reads a security scheme without descriptions, and without scopes: the operation lists the ones that it requires. */
  function readTerms(id: string): JsonObject {
    const pointer = toPointer('components', 'securitySchemes', id);
    const raw = readAt(document, pointer);
    if (raw === undefined) return { undefined: id };
    const { type, openIdConnectUrl, ...more } = follow(document, raw, pointer).value;
    const { scheme, name, in: place } = more;
    const flows = listEntries(more['flows']).map(([kind, flow]) => {
      const { authorizationUrl, tokenUrl } = isRecord(flow) ? flow : {};
      return { kind, authorizationUrl, tokenUrl };
    });
    return {
      ...{ type, openIdConnectUrl, flows, in: place },
      scheme: typeof scheme === 'string' ? scheme.toLowerCase() : scheme,
      name: typeof name === 'string' && place === 'header' ? name.toLowerCase() : name,
    };
  }

  /** The names of variables are not sent, so `key` is without them. `choices` are their allowed values; undefined allows any. */
  function readServers(place: string) {
    return listEntries(readAt(document, place)).flatMap(([index, server]) => {
      if (!isRecord(server) || typeof server['url'] !== 'string') return [];
      const url = server['url'].replace(/\/$/, '');
      const choices = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => {
        const values = readAt(server, ['variables', name, 'enum']);
        return Array.isArray(values) ? values.map(String) : undefined;
      });
      const pointer = `${place}/${index}`;
      return [{ url, key: hideNames(url), pointer, isImplied: false, choices }];
    });
  }
}

/** The style of a parameter, a header or a part of a form. A list or an object depends on it. */
function toStyle({ style = '', explode }: JsonObject, fallback: string): string {
  const written = String(style || fallback);
  return (explode ?? written === 'form') === true ? `${written}, explode` : written;
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
  return (
    responses.find((each) => each.status === status) ??
    responses.find((each) => each.status === `${status[0]}XX`) ??
    responses.find(
      (each) => each.status === 'default' && (/^[45]/.test(status) || isSuccess(each, responses)),
    )
  );
}

/** If a success status is listed, `default` describes errors: clients do not expect further success statuses. */
export function isSuccess({ status }: ApiResponse, responses: readonly ApiResponse[]): boolean {
  return (
    status.startsWith('2') ||
    (status === 'default' && !responses.some((each) => each.status.startsWith('2')))
  );
}

/** A media type without parameters, and the parameters that distinguish content. The charset of JSON does not. */
function splitMediaType(mediaType: string): { bare: string; parameters: string } {
  const [bare = '', ...parameters] = mediaType.split(';');
  const kept = parameters.filter((each) => each !== '' && !/^(?:charset|boundary|q)=/.test(each));
  return { bare, parameters: kept.sort().join(';') };
}

/** Whether a media type or range includes another one. */
export function coversMediaType(range: string, mediaType: string): boolean {
  const [wide, narrow] = [splitMediaType(range), splitMediaType(mediaType)];
  if (wide.parameters !== '' && narrow.parameters !== '' && wide.parameters !== narrow.parameters)
    return false;
  return (
    wide.bare === narrow.bare ||
    wide.bare === '*/*' ||
    (wide.bare.endsWith('/*') && narrow.bare.startsWith(wide.bare.slice(0, -1)))
  );
}

/** Finds the same media type, or the narrowest range that includes it. */
export function findContent(
  content: readonly ApiContent[],
  mediaType: string,
): ApiContent | undefined {
  const { bare } = splitMediaType(mediaType);
  const covering = content.filter((each) => coversMediaType(each.mediaType, mediaType));
  return (
    covering.find((each) => each.mediaType === mediaType) ??
    covering.find((each) => splitMediaType(each.mediaType).bare === bare) ??
    covering.find((each) => splitMediaType(each.mediaType).bare !== '*/*') ??
    covering[0]
  );
}
