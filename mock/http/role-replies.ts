import type { Contract, Fault } from '../../contract/index.ts';
import {
  type DocumentedContent,
  type DocumentedResponse,
  findResponse,
  findSuccess,
} from '../../contract/operation.ts';
import { escapePointer, isRecord, readAt } from '../../contract/resolve-reference.ts';
import { setAt } from '../../contract/values-at.ts';
import type { RoleReply, ServedRole } from '../behaviours/index.ts';
import { ContractBreach, type Refusal } from '../refusal.ts';
import { chooseContent, isJson, toConcrete } from './choose-content.ts';
import { type ReplyContent, refuseInvalidBody } from './steps.ts';

/**
 * Writes a success reply in a media type that the document has and the client accepts, JSON first.
 * @throws ContractBreach when the body does not match its schema
 * @throws Refusal if the client accepts none of the media types
 */
export function writeRoleReply(
  served: ServedRole,
  { validators }: Contract,
  reply: RoleReply,
  accept: string | undefined,
): ReplyContent {
  const { operation, values } = served;
  const status = reply.status ?? 200;
  const response = findResponse(operation, status);
  const basis = reply.basis === undefined ? [] : ['X-Mock-Basis', reply.basis];
  const headers = [...(reply.headers ?? []), ...basis, ...writeHeaders(served, response, reply)];
  const content = response && chooseContent(response, accept);
  const isBodiless = status === 204 || status === 205 || status === 304;
  if (content === undefined || isBodiless)
    return { status, mediaType: undefined, headers, body: isBodiless ? undefined : '' };
  const mediaType = toConcrete(content.mediaType);
  const isMain = content.mediaType === response?.mediaType;
  if (!isJson(mediaType)) {
    const isAnother = !isMain && reply.basis !== undefined;
    const text = isAnother ? findText(served, content) : undefined;
    return writeOther(mediaType, status, headers, text === undefined ? reply : { body: text });
  }
  const isValid = isMain || values.isValid(content.schema, reply.body);
  const faults = isMain
    ? validators.reply(operation.id, response.status)(reply.body)
    : isValid
      ? []
      : [{ pointer: '', detail: 'does not match its schema' }];
  if (faults.length > 0) throw new ContractBreach(`the response of ${operation.id}`, faults);
  return { status, mediaType, headers, body: JSON.stringify(reply.body ?? null) };
}

/** The text that a media type has, where nothing but the document says what a reply contains. */
function findText(
  { operation, values }: ServedRole,
  { schema, examples }: DocumentedContent,
): string | undefined {
  const shown = [...examples.map(({ value }) => value), ...values.listExamples(schema)];
  const text = shown.find((value) => typeof value === 'string');
  const generated = text ?? values.generate(schema, operation.id, {});
  return typeof generated === 'string' ? generated : undefined;
}

/** Writes a body that is not JSON: the bytes of a file as they are, otherwise a text. */
function writeOther(
  mediaType: string,
  status: number,
  headers: readonly string[],
  { body, isBytes = false }: RoleReply,
): ReplyContent {
  if (isBytes) return { status, mediaType, headers, body: String(body), isBytes };
  return { status, mediaType, headers, body: writeText(mediaType, body) };
}

function writeText(mediaType: string, body: unknown): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  if (mediaType.startsWith('text/event-stream')) return `data: ${text}\n\n`;
  const isXml = /[/+]xml\b/.test(mediaType) && !text.startsWith('<');
  return isXml ? `<?xml version="1.0" encoding="UTF-8"?>\n<response/>\n` : text;
}

/** Headers that every reply has, or that a behaviour decides. */
const ownHeaders = /^(?:content-type|content-length|date|location|link|etag|www-authenticate)$/i;

/** Writes the headers that a response requires. */
function writeHeaders(
  { operation, values }: ServedRole,
  response: DocumentedResponse | undefined,
  { headers = [] }: RoleReply,
): string[] {
  const written: string[] = [];
  for (const { name, required, schema } of response?.headers ?? []) {
    if (!required || ownHeaders.test(name) || headers.includes(name)) continue;
    const value = values.generate(schema, `${operation.id}/${name}`, { name });
    if (value !== undefined && value !== null) written.push(name, String(value));
  }
  return written;
}

/**
 * Puts the record of a reply that was invalid into a valid one: whole if that is valid, otherwise at least its fields that fit,
 * so that the client can read the record by its id.
 */
export function keepRecord(
  { role, model, operation, values }: ServedRole,
  valid: RoleReply,
  { body }: RoleReply,
): RoleReply {
  const { responseItem } = role;
  const { schema } = findSuccess(operation) ?? {};
  const record = responseItem === undefined ? undefined : readAt(body, responseItem);
  if (schema === undefined || responseItem === undefined || !isRecord(record)) return valid;
  const { id: ids = [] } = model.resources.get(role.resource ?? '') ?? {};
  const names = ids.map((pointer) => pointer.slice(1));
  let kept = valid.body;
  const tryField = (pointer: string, value: unknown): boolean => {
    const candidate: unknown = structuredClone(kept);
    if (!isRecord(candidate)) return false;
    if (pointer === '') Object.assign(candidate, value);
    else setAt(candidate, pointer, value);
    const isFitting = values.isValid(schema, candidate);
    if (isFitting) kept = candidate;
    return isFitting;
  };
  if (!tryField(responseItem, record))
    for (const name of [...names, ...Object.keys(record)])
      tryField(`${responseItem}/${escapePointer(name)}`, record[name]);
  return { ...valid, body: kept };
}

/**
 * A reply that would be invalid because of what was sent is the client's mistake: the value fits the schema of requests, and
 * not that of responses.
 */
export function refuseUnfit(
  { role }: ServedRole,
  body: unknown,
  breach: ContractBreach,
): Refusal | undefined {
  const { requestItem, responseItem } = role;
  if (requestItem === undefined || responseItem === undefined) return undefined;
  const faults: Fault[] = [];
  for (const { pointer = '', detail } of breach.faults) {
    if (!pointer.startsWith(`${responseItem}/`)) return undefined;
    const inner = pointer.slice(responseItem.length);
    const wasSent = readAt(body, requestItem + inner) !== undefined;
    if (!wasSent) return undefined;
    faults.push({ pointer: requestItem + inner, detail });
  }
  return refuseInvalidBody(faults);
}
