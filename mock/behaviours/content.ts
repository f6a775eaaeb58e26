import type { Schema } from '../../contract/openapi-document.ts';
import { isSuccess } from '../../contract/operation.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { define } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, RoleReply, RoleRequest, SentFile, ServedRole } from './behaviour.ts';
import type { Location } from './locate.ts';

/** Files and texts that are the content of a record, rather than one of its fields. They are hidden in the record. */
const contentKey = '$content';

/** Keeps the file of a request, or its body where that is not an object, as the content of a record. */
export async function keepContent(
  request: RoleRequest,
  record: StoredRecord,
  { records }: RoleContext,
): Promise<StoredRecord> {
  const [file] = request.files ?? [];
  const content = file === undefined ? readBody(request) : toContent(file);
  if (content === undefined) return record;
  const kept = { ...record, hidden: { ...record.hidden, [contentKey]: content } };
  await records.replace(kept);
  return kept;
}

function readBody({ body, isBytes = false }: RoleRequest): object | undefined {
  if (typeof body !== 'string') return undefined;
  // Databases store no NUL in JSON.
  return isBytes ? { base64: btoa(body) } : { text: body };
}

const toContent = ({ content }: SentFile): object => ({ base64: btoa(content) });

/** The body of a reply with the content of a record. Undefined if it has none. */
export function readContent({ hidden }: StoredRecord): RoleReply | undefined {
  const content = readAt(hidden, [contentKey]);
  const base64 = readAt(content, ['base64']);
  if (typeof base64 === 'string') return { body: atob(base64), isBytes: true };
  const text = readAt(content, ['text']);
  return typeof text === 'string' ? { body: text } : undefined;
}

/** Whether the success of an operation has a body that is not JSON, such as a file. */
export function showsContent({ operation }: ServedRole): boolean {
  const content = operation.responses.find(isSuccess)?.content ?? [];
  const isStructured = content.some(({ mediaType }) => /[/+](?:json|xml)\b/.test(mediaType));
  return content.length > 0 && !isStructured;
}

/** The content of the record that the path names, or of the one that contains it: `/files/{id}/content`. */
export async function findContent(
  { model, role }: ServedRole,
  location: Location,
  { records }: RoleContext,
): Promise<RoleReply | undefined> {
  const resource = model.resources.get(role.resource ?? '');
  if (resource === undefined) return undefined;
  const key = resource.isSingleton ? (location.parent ?? '') : location.id;
  const record = key === undefined ? undefined : await records.find(resource.name, key);
  const content = record && readContent(record);
  if (content !== undefined) return content;
  const { parent } = location;
  const container =
    resource.parent && parent ? await records.find(resource.parent.resource, parent) : undefined;
  return container && readContent(container);
}

const nameFields = /^(?:original_?)?(?:file_?)?name$/i;
const sizeFields = /^(?:file_?)?(?:size|length|bytes)(?:_?in_?bytes)?$|^content_?length$/i;
const typeFields = /^(?:content|mime|media|file)_?type$|^mime$/i;

/** Fills in what responses show of a file: its name, size and media type, unless the request says it. */
export function describeFile(
  { document }: ServedRole,
  schema: Schema,
  request: RoleRequest,
  value: Record<string, unknown>,
): void {
  const file = request.files?.[0] ?? toFile(request);
  if (file === undefined) return;
  for (const [name, { type }] of readFields(document, schema).fields) {
    if (Object.hasOwn(value, name)) continue;
    const isNumber = type === 'integer' || type === 'number';
    if (isNumber && sizeFields.test(name)) define(value, name, file.content.length);
    else if (nameFields.test(name) && file.name !== '') define(value, name, file.name);
    else if (typeFields.test(name) && file.type !== '') define(value, name, file.type);
  }
}

function toFile({ body, isBytes, mediaType = '' }: RoleRequest): SentFile | undefined {
  const isFile = typeof body === 'string' && isBytes === true;
  return isFile ? { name: '', type: mediaType, content: body } : undefined;
}
