import type { Site } from '../../contract/index.ts';
import { Refusal } from '../refusal.ts';
import { type Answer, type SiteQuery, type SiteRecord, whenAnswered } from '../store/store.ts';
import {
  type Behaviour,
  type BehaviourContext,
  refuseConflict,
  refuseUnknown,
} from './behaviour.ts';
import { toOrigin } from './rules.ts';

export const listSites: Behaviour<'listSites'> = ({ parameters }, context) => {
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
  return whenAnswered(store.listSites(query), (slice) => {
    if (slice === undefined) return answerUnknownCursor(query, context);
    const hasMore = slice.hasMore && (query.limit > 0 || assumptions['limit-zero'] === 'more');
    return { body: { data: slice.sites, hasMore } };
  });
};

/** The response does not reveal whether the cursor is a site of another workspace. */
function answerUnknownCursor(
  query: SiteQuery,
  context: BehaviourContext,
): ReturnType<Behaviour<'listSites'>> {
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

export const createSite: Behaviour<'createSite'> = ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const workspaceId = parameters.workspaceId.toLowerCase();
  const id = createUuid();
  const hostUrl = toHostUrl(body.hostUrl, id, context);
  const site = createResource('Site', { id, hostUrl, apiKey: createUuid() }, body);
  return claimHostUrl(workspaceId, site, context, () =>
    whenAnswered(store.putSite({ workspaceId, locale: body.locale, site }), () => ({ body: site })),
  );
};

export const updateSite: Behaviour<'updateSite'> = ({ parameters, body }, context) => {
  const { assumptions, createResource, store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (record) => {
    if (record === undefined) return refuseUnknown('Site', parameters.siteId);
    const { workspaceId, locale } = record;
    const { id, apiKey, hostUrl: oldHostUrl } = record.site;
    const hostUrl = body?.hostUrl === undefined ? oldHostUrl : toHostUrl(body.hostUrl, id, context);
    const site = createResource('Site', { id, hostUrl, apiKey }, record.site, body);
    const put = () =>
      whenAnswered(store.putSite({ workspaceId, locale, site }), () => ({
        status: assumptions['update-site-status'],
        body: site,
      }));
    // A site may keep its host, even if it shares it with the site that it was copied from.
    return hostUrl === oldHostUrl ? put() : claimHostUrl(workspaceId, site, context, put);
  });
};

export const duplicateSite: Behaviour<'duplicateSite'> = ({ parameters, body }, context) => {
  const { store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (original) => {
    if (original === undefined) return refuseUnknown('Site', parameters.siteId);
    const site = copySite(original.site, body?.name, context);
    // The site is stored last: without it, routes that were stored before a failure are never listed.
    return whenAnswered(copyRoutes(original, site, context), () =>
      whenAnswered(store.putSite({ ...original, site }), () => ({ body: site })),
    );
  });
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

/** The copy gets its own routes, so that changing one does not change the original's. */
function copyRoutes(
  original: SiteRecord,
  copy: Site,
  { createResource, createUuid, store }: BehaviourContext,
): Answer<void> {
  const siteId = copy.id.toLowerCase();
  return whenAnswered(store.listRoutes(original.site.id), (records) =>
    records.reduce<Answer<void>>((done, { route: original }) => {
      const route = createResource('Route', { id: createUuid() }, original);
      return whenAnswered(done, () => store.putRoute({ siteId, route }));
    }, undefined),
  );
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

/** Continues unless host URLs have to be unique and another site of the workspace has this one. */
function claimHostUrl<Next>(
  workspaceId: string,
  { id, hostUrl }: Pick<Site, 'id' | 'hostUrl'>,
  { assumptions, store }: BehaviourContext,
  next: () => Answer<Next>,
): Answer<Next | Refusal> {
  if (assumptions['unique-host-url'] === 'allowed' || hostUrl === null) return next();
  return whenAnswered(store.lock?.(), () =>
    whenAnswered(store.findHostUrl(workspaceId, hostUrl, id), (other) =>
      other === undefined
        ? next()
        : refuseConflict('/hostUrl', `The site ${other.site.id} already has the host ${hostUrl}.`),
    ),
  );
}
