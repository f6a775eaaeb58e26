import { findSuccess } from '../../contract/operation.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ListShape, Resource } from '../../contract/resources/model.ts';
import { findInner } from '../../contract/values-at.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Credential } from '../runner/client.ts';
import type { Sent } from '../runner/target.ts';
import { assertOwn } from './assert-allowed.ts';
import { callOperation } from './call-operation.ts';
import { type Handle, toPath } from './handle.ts';
import { assertMayAct } from './known-actions.ts';
import { aRecordOf } from './nouns.ts';
import { findStep, type Step, type Subject } from './step.ts';
import { isDone, type World } from './world.ts';
import { writeRequired } from './write-requests.ts';

/** A response, and the record in it. */
interface Reading {
  sent: Sent;
  item: unknown;
}

/**
 * Reads a record: by its own operation, or from a list that shows whole records.
 * @throws Inconclusive if nothing reads it, or if only a list does, and does not show it
 */
export async function readRecord(world: World, check: string, handle: Handle): Promise<Reading> {
  const step = findStep(world, handle.resource, 'read');
  if (step === undefined) return readFromList(world, check, handle);
  const sent = await sendToRecord(world, check, step, handle);
  return { sent, item: readAt(sent.reply?.json, step.role.responseItem ?? '') };
}

/** Whether a list shows whole records of a resource, so that it can be read there. */
export function isListedWhole(subject: Subject, resource: Resource): boolean {
  const step = findStep(subject, resource, 'list');
  if (step?.role.list === undefined || step.role.relation !== undefined) return false;
  const { document } = subject.contract;
  const response = findSuccess(step.operation)?.schema ?? {};
  const item = findInner(document, response, `${step.role.list.items}/0`);
  if (item === undefined || resource.schema === undefined) return false;
  const record = findInner(document, { $ref: `#${resource.schema}` }, '');
  return JSON.stringify(item) === JSON.stringify(record);
}

async function readFromList(world: World, check: string, handle: Handle): Promise<Reading> {
  const { resource, parent } = handle;
  const step = findStep(world, resource, 'list');
  if (step === undefined || !isListedWhole(world, resource))
    throw new Inconclusive(`nothing reads ${aRecordOf(resource)}`);
  const { pages } = await readPages(world, check, step, parent, findLargestSize(step));
  for (const { sent, items } of pages) {
    const item = items.find((listed) => readIds(resource, [listed]).includes(toId(handle)));
    if (item !== undefined) return { sent, item };
  }
  throw new Inconclusive(`the list of ${resource.plural} does not show ${toId(handle)}`);
}

/** The largest page that the document allows, if it says so: few large pages are read faster. */
export function findLargestSize({ operation, role }: Step): number | undefined {
  const size = role.list?.size;
  const parameter = operation.parameters.find(({ name }) => name === size);
  return parameter?.schema.maximum;
}

/**
 * Calls an operation on a record. Where a service accepts a change only for the state that the client knows (RFC 9110, section
 * 13.1.1), the request names that state.
 */
export async function sendToRecord(
  world: World,
  check: string,
  step: Step,
  handle: Handle,
  body?: unknown,
  credential?: Credential,
): Promise<Sent> {
  const { operation, role } = step;
  assertOwn(world, operation, handle);
  if (role.role === 'action') assertMayAct(world, operation, role);
  const { query, headers } = writeRequired(world, operation);
  const call = {
    operation,
    path: toPath(step, handle),
    query,
    body,
    // With wrong credentials, the service should refuse the request.
    ...(credential && { credential, isValid: false }),
  };
  const isRead = operation.method === 'GET';
  const names = Object.keys(headers).find((name) => name.toLowerCase() === 'if-match');
  if (isRead || names === undefined) {
    const sent = await callOperation(world, check, { ...call, headers });
    if (isRead || !needsState(sent)) return sent;
  }
  const state = await readState(world, check, handle);
  const named = state === undefined ? {} : { [names ?? 'If-Match']: state };
  return callOperation(world, check, { ...call, headers: { ...headers, ...named } });
}

/** Whether a service refuses a change without a precondition (RFC 6585, section 3), or with a wrong one. */
function needsState({ reply }: Sent): boolean {
  return reply?.status === 428 || reply?.status === 412;
}

async function readState(world: World, check: string, handle: Handle): Promise<string | undefined> {
  if (findStep(world, handle.resource, 'read') === undefined) return undefined;
  const { sent } = await readRecord(world, check, handle);
  return sent.reply?.headers['etag'];
}

/** A page of a list. */
export interface ListPage {
  sent: Sent;
  items: readonly unknown[];
}

/** Reads one page of a list, with further query parameters. */
export async function readPage(
  world: World,
  check: string,
  step: Step,
  parent: Handle | undefined,
  query: readonly (readonly [string, string])[] = [],
): Promise<ListPage> {
  const { operation, role } = step;
  const required = writeRequired(world, operation);
  const sent = await callOperation(world, check, {
    operation,
    path: toPath(step, parent),
    query: [...required.query, ...query],
    headers: required.headers,
  });
  const pointer = role.list?.items ?? '';
  const items = readAt(sent.reply?.json, pointer);
  return { sent, items: isDone(sent) && Array.isArray(items) ? items : [] };
}

/** The most pages that are read of a list. */
const mostPages = 60;

/**
 * Reads a list to its end, page by page.
 * @param size the number of records on a page. Default: that of the service
 * @param further more query parameters
 * @returns the pages; the last one is the end of the list, unless `isCut`
 */
export async function readPages(
  world: World,
  check: string,
  step: Step,
  parent: Handle | undefined,
  size?: number,
  further: readonly (readonly [string, string])[] = [],
): Promise<{ pages: ListPage[]; isCut: boolean }> {
  const { list } = step.role;
  const pages: ListPage[] = [];
  let position: string | undefined;
  while (pages.length < mostPages) {
    const query: (readonly [string, string])[] = [...further];
    if (size !== undefined && list?.size !== undefined) query.push([list.size, String(size)]);
    if (position !== undefined && list?.position !== undefined)
      query.push([list.position, position]);
    const page = await readPage(world, check, step, parent, query);
    pages.push(page);
    position = findNext(world, step, pages, page);
    if (position === undefined || repeatsPage(pages)) return { pages, isCut: false };
  }
  return { pages, isCut: true };
}

/** Whether the last page is the one before it again, as of a service that ignores the position. */
function repeatsPage(pages: readonly ListPage[]): boolean {
  const [before, last] = pages.slice(-2).map(({ items }) => JSON.stringify(items));
  return last !== undefined && last === before;
}

/** The value of the position parameter for the page after the last one. Undefined at the end of the list. */
function findNext(
  { model }: World,
  { role }: Step,
  pages: readonly ListPage[],
  page: ListPage,
): string | undefined {
  const { list } = role;
  if (list === undefined || list.position === undefined || page.items.length === 0)
    return undefined;
  const linked = readLinkedCursor(list, page);
  // Without a link, the list has ended: cursors have no other source.
  if (linked !== undefined || (list.hasLinkHeader && list.style === 'cursor')) return linked;
  const { more } = list;
  if (more !== undefined && readAt(page.sent.reply?.json, more) === false) return undefined;
  if (list.style === 'page') return String(list.firstPage + pages.length);
  if (list.style === 'offset')
    return String(pages.reduce((count, { items }) => count + items.length, 0));
  if (list.cursorFrom === 'last-id') {
    const [pointer = '/id'] = model.resources.get(role.resource ?? '')?.id ?? [];
    const id = readAt(page.items.at(-1), pointer);
    return id === undefined ? undefined : String(id);
  }
  return readShownCursor(list, page);
}

/** The cursor that a page itself gives for the next one. */
export function readNextCursor(list: ListShape, page: ListPage): string | undefined {
  return readLinkedCursor(list, page) ?? readShownCursor(list, page);
}

/** The cursor in the `Link` header of a page. */
function readLinkedCursor(list: ListShape, { sent }: ListPage): string | undefined {
  const link = list.hasLinkHeader ? readNextLink(sent) : undefined;
  return link === undefined ? undefined : readQuery(link, list.position);
}

/** The cursor in the body of a page. */
function readShownCursor(list: ListShape, { sent }: ListPage): string | undefined {
  const next = list.next === undefined ? undefined : readAt(sent.reply?.json, list.next);
  const isCursor = (typeof next === 'string' && next !== '') || typeof next === 'number';
  if (!isCursor) return undefined;
  return list.nextIsUrl ? readQuery(String(next), list.position) : String(next);
}

/** The URL of the next page in a `Link` header (RFC 8288). */
function readNextLink({ reply }: Sent): string | undefined {
  const links = reply?.headers['link'] ?? '';
  return /<([^>]*)>[^,<]*;\s*rel="?next"?/i.exec(links)?.[1];
}

/** The value of a query parameter. */
export function readQuery(url: string, name: string | undefined): string | undefined {
  const [, query = ''] = url.split('?');
  return name === undefined ? undefined : (new URLSearchParams(query).get(name) ?? undefined);
}

/** The ids of listed records, as texts. Items that show none are left out. */
export function readIds(resource: Resource, items: readonly unknown[]): string[] {
  const ids: string[] = [];
  for (const item of items) {
    const values = resource.id.map((pointer) => readAt(item, pointer));
    if (values.length > 0 && !values.includes(undefined)) ids.push(values.map(String).join('/'));
  }
  return ids;
}

/** The id of a handle, in the same form. */
export const toId = (handle: Handle): string => handle.ids.join('/');
