import { isRecord } from '../../contract/resolve-reference.ts';
import type { CreatedResource } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import type { ExpectedSite } from './ledger.ts';
import type { Scope } from './scope.ts';
import { compareSite } from './site-differences.ts';
import { enterSite, type MadeSite, type SiteInput } from './sites.ts';

// Requests that a target may refuse, by operation: the interface does not say whether they succeed.

export function tryListSites(
  scope: Scope,
  query: string,
  workspaceId = scope.run.options.workspace,
): Promise<Sent> {
  return probe(scope, { operation: 'listSites', path: { workspaceId }, query });
}

export function tryCreateSite(
  scope: Scope,
  body: unknown,
  workspaceId = scope.run.options.workspace,
): Promise<Sent> {
  return probe(scope, { operation: 'createSite', path: { workspaceId }, body });
}

export function tryUpdateSite(scope: Scope, siteId: string, body?: unknown): Promise<Sent> {
  return probe(scope, { operation: 'updateSite', path: { siteId }, body });
}

export function tryDuplicateSite(scope: Scope, siteId: string, body?: unknown): Promise<Sent> {
  return probe(scope, { operation: 'duplicateSite', path: { siteId }, body });
}

export function tryUpdateRoute(
  scope: Scope,
  routeId: string,
  body: unknown,
  query = '',
): Promise<Sent> {
  return probe(scope, { operation: 'updateRoute', path: { routeId }, body, query });
}

export function tryCreateRoute(
  scope: Scope,
  siteId: string,
  body: unknown,
  query = '',
): Promise<Sent> {
  return probe(scope, { operation: 'createRoute', path: { siteId }, body, query });
}

export function tryCreateWebhook(scope: Scope, body: unknown): Promise<Sent> {
  const { workspace } = scope.run.options;
  return probe(scope, { operation: 'createWebhook', path: { workspaceId: workspace }, body });
}

/** Adds a record to the inventory if the response shows that it was created. */
export function enterCreated(
  { run }: Scope,
  sent: Sent,
  resource: Omit<CreatedResource, 'id'>,
): void {
  const json = sent.reply?.json;
  if (isSuccess(sent) && isRecord(json) && typeof json['id'] === 'string')
    run.ledger.add({ ...resource, id: json['id'] });
}

/** Creates a site that the target may refuse; undefined if it does. */
export async function createSiteIfTaken(
  scope: Scope,
  input: SiteInput,
  workspace: string,
  what: string,
): Promise<MadeSite | undefined> {
  const sent = await tryCreateSite(scope, input, workspace);
  return isSuccess(sent) ? enterSite(scope, sent, input, workspace, what) : undefined;
}

/** Duplicates a site with a name that the target may refuse; undefined if it does. */
export async function duplicateIfTaken(
  scope: Scope,
  original: ExpectedSite,
  name: string,
): Promise<MadeSite | undefined> {
  const sent = await tryDuplicateSite(scope, original.id, { name });
  if (!isSuccess(sent)) return undefined;
  return enterSite(scope, sent, { name }, original.workspace, 'duplicating a site');
}

/**
 * Sends an update that the target may refuse. If it is accepted, compares the response.
 *
 * @param act what the update does, for reports; `result` is the state of the site afterwards
 * @returns whether it was accepted
 */
export async function updateIfTaken(
  scope: Scope,
  site: ExpectedSite,
  change: SiteInput,
  act: string,
  result: string,
): Promise<boolean> {
  const sent = await tryUpdateSite(scope, site.id, change);
  if (!isSuccess(sent)) return false;
  Object.assign(site, change);
  site.writers.push(scope.check.id);
  compareSite(scope, requireSuccess(scope.run, sent, act), site, result, sent);
  return true;
}
