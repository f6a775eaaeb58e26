import { follow, type Part } from '../../contract/documents/references.ts';
import { isSame, type JsonObject, toPointer, toStableText } from '../../contract/json.ts';
import { isRecord, isReference, readAt } from '../../contract/resolve-reference.ts';
import { normalizeEscapes, normalizeUrl } from './normalize-url.ts';
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

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Without servers, a document describes the server that provides it. */
const sameServer = { url: '', key: '', pointer: '/servers', isImplied: true };
/** Headers that are described elsewhere (OpenAPI, "Parameter Object"). */
const ignored = ['header accept', 'header content-type', 'header authorization'];

export interface NamedPart extends Part {
  name: string;
}

/** @param readSchema finds the schema at a pointer */
export function readApi(document: JsonObject, readSchema: (pointer: string, way: Way) => Schema) {
  const root: Part = { value: document, pointer: '' };
  const operations = listParts(root, 'paths').filter(isStandard).flatMap(readItem);
  const webhooks = listParts(root, 'webhooks').flatMap(readItem);
  /** `outgoing` are the requests that the service makes. */
  return { operations, outgoing: [...webhooks, ...operations.flatMap(readCallbacks)] };

  /** A part of a part, with references resolved. Empty if it does not exist. */
  function toPart({ value, pointer }: Part, ...keys: string[]): Part {
    return follow(document, readAt(value, keys), pointer + toPointer(...keys));
  }

  /** The entries of a map or a list in a part. The whole map may be a reference. */
  function listParts(part: Part, ...keys: string[]): NamedPart[] {
    const entries: unknown = readAt(part.value, keys);
    const isElsewhere = isRecord(entries) && isReference(entries);
    const { value, pointer } = isElsewhere ? toPart(part, ...keys) : part;
    const path = isElsewhere ? [] : keys;
    const names = Object.keys(Object(readAt(value, path)));
    return names.map((name) => ({ name, ...toPart({ value, pointer }, ...path, name) }));
  }

  function readItem(item: NamedPart) {
    const path = item.name;
    const listed = methods.filter((name) => isRecord(item.value[name]));
    return listed.map((name) => {
      const operation = toPart(item, name);
      const { operationId, deprecated } = operation.value;
      const id = typeof operationId === 'string' ? operationId : undefined;
      const method = name.toUpperCase();
      const secured = 'security' in operation.value ? operation : root;
      const servers = [operation, item, root].map(readServers);
      return {
        ...{ id, method, path, pointer: operation.pointer, isDeprecated: deprecated === true },
        /** For example `GET /v1/sites/{}`. It does not depend on the names of path parameters. */
        key: `${method} ${normalizeEscapes(hideNames(path))}`,
        /** Distinguishes operations with one key: the path as written, or the name of a callback. */
        label: path,
        name: id ?? `${method} ${path}`,
        parameters: readParameters(item, operation),
        body:
          'requestBody' in operation.value ? readBody(toPart(operation, 'requestBody')) : undefined,
        responses: listParts(operation, 'responses').filter(isStandard).map(readResponse),
        callbacks: listParts(operation, 'callbacks'),
        security: readSecurity(secured.value['security']),
        securityPointer: `${secured.pointer}/security`,
        servers: servers.find(({ length }) => length > 0) ?? [sameServer],
      };
    });
  }

  function readCallbacks({ callbacks, name, key }: ReturnType<typeof readItem>[number]) {
    return callbacks.flatMap((callback) =>
      listParts(callback)
        .flatMap(readItem)
        .map((request) => ({
          ...request,
          // Clients see the URL of a callback, but not its name in the document.
          key: `${key} → ${request.method} ${request.path}`,
          label: callback.name,
          name: request.id ?? `${name} callback ${callback.name}`,
        })),
    );
  }

  /** Parameters of the operation override those of its path. Clients may send any text for path parameters without one. */
  function readParameters(item: NamedPart, operation: Part) {
    const names = [...item.name.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
    const implied = names.map((name) => ({ ...operation, value: { name, in: 'path' } }));
    const listed = [item, operation].flatMap((owner) => listParts(owner, 'parameters'));
    const all = [...implied, ...listed].map((part) => {
      const [name, place] = [String(part.value['name'] ?? ''), String(part.value['in'] ?? '')];
      const field = readField(part, 'request', place, name);
      return place === 'path' ? { ...field, key: `path ${names.indexOf(name)}` } : field;
    });
    const fields = [...new Map(all.map((each) => [each.key, each])).values()];
    return fields.filter(({ key }) => !ignored.includes(key));
  }

  function readField(part: Part, way: Way, place: string, name: string) {
    const { value: raw, pointer } = part;
    const isDescribed = raw['schema'] !== undefined;
    const content = isDescribed ? undefined : readContent(part, way)[0];
    const style = toStyle(raw, place === 'query' || place === 'cookie' ? 'form' : 'simple');
    return {
      ...{ name, in: place, pointer, style },
      /** Place and name. For a path parameter, the position replaces the name, which is not sent. */
      key: `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      isRequired: raw['required'] === true || place === 'path',
      isDeprecated: raw['deprecated'] === true,
      allowsEmpty: place === 'query' && raw['allowEmptyValue'] === true,
      allowsReserved: place === 'query' && raw['allowReserved'] === true,
      schema: isDescribed ? readSchema(`${pointer}/schema`, way) : content?.schema,
      /** Only for a field that is described by `content`. */
      mediaType: content?.mediaType,
      /** How its values are sent. */
      wire: content?.wire ?? toFieldWire(style, place),
    };
  }

  function readBody(body: Part) {
    const isRequired = body.value['required'] === true;
    return { pointer: body.pointer, isRequired, content: readContent(body, 'request') };
  }

  function readContent(owner: Part, way: Way) {
    return listParts(owner, 'content').map((content) => {
      const { name, value, pointer } = content;
      const mediaType = toMediaType(name);
      const isAny = isSame(value['schema'] ?? {}, {});
      const schema = isAny ? undefined : readSchema(`${pointer}/schema`, way);
      const encodings = readEncodings(mediaType, content);
      return { mediaType, pointer, wire: toWire(mediaType), schema, encodings };
    });
  }

  /** How each part of a form or multipart body is encoded, with defaults (OpenAPI, "Encoding Object"). */
  function readEncodings(mediaType: string, content: Part) {
    const isForm = mediaType.startsWith('application/x-www-form-urlencoded');
    const isEncoded = isForm || mediaType.startsWith('multipart/');
    const properties = toPart(toPart(content, 'schema'), 'properties');
    const names = Object.keys({ ...properties.value, ...Object(content.value['encoding']) });
    return new Map(
      (isEncoded ? names : []).map((name) => {
        const { value, pointer } = toPart(content, 'encoding', name);
        const isStyled = ['style', 'explode', 'allowReserved'].some((key) => key in value);
        const types = String(value['contentType'] ?? toContentType(properties, name));
        const headers = listParts(content, 'encoding', name, 'headers');
        const required = headers.filter((header) => header.value['required'] === true);
        const terms = {
          contentType: types.toLowerCase().split(/\s*,\s*/),
          style: isForm || isStyled ? toStyle(value, 'form') : '',
          allowReserved: value['allowReserved'] === true,
          headers: required.map((header) => header.name.toLowerCase()),
        };
        return [name, { pointer, terms }] as const;
      }),
    );
  }

  /** The media type of a part without `contentType`. */
  function toContentType(owner: Part, name: string, depth = 0): string {
    if (!(name in owner.value) || depth > 4) return 'text/plain';
    const part = toPart(owner, name);
    const { type, format, contentMediaType } = part.value;
    if (typeof contentMediaType === 'string') return contentMediaType;
    const types = [type].flat();
    if (types.includes('array')) return toContentType(part, 'items', depth + 1);
    if (types.includes('object') || 'properties' in part.value) return 'application/json';
    const isBytes = format === 'binary' || Object.keys(part.value).length === 0;
    return isBytes ? 'application/octet-stream' : 'text/plain';
  }

  function readResponse(response: NamedPart) {
    const headers = listParts(response, 'headers').map((header) =>
      readField(header, 'response', 'header', header.name),
    );
    return {
      /** `200`, `4XX` or `default`. */
      status: response.name.toUpperCase().replace('DEFAULT', 'default'),
      pointer: response.pointer,
      content: readContent(response, 'response'),
      headers: headers.filter(({ key }) => key !== 'header content-type'),
    };
  }

  /** Alternatives. Each is a list of schemes that are required together. */
  function readSecurity(raw: unknown) {
    const alternatives = Array.isArray(raw) && raw.length > 0 ? raw : [{}];
    return alternatives.map((alternative) =>
      Object.entries(Object(alternative)).map(([name, scopes]) => ({
        name,
        scopes: [scopes ?? []].flat().map(String),
        ...readScheme(name),
      })),
    );
  }

  /** Reads a security scheme without descriptions, and without scopes: the operation lists the ones that it requires. */
  function readScheme(id: string) {
    const place = ['components', 'securitySchemes', id];
    const raw = readAt(document, place) === undefined ? { name: id } : toPart(root, ...place).value;
    const { type, openIdConnectUrl, scheme, name, in: sent } = raw;
    const terms: JsonObject = {
      type,
      in: sent,
      scheme: scheme && String(scheme).toLowerCase(),
      openIdConnectUrl: toSameUrl(openIdConnectUrl),
      name: sent === 'header' ? String(name).toLowerCase() : name,
    };
    const flows = Object.entries(Object(raw['flows'])).map(([kind, flow]) => {
      const { authorizationUrl, tokenUrl } = Object(flow);
      return toStableText({
        kind,
        authorizationUrl: toSameUrl(authorizationUrl),
        tokenUrl: toSameUrl(tokenUrl),
      });
    });
    return { terms, flows };
  }

  function readServers(owner: Part) {
    return listParts(owner, 'servers').flatMap(({ value, pointer }) => {
      if (typeof value['url'] !== 'string') return [];
      const url = value['url'].replace(/\/$/, '');
      const urls = listUrls(url, value['variables']);
      // The names of variables are not sent.
      const keys = new Set(urls.map((written) => normalizeUrl(hideNames(written))));
      return [...keys].map((key) => ({ url, key, pointer, isImplied: false }));
    });
  }
}

/** Equal URLs of a security scheme are equal texts. */
function toSameUrl(value: unknown): unknown {
  return typeof value === 'string' ? normalizeUrl(value) : value;
}

/** The URLs of a server, one for each listed value of its variables. A variable that would make over a thousand stays open. */
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

function isStandard({ name }: NamedPart): boolean {
  return !name.startsWith('x-');
}

/** The response for a status: itself, its range, or the default (OpenAPI, "Responses Object"). */
export function findResponse(
  responses: readonly ApiResponse[],
  wanted: string,
): ApiResponse | undefined {
  const find = (name: string) => responses.find(({ status }) => status === name);
  const other = find('default');
  const isCovered = /^[45]/.test(wanted) || (other && isSuccess(other, responses));
  return find(wanted) ?? find(`${wanted[0]}XX`) ?? (isCovered ? other : undefined);
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
  const [wide = '', ...terms] = range.split(';');
  const [narrow = '', ...others] = mediaType.split(';');
  if (terms.length > 0 && others.length > 0 && !isSame(terms, others)) return false;
  const start = wide.replace(/(?:\*\/)?\*$/, '');
  return start === wide ? narrow === start : narrow.startsWith(start);
}

/** Finds the same media type, or the narrowest range that includes it. */
export function findContent(
  content: readonly ApiContent[],
  wanted: string,
): ApiContent | undefined {
  const covering = content.filter(({ mediaType }) => coversMediaType(mediaType, wanted));
  const toWidth = ({ mediaType }: ApiContent) =>
    mediaType === wanted ? 0 : mediaType.split('*').length;
  return covering.sort((a, b) => toWidth(a) - toWidth(b))[0];
}
