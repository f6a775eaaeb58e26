import type { Operation } from '../../contract/operation.ts';
import { deriveSeed } from '../../contract/random.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleReply, RoleRequest } from './behaviour.ts';

/** Versions of records in the headers ETag, If-Match and If-None-Match (RFC 9110, section 13), where a document has them. */

/** The version of a record: it changes with each of its values. */
function toEntityTag({ value }: StoredRecord): string {
  const text = JSON.stringify(value);
  // Two numbers of 32 bits, so that no two versions have the same by chance.
  const parts = [text, text.length + text].map((part) => deriveSeed(0, part).toString(16));
  return `"${parts.join('')}"`;
}

/** Whether the document says that a request can depend on the version of a record. */
function isConditional({ responses, parameters }: Operation<string>): boolean {
  const hasParameter = parameters.some(({ name }) => /^if-(?:none-)?match$/i.test(name));
  return hasParameter || responses.some(({ status }) => status === '412' || status === '428');
}

/**
 * Refuses a change of a version that the client did not expect.
 * @param stored the record that would change; undefined if the request creates it
 * @throws Refusal with 412, or with 428 where the document requires a version
 */
export function checkPreconditions(
  operation: Operation<string>,
  { ifMatch, ifNoneMatch }: RoleRequest,
  stored: StoredRecord | undefined,
): void {
  if (!isConditional(operation)) return;
  const tag = stored === undefined ? undefined : toEntityTag(stored);
  if (ifMatch !== undefined && !matches(ifMatch, tag)) throw refuseVersion('If-Match', 412);
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, tag))
    throw refuseVersion('If-None-Match', 412);
  const isRequired = operation.responses.some(({ status }) => status === '428');
  if (isRequired && ifMatch === undefined && stored !== undefined)
    throw refuseVersion('If-Match', 428);
}

function matches(header: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const tags = header.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}

function refuseVersion(header: string, status: 412 | 428): Refusal {
  const fault = status === 428 ? 'is required' : 'does not match the current version';
  const advice = 'Read the record again, and send its ETag.';
  const detail = `The header ${header} ${fault}. ${advice}`;
  return new Refusal('conflict', detail, { status, faults: [{ header, detail: fault }] });
}

/** Adds the version of a record to a reply, where the document shows the header. */
export function withEntityTag(
  { responses }: Operation<string>,
  reply: RoleReply,
  record: StoredRecord,
): RoleReply {
  const successes = responses.filter(({ status }) => /^[23]/.test(status));
  const headers = successes.flatMap((success) => success.headers);
  const isShown = headers.some(({ name }) => name.toLowerCase() === 'etag');
  if (!isShown) return reply;
  return { ...reply, headers: [...(reply.headers ?? []), 'ETag', toEntityTag(record)] };
}

/** Whether a client has the current version already. */
export function isUnchanged(
  { responses }: Operation<string>,
  { ifNoneMatch }: RoleRequest,
  record: StoredRecord,
): boolean {
  const isDocumented = responses.some(({ status }) => status === '304');
  return isDocumented && ifNoneMatch !== undefined && matches(ifNoneMatch, toEntityTag(record));
}
