import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { claimHostUrl, toHostUrl } from './host-url.ts';
import { refuseUnknownSite } from './refusals.ts';

export const updateSite: Behaviour<'updateSite'> = ({ parameters, body }, context) => {
  const { assumptions, createResource, store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (record) => {
    if (record === undefined) return refuseUnknownSite(parameters.siteId);
    const { id, apiKey, hostUrl: oldHostUrl } = record.site;
    const hostUrl = body?.hostUrl === undefined ? oldHostUrl : toHostUrl(body.hostUrl, id, context);
    const site = createResource('Site', { id, hostUrl, apiKey }, record.site, body);
    const put = () =>
      whenAnswered(store.putSite({ ...record, site }), () => ({
        status: assumptions['update-site-status'],
        body: site,
      }));
    // A host that the site already has is claimed by nobody, be it shared with the original of a copy.
    return hostUrl === oldHostUrl ? put() : claimHostUrl(record.workspaceId, site, context, put);
  });
};
