import type {
  AssumptionValues,
  OperationId,
  Parameters,
  Reply,
  RequestBody,
  Site,
} from '../../contract/index.ts';
import { Refusal } from '../../mock/refusal.ts';
import { mostIds, refuseRepeatedIds } from '../../mock/sessions/free-id.ts';
import type { RecordKind, TypedRecord } from '../../mock/store/record-kind.ts';
import { type JsonObject, type RecordStore, TakenId } from '../../mock/store/records.ts';
import { formatHostUrl } from './body-rules.ts';
import type { CreateResource } from './resource-factory.ts';
import {
  createRouteRecord,
  createSiteRecord,
  createWebhookRecord,
  routeKind,
  type SiteRecord,
  siteKind,
  toKey,
} from './site-records.ts';

/** A validated request. */
export interface BehaviourRequest<Id extends OperationId> {
  /** Path and query parameters, defaults filled in. */
  parameters: Parameters<Id>;
  /** The request body, defaults filled in. Undefined if there is none. */
  body: RequestBody<Id>;
}

/** A success response. */
export interface BehaviourReply<Id extends OperationId> {
  /** Undefined if the documented response has no body. */
  body: Reply<Id>['body'];
  /** The status. Default: the documented one. Required if the document shows only a range. */
  status?: Reply<Id>['status'];
}

/** The values that the resources of a session are created from. */
export interface ResourceContext {
  /** The values of the assumptions, for what the interface leaves open. */
  assumptions: AssumptionValues;
  /** Creates a new id, in the form that the mock uses. */
  createUuid: (key?: string) => string;
  /** Converts an id to the case that the mock uses. */
  writeUuid: (id: string) => string;
  /** Creates a site, a route or a webhook. */
  createResource: CreateResource;
}

/** Everything that a behaviour can use. */
export interface BehaviourContext extends ResourceContext {
  /** The records of the session. */
  store: RecordStore;
}

/** Runs an operation after its request was validated. Returns or throws a refusal for a client's mistake. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => BehaviourReply<Id> | Refusal | Promise<BehaviourReply<Id> | Refusal>;

/** Finds the record that an operation is for. @throws Refusal when it does not exist */
async function find<Value extends JsonObject, Hidden extends JsonObject>(
  { store }: BehaviourContext,
  kind: RecordKind<Value, Hidden>,
  id: string,
): Promise<TypedRecord<Value, Hidden>> {
  const record = await kind.find(store, toKey(id));
  if (record !== undefined) return record;
  const name = kind.name.charAt(0).toUpperCase() + kind.name.slice(1);
  throw new Refusal('not-found', `${name} ${id} not found. Create it first.`);
}

/**
 * Stores a new record under an id that no other one has: a restored record may have the next id of the seed.
 * @param create is called again with another id if the first one is taken
 */
async function insertNew<Value extends JsonObject, Hidden extends JsonObject>(
  { createUuid, store }: BehaviourContext,
  create: (id: string) => Promise<TypedRecord<Value, Hidden>>,
): Promise<Value> {
  for (let attempt = 0; attempt < mostIds; attempt += 1) {
    const record = await create(createUuid());
    try {
      await store.insert(record);
      return record.value;
    } catch (error) {
      if (!(error instanceof TakenId)) throw error;
    }
  }
  throw refuseRepeatedIds();
}

/** The fields that records of one parent must not share, and the assumption that says whether they may. */
const uniqueFields = {
  site: { assumption: 'unique-host-url', fields: ['hostUrl'] },
  route: { assumption: 'unique-pathname', fields: ['pathname'] },
  webhook: { assumption: 'unique-webhook', fields: ['url', 'eventType'] },
} as const;

/** @throws Refusal when another record of the same parent has the same fields */
async function assertUnique<Value extends JsonObject>(
  { assumptions, store }: BehaviourContext,
  kind: keyof typeof uniqueFields,
  { id, parent, value }: TypedRecord<Value, JsonObject>,
): Promise<void> {
  const { assumption, fields } = uniqueFields[kind];
  if (assumptions[assumption] === 'allowed') return;
  // No host is not the same host.
  if (fields.some((field) => value[field] === null)) return;
  const siblings = await store.list(kind, parent);
  const duplicate = siblings.find((sibling) => {
    const isEqual = fields.every((field) => sibling.value[field] === value[field]);
    return isEqual && sibling.id !== id;
  });
  if (duplicate === undefined) return;
  const detail = `The ${kind} ${duplicate.id} already has this ${fields.join(' and ')}.`;
  throw new Refusal('conflict', detail, {
    faults: [{ pointer: `/${fields[0]}`, detail: 'is already taken' }],
  });
}

const listSites: Behaviour<'listSites'> = async ({ parameters }, context) => {
  const { assumptions, store } = context;
  const { workspaceId, limit, after } = parameters;
  if (!Number.isInteger(limit) && assumptions['limit-fraction'] === 'refused') {
    return refuseParameter('limit', 'must be an integer');
  }
  const most = Math.floor(limit);
  // Not a task of the store: SQL compares names by the rules of the database, and none with NUL.
  const records = await siteKind.list(store, toKey(workspaceId));
  const all = sort[assumptions['list-order']](records);
  const start = after === undefined ? 0 : findSite(all, after) + 1;
  if (after !== undefined && start === 0)
    return answerUnknownCursor({ workspaceId, after, limit: most }, context);
  const data = all.slice(start, start + most).map(({ value }) => value);
  const hasMore = start + most < all.length && (most > 0 || assumptions['limit-zero'] === 'more');
  return { body: { data, hasMore } };
};

type Sort = (records: readonly SiteRecord[]) => readonly SiteRecord[];

/** Strings are compared by code units, and a name that occurs twice by the ids of its sites. */
function sortBy(toText: (record: SiteRecord) => string): Sort {
  const compare = (left: SiteRecord, right: SiteRecord): number =>
    toText(left) < toText(right) ? -1 : 1;
  return (records) => records.toSorted(compare);
}

const sort: Record<AssumptionValues['list-order'], Sort> = {
  'oldest-first': (records) => records,
  'newest-first': (records) => records.toReversed(),
  'by-id': sortBy(({ value }) => value.id),
  'by-name': sortBy(({ value }) => `${value.name}\0${value.id}`),
};

/** Returns the position of a site, -1 if it is not among them. */
function findSite(records: readonly SiteRecord[], siteId: string): number {
  const key = toKey(siteId);
  return records.findIndex(({ id }) => id === key);
}

/** The response does not reveal whether the cursor is a site of another workspace. */
async function answerUnknownCursor(
  { after, ...query }: Parameters<'listSites'>,
  context: BehaviourContext,
): Promise<BehaviourReply<'listSites'> | Refusal> {
  const { assumptions } = context;
  const detail = `is not the id of a site in the workspace: ${after}`;
  switch (assumptions['unknown-cursor']) {
    case 'refused':
      return refuseParameter('after', detail);
    case 'not-found':
      return new Refusal('not-found', `The parameter after ${detail}.`, {
        faults: [{ parameter: 'after', detail }],
      });
    case 'empty':
      return { body: { data: [], hasMore: false } };
    case 'start':
      return listSites({ parameters: query, body: undefined }, context);
  }
}

function refuseParameter(parameter: string, detail: string): Refusal {
  const faults = [{ parameter, detail }];
  return new Refusal('invalid-parameter', `The parameter ${parameter} ${detail}.`, { faults });
}

const createSite: Behaviour<'createSite'> = async ({ parameters, body }, context) => {
  const { createResource, createUuid } = context;
  const site = await insertNew(context, async (id) => {
    const hostUrl = toHostUrl(body.hostUrl, id, context);
    const created = createResource('Site', { id, hostUrl, apiKey: createUuid() }, body);
    const record = createSiteRecord(parameters.workspaceId, created, body.locale);
    await assertUnique(context, 'site', record);
    return record;
  });
  return { body: site };
};

const updateSite: Behaviour<'updateSite'> = async ({ parameters, body }, context) => {
  const { assumptions, createResource, store } = context;
  const record = await find(context, siteKind, parameters.siteId);
  const { id, apiKey, hostUrl: oldHostUrl } = record.value;
  const hostUrl = changeHostUrl(record.value, body?.hostUrl, context);
  const site = createResource('Site', { id, hostUrl, apiKey }, record.value, body);
  const updated = { ...record, value: site };
  // A site may keep its host, even if it shares it with the site that it was copied from.
  if (hostUrl !== oldHostUrl) await assertUnique(context, 'site', updated);
  await store.replace(updated);
  return { status: assumptions['update-site-status'], body: site };
};

/** @param text null reaches this only if an assumption allows it, because the schema does not */
function changeHostUrl(
  { id, hostUrl }: Site,
  text: string | null | undefined,
  context: BehaviourContext,
): string | null {
  if (text === undefined) return hostUrl;
  if (text !== null) return toHostUrl(text, id, context);
  const isRemoved = context.assumptions['null-host-url'] === 'removed';
  return isRemoved ? toHostUrl(undefined, id, context) : hostUrl;
}

const duplicateSite: Behaviour<'duplicateSite'> = async ({ parameters, body }, context) => {
  const { createResource, store } = context;
  const original = await find(context, siteKind, parameters.siteId);
  const copy = await insertNew(context, async (id) => {
    const site = copySite(original.value, id, body?.name, context);
    return { ...original, id: toKey(id), value: site };
  });
  // The copy gets its own routes, so that changing one does not change the original's.
  for (const { value } of await routeKind.list(store, original.id))
    await insertNew(context, async (id) => {
      return createRouteRecord(copy.id, createResource('Route', { id }, value));
    });
  return { body: copy };
};

function copySite(
  original: Site,
  id: string,
  name: string | undefined,
  context: BehaviourContext,
): Site {
  const { assumptions, createResource, createUuid } = context;
  const decided = {
    id,
    // A function, because `$&` in a replacement text has a special meaning.
    name: name ?? assumptions['unnamed-copy-name'].replaceAll('{name}', () => original.name),
    hostUrl:
      assumptions['unique-host-url'] === 'allowed'
        ? original.hostUrl
        : toHostUrl(undefined, id, context),
    apiKey: assumptions['copied-api-key'] === 'own' ? createUuid() : original.apiKey,
  };
  return createResource('Site', decided, original);
}

/** Returns the given host URL, or the default. */
export function toHostUrl(
  text: string | undefined,
  siteId: string,
  { assumptions }: Pick<BehaviourContext, 'assumptions'>,
): string | null {
  if (text !== undefined) return formatHostUrl(text, assumptions['host-url-form']);
  return assumptions['host-url-default']?.replaceAll('{id}', siteId.toLowerCase()) ?? null;
}

const createRoute: Behaviour<'createRoute'> = async ({ parameters, body }, context) => {
  const { createResource } = context;
  const site = await find(context, siteKind, parameters.siteId);
  const route = await insertNew(context, async (id) => {
    const record = createRouteRecord(site.id, createResource('Route', { id }, body));
    await assertUnique(context, 'route', record);
    return record;
  });
  return { body: route };
};

const updateRoute: Behaviour<'updateRoute'> = async ({ parameters, body }, context) => {
  const { createResource, store } = context;
  const record = await find(context, routeKind, parameters.routeId);
  const route = createResource('Route', { id: record.value.id }, record.value, body);
  const updated = { ...record, value: route };
  await assertUnique(context, 'route', updated);
  await store.replace(updated);
  return { body: route };
};

const createWebhook: Behaviour<'createWebhook'> = async ({ parameters, body }, context) => {
  const { createResource, writeUuid } = context;
  const workspaceId = toKey(parameters.workspaceId);
  const webhook = await insertNew(context, async (id) => {
    const decided = { id, workspaceId: writeUuid(workspaceId) };
    const record = createWebhookRecord(workspaceId, createResource('Webhook', decided, body));
    await assertUnique(context, 'webhook', record);
    return record;
  });
  return { body: webhook };
};

export type Behaviours = { readonly [Id in OperationId]: Behaviour<Id> };

/** The behaviour of each operation. A new operation in the document does not compile until it is listed here. */
export const behaviours: Behaviours = {
  listSites,
  createSite,
  updateSite,
  duplicateSite,
  createRoute,
  updateRoute,
  createWebhook,
};
