import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { claimHostUrl, toHostUrl } from './host-url.ts';
import { refuseUnknownSite } from './refusals.ts';

export const updateSite: Behaviour<'updateSite'> = ({ parameters, body }, context) => {
  const { assumptions, keep, store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (record) => {
    if (record === undefined) return refuseUnknownSite(parameters.siteId);
    const { id, apiKey, ...old } = record.site;
    const name = body?.name ?? old.name;
    const hostUrl =
      body?.hostUrl === undefined ? old.hostUrl : toHostUrl(body.hostUrl, id, context);
    const site = keep('Site', { id, name, hostUrl, apiKey });
    const put = () =>
      whenAnswered(store.putSite({ ...record, site }), () => ({
        status: assumptions['update-site-status'],
        body: site,
      }));
    // A host that the site already has is claimed by nobody, be it shared with the original of a copy.
    return hostUrl === old.hostUrl ? put() : claimHostUrl(record.workspaceId, site, context, put);
  });
};
