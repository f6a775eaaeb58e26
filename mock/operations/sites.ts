import type { Site } from '../../contract/index.ts';
import { Refusal } from '../refusal.ts';
import type { SiteQuery } from '../store/contents.ts';
import {
  type Behaviour,
  type BehaviourContext,
  type BehaviourReply,
  refuseConflict,
  refuseUnknown,
} from './behaviour.ts';
import { toOrigin } from './rules.ts';

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
