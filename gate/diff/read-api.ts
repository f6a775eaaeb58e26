import type { Part } from '../../contract/documents/references.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Api, ApiBody, ApiField, ApiOperation, ApiResponse } from './api.ts';
import { DocumentParts, type NamedPart } from './document-parts.ts';
import { hideNames, normalizeEscapes } from './normalize-url.ts';
import { readContent, readField } from './read-content.ts';
import { readSecurity } from './read-security.ts';
import { readServers } from './read-servers.ts';
import type { Schema, Way } from './schemas.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Headers that are described elsewhere (OpenAPI, "Parameter Object"). */
const ignored = new Set(['header accept', 'header content-type', 'header authorization']);

/**
 * Reads the operations of a document, and the requests that its service makes.
 * @param readSchema finds the schema at a pointer
 */
export function readApi(
  document: JsonObject,
  readSchema: (pointer: string, way: Way) => Schema,
): Api {
  const parts = new DocumentParts(document, readSchema);
  const operations: ApiOperation[] = [];
  const outgoing: ApiOperation[] = [];
  const callbacks: ApiOperation[] = [];
  for (const item of parts.list(parts.root, 'paths').filter(isStandard))
    for (const part of listOperations(parts, item)) {
      const operation = readOperation(parts, part);
      operations.push(operation);
      callbacks.push(...readCallbacks(parts, part, operation));
    }
  for (const item of parts.list(parts.root, 'webhooks'))
    for (const part of listOperations(parts, item)) outgoing.push(readOperation(parts, part));
  return { operations, outgoing: [...outgoing, ...callbacks] };
}

/** An operation in its path item. */
interface OperationPart {
  item: NamedPart;
  method: string;
  operation: Part;
}

function listOperations(parts: DocumentParts, item: NamedPart): OperationPart[] {
  const listed = methods.filter((method) => isRecord(item.value[method]));
  return listed.map((method) => {
    const operation = parts.find(item, method);
    return { item, method, operation };
  });
}

function readOperation(
  parts: DocumentParts,
  { item, method: name, operation }: OperationPart,
): ApiOperation {
  const { value, pointer } = operation;
  const path = item.name;
  const id = typeof value['operationId'] === 'string' ? value['operationId'] : undefined;
  const method = name.toUpperCase();
  const secured = 'security' in value ? operation : parts.root;
  return {
    id,
    method,
    path,
    pointer,
    isDeprecated: value['deprecated'] === true,
    key: `${method} ${normalizeEscapes(hideNames(path))}`,
    label: path,
    name: id ?? `${method} ${path}`,
    parameters: readParameters(parts, item, operation),
    body:
      'requestBody' in value ? readBody(parts, parts.find(operation, 'requestBody')) : undefined,
    responses: readResponses(parts, operation),
    security: readSecurity(parts, secured.value['security']),
    securityPointer: `${secured.pointer}/security`,
    servers: readServers(parts, [operation, item, parts.root]),
  };
}

/** Reads the requests that an operation lets the service make. */
function readCallbacks(
  parts: DocumentParts,
  { operation }: OperationPart,
  { name, key }: ApiOperation,
): ApiOperation[] {
  const requests: ApiOperation[] = [];
  for (const callback of parts.list(operation, 'callbacks'))
    for (const item of parts.list(callback))
      for (const part of listOperations(parts, item)) {
        const request = readOperation(parts, part);
        requests.push({
          ...request,
          // Clients see the URL of a callback, but not its name in the document.
          key: `${key} → ${request.method} ${request.path}`,
          label: callback.name,
          name: request.id ?? `${name} callback ${callback.name}`,
        });
      }
  return requests;
}

/** Parameters of the operation override those of its path. Clients may send any text for path parameters without one. */
function readParameters(parts: DocumentParts, item: NamedPart, operation: Part): ApiField[] {
  const names = [...item.name.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const fields = new Map<string, ApiField>();
  const add = (part: Part): void => {
    const name = String(part.value['name'] ?? '');
    const location = String(part.value['in'] ?? '');
    const field = readField(parts, part, { way: 'request', in: location, name });
    const key = location === 'path' ? `path ${names.indexOf(name)}` : field.key;
    if (!ignored.has(key)) fields.set(key, { ...field, key });
  };
  for (const name of names) add({ ...operation, value: { name, in: 'path' } });
  for (const owner of [item, operation])
    for (const parameter of parts.list(owner, 'parameters')) add(parameter);
  return [...fields.values()];
}

function readBody(parts: DocumentParts, body: Part): ApiBody {
  const isRequired = body.value['required'] === true;
  return { pointer: body.pointer, isRequired, content: readContent(parts, body, 'request') };
}

function readResponses(parts: DocumentParts, operation: Part): ApiResponse[] {
  const responses = parts.list(operation, 'responses').filter(isStandard);
  return responses.map((response) => ({
    status: response.name.toUpperCase().replace('DEFAULT', 'default'),
    pointer: response.pointer,
    content: readContent(parts, response, 'response'),
    headers: readHeaders(parts, response),
  }));
}

/** The media type is described by `content`. */
function readHeaders(parts: DocumentParts, response: Part): ApiField[] {
  const headers: ApiField[] = [];
  for (const header of parts.list(response, 'headers')) {
    const location = { way: 'response', in: 'header', name: header.name } as const;
    const field = readField(parts, header, location);
    if (field.key !== 'header content-type') headers.push(field);
  }
  return headers;
}

function isStandard({ name }: NamedPart): boolean {
  return !name.startsWith('x-');
}
