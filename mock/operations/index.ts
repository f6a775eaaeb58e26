import type {
  AssumptionValues,
  Contract,
  OperationId,
  Parameters,
  Reply,
  RequestBody,
  Route,
  Schemas,
  Site,
  Validators,
} from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import { ContractBreach, Refusal } from '../handler.ts';
import type { Records, SiteQuery } from '../store/store.ts';
import { toOrigin } from './rules.ts';

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
  createUuid: () => string;
  /** Converts an id to the case that the mock uses. */
  writeUuid: (id: string) => string;
  /** Creates a site, a route or a webhook. */
  createResource: CreateResource;
}

/** Everything that a behaviour can use. */
export interface BehaviourContext extends ResourceContext {
  /** The resources of the session. */
  store: Records;
}

/** Runs an operation after its request was validated. Returns a refusal for a client's mistake. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => BehaviourReply<Id> | Refusal | Promise<BehaviourReply<Id> | Refusal>;

type Resource<Name extends keyof Schemas> = Schemas[Name] & object;

/** The fields that are always present. */
type Present<Fields> = keyof {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: true;
};

/**
 * Creates a resource from fields that the service decides, then changes from the request, then a base: a request body
 * or an existing resource. Each field in the schema comes from the first of them that has it, so optional fields need
 * no code. The resource is immutable.
 * @throws ContractBreach when it does not match its schema
 */
type CreateResource = <
  Name extends keyof Schemas,
  Base extends Partial<Resource<Name>> | undefined,
>(
  schema: Name,
  decided: Partial<Resource<Name>> & Omit<Resource<Name>, Present<Base>>,
  base: Base,
  changes?: Partial<Resource<Name>>,
) => Resource<Name>;

type PickFields = (value: unknown) => unknown;

interface Field {
  name: string;
  /** Copies the properties that the schema defines; undefined if any value is copied as it is. */
  pick: PickFields | undefined;
}

/** The last resource that was created, and the schema that it matches. */
let newest: { resource: object; schema: Schema | undefined; validators: Validators } | undefined;

/** Whether a value was just created from a schema. Its reply then need not validate it once more. */
export function isNewResource(value: unknown, schema: Schema, validators: Validators): boolean {
  if (newest === undefined || newest.resource !== value) return false;
  return newest.schema === schema && newest.validators === validators;
}

export function createResourceFactory({ document, validators }: Contract): CreateResource {
  const known = new Map<string, readonly Field[]>();
  const schemas = document.components?.schemas ?? {};
  return (name, decided, base, changes) => {
    let fields = known.get(name);
    if (fields === undefined) {
      fields = readFields(document, schemas[name]?.properties ?? {});
      known.set(name, fields);
    }
    const resource = pickFields(fields, decided, changes, base);
    assertResource(validators, name, resource);
    Object.freeze(resource);
    newest = { resource, schema: schemas[name], validators };
    return resource;
  };
}

function pickFields(fields: readonly Field[], ...sources: readonly (object | undefined)[]): object {
  // Resource types have no index signature.
  const [first = {}, second = {}, third = {}] = sources as Readonly<Record<string, unknown>>[];
  const picked: Record<string, unknown> = {};
  for (const { name, pick } of fields) {
    // Null counts as a value.
    let value = first[name];
    if (value === undefined) value = second[name];
    if (value === undefined) value = third[name];
    if (value !== undefined) picked[name] = pick === undefined ? value : pick(value);
  }
  return picked;
}

function assertResource<Name extends keyof Schemas>(
  validators: Validators,
  name: Name,
  resource: unknown,
): asserts resource is Resource<Name> {
  const faults = validators.schema(name, resource);
  if (faults.length > 0) throw new ContractBreach(`a new ${name}`, faults);
}

function readFields(document: OpenApiDocument, properties: Record<string, Schema>): Field[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    pick: toPick(document, property),
  }));
}

function toPick(document: OpenApiDocument, unresolved: Schema): PickFields | undefined {
  const { properties, items } = resolveReference<Schema>(document, unresolved);
  if (properties !== undefined) {
    const fields = readFields(document, properties);
    return (value) => (isRecord(value) ? pickFields(fields, value) : value);
  }
  const pickItem = items === undefined ? undefined : toPick(document, items);
  return pickItem && ((value) => (Array.isArray(value) ? value.map(pickItem) : value));
}

/** @param kind the schema of the resource, such as `Site` */
export function refuseUnknown(kind: keyof Schemas, id: string): Refusal {
  return new Refusal('not-found', `${kind} ${id} not found. Create it first.`);
}

/** @param pointer the field with the taken value */
export function refuseConflict(pointer: string, detail: string): Refusal {
  return new Refusal('conflict', detail, { faults: [{ pointer, detail: 'is already taken' }] });
}

export const listSites: Behaviour<'listSites'> = async ({ parameters }, context) => {
  const { assumptions, store } = context;
  const { workspaceId, limit, after } = parameters;
  if (!Number.isInteger(limit) && assumptions['limit-fraction'] === 'refused') {
    return refuseParameter('limit', 'must be an integer');
  }
  const query: SiteQuery = {
    workspaceId,
    order: assumptions['list-order'],
    after,
    limit: Math.floor(limit),
  };
  const slice = await store.listSites(query);
  if (slice === undefined) return answerUnknownCursor(query, context);
  const hasMore = slice.hasMore && (query.limit > 0 || assumptions['limit-zero'] === 'more');
  return { body: { data: slice.sites, hasMore } };
};

/** The response does not reveal whether the cursor is a site of another workspace. */
async function answerUnknownCursor(
  query: SiteQuery,
  context: BehaviourContext,
): Promise<BehaviourReply<'listSites'> | Refusal> {
  const { assumptions } = context;
  const detail = `is not the id of a site in the workspace: ${query.after}`;
  switch (assumptions['unknown-cursor']) {
    case 'refused':
      return refuseParameter('after', detail);
    case 'not-found':
      return new Refusal('not-found', `The parameter after ${detail}.`, {
        faults: [{ parameter: 'after', detail }],
      });
    case 'empty':
      return { body: { data: [], hasMore: false } };
    case 'start': {
      const { workspaceId } = query;
      const parameters = { workspaceId, limit: query.limit };
      return listSites({ parameters, body: undefined }, context);
    }
  }
}

function refuseParameter(parameter: string, detail: string): Refusal {
  const faults = [{ parameter, detail }];
  return new Refusal('invalid-parameter', `The parameter ${parameter} ${detail}.`, { faults });
}

export const createSite: Behaviour<'createSite'> = async ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const workspaceId = parameters.workspaceId.toLowerCase();
  const id = createUuid();
  const hostUrl = toHostUrl(body.hostUrl, id, context);
  const site = createResource('Site', { id, hostUrl, apiKey: createUuid() }, body);
  const taken = await refuseTakenHost(workspaceId, site, context);
  if (taken !== undefined) return taken;
  await store.put('site', { workspaceId, locale: body.locale, site });
  return { body: site };
};

export const updateSite: Behaviour<'updateSite'> = async ({ parameters, body }, context) => {
  const { assumptions, createResource, store } = context;
  const record = await store.find('site', parameters.siteId);
  if (record === undefined) return refuseUnknown('Site', parameters.siteId);
  const { workspaceId, locale } = record;
  const { id, apiKey, hostUrl: oldHostUrl } = record.site;
  const hostUrl = body?.hostUrl === undefined ? oldHostUrl : toHostUrl(body.hostUrl, id, context);
  const site = createResource('Site', { id, hostUrl, apiKey }, record.site, body);
  // A site may keep its host, even if it shares it with the site that it was copied from.
  const taken =
    hostUrl === oldHostUrl ? undefined : await refuseTakenHost(workspaceId, site, context);
  if (taken !== undefined) return taken;
  await store.put('site', { workspaceId, locale, site });
  return { status: assumptions['update-site-status'], body: site };
};

export const duplicateSite: Behaviour<'duplicateSite'> = async ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const original = await store.find('site', parameters.siteId);
  if (original === undefined) return refuseUnknown('Site', parameters.siteId);
  const site = copySite(original.site, body?.name, context);
  await store.put('site', { ...original, site });
  // The copy gets its own routes, so that changing one does not change the original's.
  const siteId = site.id.toLowerCase();
  for (const record of await store.list('route', original.site.id)) {
    const route = createResource('Route', { id: createUuid() }, record.route);
    await store.put('route', { siteId, route });
  }
  return { body: site };
};

function copySite(original: Site, name: string | undefined, context: BehaviourContext): Site {
  const { assumptions, createResource, createUuid } = context;
  const id = createUuid();
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
  given: string | undefined,
  siteId: string,
  { assumptions }: Pick<BehaviourContext, 'assumptions'>,
): string | null {
  if (given !== undefined) return toOrigin(given, assumptions['host-url-form']);
  return assumptions['host-url-default']?.replaceAll('{id}', siteId.toLowerCase()) ?? null;
}

/** Refuses a host URL that another site of the workspace has, if host URLs have to be unique. */
async function refuseTakenHost(
  workspaceId: string,
  { id, hostUrl }: Pick<Site, 'id' | 'hostUrl'>,
  { assumptions, store }: BehaviourContext,
): Promise<Refusal | undefined> {
  if (assumptions['unique-host-url'] === 'allowed' || hostUrl === null) return undefined;
  const records = await store.list('site', workspaceId);
  const other = records.find(({ site }) => site.hostUrl === hostUrl && site.id !== id);
  return other === undefined
    ? undefined
    : refuseConflict('/hostUrl', `The site ${other.site.id} already has the host ${hostUrl}.`);
}

export const createRoute: Behaviour<'createRoute'> = async ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const owner = await store.find('site', parameters.siteId);
  if (owner === undefined) return refuseUnknown('Site', parameters.siteId);
  const siteId = owner.site.id.toLowerCase();
  const route = createResource('Route', { id: createUuid() }, body);
  const taken = await refuseTakenPathname(siteId, route, context);
  if (taken !== undefined) return taken;
  await store.put('route', { siteId, route });
  return { body: route };
};

export const updateRoute: Behaviour<'updateRoute'> = async ({ parameters, body }, context) => {
  const { createResource, store } = context;
  const record = await store.find('route', parameters.routeId);
  if (record === undefined) return refuseUnknown('Route', parameters.routeId);
  const { siteId } = record;
  const route = createResource('Route', { id: record.route.id }, record.route, body);
  const taken = await refuseTakenPathname(siteId, route, context);
  if (taken !== undefined) return taken;
  await store.put('route', { siteId, route });
  return { body: route };
};

/** Refuses a pathname that another route of the site has, if pathnames have to be unique. */
async function refuseTakenPathname(
  siteId: string,
  { id, pathname }: Pick<Route, 'id' | 'pathname'>,
  { assumptions, store }: BehaviourContext,
): Promise<Refusal | undefined> {
  if (assumptions['unique-pathname'] === 'allowed') return undefined;
  const records = await store.list('route', siteId);
  const other = records.find(({ route }) => route.pathname === pathname && route.id !== id);
  return other === undefined
    ? undefined
    : refuseConflict(
        '/pathname',
        `The route ${other.route.id} of the site already has the pathname ${pathname}.`,
      );
}

export const createWebhook: Behaviour<'createWebhook'> = async ({ parameters, body }, context) => {
  const { assumptions, createResource, createUuid, store, writeUuid } = context;
  const { url, eventType } = body;
  const workspaceId = parameters.workspaceId.toLowerCase();
  if (assumptions['unique-webhook'] !== 'allowed') {
    const records = await store.list('webhook', workspaceId);
    const same = records.find(
      ({ webhook }) => webhook.url === url && webhook.eventType === eventType,
    );
    if (same !== undefined)
      return refuseConflict(
        '/url',
        `The webhook ${same.webhook.id} already has this URL and event type.`,
      );
  }
  const id = createUuid();
  const webhook = createResource('Webhook', { id, workspaceId: writeUuid(workspaceId) }, body);
  await store.put('webhook', { workspaceId, webhook });
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
