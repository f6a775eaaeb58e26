import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isSuccess } from '../../contract/operation.ts';
import { encodeText } from '../../contract/parse-url.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleRequest, ServedRole } from './behaviour.ts';
import type { RecordSchemas } from './record-value.ts';

/**
 * Writes the header `Location` of a new record, where the document shows one (RFC 9110, section 15.3.2): the path at which the
 * record is read, which may be another one than that of its collection.
 * @returns alternating names and values
 */
export function writeLocation(
  { operation }: ServedRole,
  resource: Resource,
  record: StoredRecord,
  request: RoleRequest,
): readonly string[] {
  const successes = operation.responses.filter(isSuccess);
  const headers = successes.flatMap((success) => success.headers);
  const isShown = headers.some(({ name }) => name.toLowerCase() === 'location');
  const template = findItemPath(operation.path, resource);
  if (!isShown || template === undefined) return [];
  const path = fillPath(template, resource, record, request);
  return path === undefined ? [] : ['Location', readPrefix(request.url, operation.path) + path];
}

/** Fields of a record with its own URL. */
const ownUrls = [
  '/_links/self/href',
  '/_links/self',
  '/links/self/href',
  '/links/self',
  '/self',
  '/href',
  '/url',
];

/** Fills in the URL of a new record, where responses show it and the request does not set it. */
export function writeOwnUrls(
  { document, operation }: ServedRole,
  { returned, sent }: RecordSchemas,
  resource: Resource,
  record: StoredRecord,
  request: RoleRequest,
): StoredRecord {
  const template = findItemPath(operation.path, resource);
  const path = template && fillPath(template, resource, record, request);
  if (path === undefined) return record;
  const value = structuredClone({ ...record.value });
  let hasUrl = false;
  for (const pointer of ownUrls) {
    const field = findInner(document, returned, pointer);
    if (field?.type !== 'string' || isSendable(document, sent, pointer)) continue;
    const prefix = readPrefix(request.url, operation.path);
    hasUrl = true;
    setAt(value, pointer, `${field.format === 'uri' ? request.origin : ''}${prefix}${path}`);
  }
  return hasUrl ? { ...record, value } : record;
}

/** Whether a request may set a field. */
function isSendable(document: OpenApiDocument, sent: Schema, pointer: string): boolean {
  const field = findInner(document, sent, pointer);
  return field !== undefined && field.readOnly !== true;
}

function findItemPath(collection: string, { itemPaths, id }: Resource): string | undefined {
  if (id.length === 0) return undefined;
  const below = itemPaths.find((path) => path.startsWith(`${collection.replace(/\/$/, '')}/`));
  return below ?? itemPaths[0];
}

/** Undefined if a parameter is neither an id of the record nor in the path of the request. */
function fillPath(
  template: string,
  { id }: Resource,
  { value }: StoredRecord,
  { parameters }: RoleRequest,
): string | undefined {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const firstOwn = names.length - id.length;
  let path = template;
  for (const [index, name] of names.entries()) {
    const pointer = id[index - firstOwn];
    const text = pointer === undefined ? parameters[name] : readAt(value, pointer);
    if (text === undefined) return undefined;
    path = path.replace(`{${name}}`, () => encodeText(String(text)));
  }
  return path;
}

/** What stands before the path of the operation: a base path, or the path of a server. */
function readPrefix(url: string, operationPath: string): string {
  const [path = ''] = url.split('?');
  const segments = path.split('/');
  const length = segments.length - operationPath.split('/').length;
  return segments.slice(0, length + 1).join('/');
}
