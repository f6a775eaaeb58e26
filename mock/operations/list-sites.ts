import { Refusal } from '../refusal.ts';
import { whenAnswered } from '../store/answer.ts';
import type { SiteQuery } from '../store/store.ts';
import type { Behaviour, BehaviourContext } from './behaviour.ts';

export const listSites: Behaviour<'listSites'> = ({ parameters }, context) => {
  const { assumptions, store } = context;
  const { workspaceId, limit, after } = parameters;
  if (!Number.isInteger(limit) && assumptions['limit-fraction'] === 'refused') {
    return refuseParameter('limit', 'must be a whole number');
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

/** A cursor that names no site of the workspace is the same, whether there is such a site elsewhere or not. */
function answerUnknownCursor(
  query: SiteQuery,
  context: BehaviourContext,
): ReturnType<Behaviour<'listSites'>> {
  const { assumptions } = context;
  const detail = `names no site of the workspace: ${query.after}`;
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
