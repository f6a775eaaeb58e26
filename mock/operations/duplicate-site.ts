import type { Site } from '../../contract/index.ts';
import { type Answer, whenAnswered } from '../store/answer.ts';
import type { SiteRecord } from '../store/store.ts';
import type { Behaviour, BehaviourContext } from './behaviour.ts';
import { toHostUrl } from './host-url.ts';
import { refuseUnknownSite } from './refusals.ts';

export const duplicateSite: Behaviour<'duplicateSite'> = ({ parameters, body }, context) => {
  const { store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (original) => {
    if (original === undefined) return refuseUnknownSite(parameters.siteId);
    const site = copySite(original.site, body?.name, context);
    // The site comes last: without it, routes that were stored before a failure belong to nothing that is shown.
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
    // A function, since a text in place of it would read `$&` in a name as an instruction.
    name: name ?? assumptions['unnamed-copy-name'].replaceAll('{name}', () => original.name),
    hostUrl:
      assumptions['unique-host-url'] === 'allowed'
        ? original.hostUrl
        : toHostUrl(undefined, id, context),
    apiKey: assumptions['copied-api-key'] === 'own' ? createUuid() : original.apiKey,
  };
  return createResource('Site', decided, original);
}

/** Gives the copy routes of its own, so that a change to one of them leaves its original alone. */
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
