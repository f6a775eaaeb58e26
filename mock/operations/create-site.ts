import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { claimHostUrl, toHostUrl } from './host-url.ts';

export const createSite: Behaviour<'createSite'> = ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const workspaceId = parameters.workspaceId.toLowerCase();
  const id = createUuid();
  const hostUrl = toHostUrl(body.hostUrl, id, context);
  const site = createResource('Site', { id, hostUrl, apiKey: createUuid() }, body);
  return claimHostUrl(workspaceId, site, context, () =>
    whenAnswered(store.putSite({ workspaceId, locale: body.locale, site }), () => ({
      body: site,
    })),
  );
};
