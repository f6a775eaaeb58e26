import type { Refusal } from '../refusal.ts';
import { type Answer, whenAnswered } from '../store/answer.ts';
import type { BehaviourContext } from './behaviour.ts';
import { refuseConflict } from './refusals.ts';
import { toOrigin } from './rules/host-url.ts';

/** The host URL of a site that was given one, or none. */
export function toHostUrl(
  given: string | undefined,
  siteId: string,
  { assumptions }: BehaviourContext,
): string | null {
  if (given !== undefined) return toOrigin(given, assumptions['host-url-form']);
  return assumptions['host-url-default']?.replaceAll('{id}', siteId.toLowerCase()) ?? null;
}

/** Refuses a host URL that another site of the workspace has, where hosts have to be unique. */
export function claimHostUrl<Next>(
  workspaceId: string,
  { id, hostUrl }: { id: string; hostUrl: string | null },
  { assumptions, store }: BehaviourContext,
  next: () => Answer<Next>,
): Answer<Next | Refusal> {
  if (assumptions['unique-host-url'] === 'allowed' || hostUrl === null) return next();
  return whenAnswered(store.findHostUrl(workspaceId, hostUrl, id), (other) =>
    other === undefined
      ? next()
      : refuseConflict('/hostUrl', `The site ${other.site.id} already has the host ${hostUrl}.`),
  );
}
