import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import type { RouteCreation, SiteCreation, SiteUpdate } from '../../../contract/index.ts';
import { createFreshBody } from '../data/fresh-body.ts';
import {
  findOperation,
  formatValue,
  isRefused,
  requireSuccess,
  sendAlone,
  sendProbe,
} from './call.ts';
import { compareRecord, listDifferences, showWrite } from './compare.ts';
import {
  type Expected,
  type ExpectedRoute,
  type ExpectedSite,
  type ExpectedWebhook,
  findWriteTime,
  listNamed,
  recordWrite,
} from './ledger.ts';
import { eventually, findListed, readSite } from './read-lists.ts';
import { expectRoom } from './room.ts';
import type { Scope } from './scope.ts';

// Requests that create and update records, with what later responses must then show.

/** The fields of a site that a request can contain. */
export type SiteInput = Partial<SiteCreation & SiteUpdate>;
export type RouteInput = RouteCreation;

/** A record with the response that showed it. */
export interface Made<T extends Expected> {
  expected: T;
  body: Record<string, unknown>;
  sent: Sent;
}

export type MadeSite = Made<ExpectedSite>;
type MadeRoute = Made<ExpectedRoute>;

/** Enters a created record in the ledger. Requested values are expected later; other fields stay as returned. */
function enter<T extends Expected>(
  { run }: Pick<Scope, 'run'>,
  sent: Sent,
  what: string,
  toRecord: (body: Record<string, unknown>) => Omit<T, 'id' | 'uncertain' | 'writes'>,
): Made<T> {
  const body = requireSuccess(run, sent, what);
  const { id } = body;
  const record = toRecord(body);
  if (typeof id !== 'string')
    throw new Failed({
      requirement: `${record.kind}-shape`,
      message: `${what} got a response without an id`,
      expected: `a ${record.kind} with an id`,
      received: formatValue(body),
      exchange: run.show(sent),
    });
  const missing = Object.keys(record).filter((field) => Reflect.get(record, field) === undefined);
  const expected = { ...record, id, uncertain: new Set(missing), writes: [sent] } as unknown as T;
  run.ledger.enter(expected);
  return { expected, body, sent };
}

/** The text that a response shows, if the request did not contain one. */
function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function findText(...values: readonly unknown[]): string | undefined {
  return values.find((value) => typeof value === 'string');
}

export function enterSite(
  scope: Pick<Scope, 'run'>,
  sent: Sent,
  input: Readonly<Record<string, unknown>>,
  workspace: string,
  what = 'a valid site',
): MadeSite {
  const site = enter<ExpectedSite>(scope, sent, what, (body) => ({
    ...input,
    kind: 'site',
    workspace,
    name: readText(input['name'] ?? body['name']),
    hostUrl: findText(input['hostUrl'], body['hostUrl']) ?? null,
    apiKey: readText(body['apiKey']),
  }));
  for (const field of ['name', 'apiKey'] as const)
    if (input[field] === undefined && site.expected[field] === '')
      site.expected.uncertain.add(field);
  return site;
}

export function enterRoute(scope: Pick<Scope, 'run'>, sent: Sent, input: RouteInput): MadeRoute {
  return enter<ExpectedRoute>(scope, sent, 'a valid route', () => ({
    ...input,
    kind: 'route',
    localizedVariants: input.localizedVariants ?? [],
  }));
}

export interface WebhookInput {
  url: string;
  eventType: string;
}

export function enterWebhook(
  scope: Pick<Scope, 'run'>,
  sent: Sent,
  input: WebhookInput,
  workspaceId: string,
): Made<ExpectedWebhook> {
  const what = `a valid webhook for ${input.eventType}`;
  return enter<ExpectedWebhook>(scope, sent, what, () => ({
    kind: 'webhook',
    workspaceId,
    ...input,
  }));
}

/** Creates a site that must be accepted. */
export async function createSite(
  scope: Scope,
  input: SiteInput,
  workspace = scope.run.options.workspace,
): Promise<MadeSite> {
  const sent = await sendAlone(scope, 'createSite', workspace, input);
  await excuseRefusal(scope, sent, workspace);
  return enterSite(scope, sent, input, workspace);
}

export async function duplicateSite(
  scope: Scope,
  original: ExpectedSite,
  input: SiteInput,
): Promise<MadeSite> {
  const sent = await sendAlone(scope, 'duplicateSite', original.id, input);
  await excuseRefusal(scope, sent, original.workspace);
  return enterCopy(scope, sent, original);
}

/** Enters a copy: it shows what was sent and what its original has, but may need another host, and chooses other values. */
export function enterCopy({ run }: Scope, sent: Sent, original: ExpectedSite): MadeSite {
  const { properties } = findOperation(run.contract, 'duplicateSite').requestBody?.schema ?? {};
  const unknown = ['hostUrl', ...Object.keys(properties ?? {}), ...original.uncertain];
  const cleared = Object.fromEntries(unknown.map((field) => [field, undefined]));
  const input = { ...original, ...cleared, ...listNamed(sent) };
  return enterSite({ run }, sent, input, original.workspace, 'duplicating a site');
}

/** Creates a site that the target may refuse; undefined if it does. */
export async function createSiteIfTaken(
  scope: Scope,
  input: SiteInput,
  workspace = scope.run.options.workspace,
): Promise<MadeSite | undefined> {
  const sent = await sendProbe(scope, 'createSite', workspace, input);
  return isSuccess(sent) ? enterSite(scope, sent, input, workspace) : undefined;
}

/** Duplicates a site with a name that the target may refuse; undefined if it does. */
export async function duplicateIfTaken(
  scope: Scope,
  original: ExpectedSite,
  name: string,
): Promise<MadeSite | undefined> {
  const sent = await sendProbe(scope, 'duplicateSite', original.id, { name });
  return isSuccess(sent) ? enterCopy(scope, sent, original) : undefined;
}

/** Ends the check as inconclusive if an undocumented rule for hosts, or a limit of sites, explains a refusal. */
export async function excuseRefusal(scope: Scope, sent: Sent, workspace: string): Promise<void> {
  if (!isRefused(sent)) return;
  excuseHost(scope, sent);
  await expectRoom(scope, 'createSite', workspace, (again) =>
    enterSite(scope, again, listNamed(again), workspace),
  );
}

function excuseHost({ run }: Scope, sent: Sent): void {
  if (!isRefused(sent) || !('hostUrl' in listNamed(sent)) || run.forms.hosts === 'any') return;
  throw new Inconclusive(
    run.forms.hosts === 'none'
      ? 'no host was accepted, neither at creation nor in an update; the interface does not document rules for hosts'
      : 'the target accepts only hosts that exist, and not all of those; the interface does not document rules for hosts',
  );
}

/** Updates a site with a body that must be accepted. */
export async function updateSite(
  scope: Scope,
  site: ExpectedSite,
  change: SiteInput,
): Promise<Made<ExpectedSite>> {
  const sent = await sendAlone(scope, 'updateSite', site.id, change);
  try {
    if (isRefused(sent)) await expectUpdateInFull(scope, site, change);
    excuseHost(scope, sent);
    const what = `updating ${Object.keys(change).join(' and ') || 'nothing'}`;
    const body = requireSuccess(scope.run, sent, what);
    recordWrite(site, change, sent);
    return { expected: site, body, sent };
  } catch (error) {
    if (!(error instanceof Inconclusive))
      for (const field of Object.keys(change)) site.uncertain.add(field);
    throw error;
  }
}

/** Repeats a refused update with all fields. Required fields are undocumented, so the target may accept only that. */
async function expectUpdateInFull(
  scope: Scope,
  site: ExpectedSite,
  change: SiteInput,
): Promise<void> {
  const operation = findOperation(scope.run.contract, 'updateSite');
  // A site without a host needs a new one, such as a copy where hosts are unique.
  const fresh = createFreshBody(operation, scope.unique(), scope.run.domain);
  const { name, hostUrl } = site;
  const full = { ...fresh, name, ...(hostUrl !== null && { hostUrl }), ...change };
  if (Object.keys(full).length === Object.keys(change).length) return;
  const sent = await sendAlone(scope, 'updateSite', site.id, full);
  if (!isSuccess(sent)) return;
  recordWrite(site, full, sent);
  throw new Inconclusive(
    'an update is accepted with all fields but not with only this one; the interface does not show which fields are required',
  );
}

/**
 * Sends an update that the target may refuse. If it is accepted, compares the response.
 * @returns whether it was accepted
 */
export async function updateIfTaken(
  scope: Scope,
  site: ExpectedSite,
  change: SiteInput,
  what: string,
): Promise<boolean> {
  const sent = await sendProbe(scope, 'updateSite', site.id, change);
  if (!isSuccess(sent)) return false;
  recordWrite(site, change, sent);
  const body = requireSuccess(scope.run, sent, what);
  compareRecord(scope, { body, expected: site, sent }, what);
  return true;
}

/**
 * Reads a site until it matches, with an update that changes nothing and then through the list, which may lag. Differences
 * that remain are a failure.
 */
export async function expectSite(scope: Scope, site: ExpectedSite, what: string): Promise<void> {
  const { run } = scope;
  const first = await readSite(scope, site.workspace, site.id);
  const differences = listDifferences(run, first.record, site);
  if (differences.length === 0) return;
  const listed = await eventually(
    scope,
    () => findListed(scope, site.workspace, site.id),
    (candidate) =>
      candidate !== undefined && listDifferences(run, candidate.record, site).length === 0,
    () => findWriteTime(site),
  );
  if (listed === undefined) throw new Inconclusive('the site cannot be found in the list');
  // If both are wrong, the response to the update is the shorter evidence.
  const isListed = listDifferences(run, listed.record, site).length === 0;
  const { record: body, ...evidence } = first.at === '' && !isListed ? first : listed;
  compareRecord(scope, { body, expected: site, ...evidence }, what);
}

export async function createRoute(
  scope: Scope,
  siteId: string,
  input: RouteInput,
  query = '',
): Promise<MadeRoute> {
  const sent = await sendAlone(scope, 'createRoute', siteId, input, query);
  if (isRefused(sent))
    await expectRoom(scope, 'createRoute', siteId, (again) => {
      enterRoute(scope, again, { pathname: readText(listNamed(again)['pathname']) });
    });
  return enterRoute(scope, sent, input);
}

export async function updateRoute(
  scope: Scope,
  route: ExpectedRoute,
  change: Partial<RouteInput>,
  query = '',
): Promise<MadeRoute> {
  const sent = await sendAlone(scope, 'updateRoute', route.id, change, query);
  const what = `updating ${Object.keys(change).join(' and ') || 'nothing'}`;
  const body = requireSuccess(scope.run, sent, what);
  recordWrite(route, change, sent);
  return { expected: route, body, sent };
}

/**
 * Reads a route with an update that changes nothing: without fields, or with its own variants if the target refuses that. It
 * may refuse both; then the pathname changes, and the response at least shows the variants.
 */
async function readRoute(scope: Scope, route: ExpectedRoute): Promise<Sent> {
  const same = { localizedVariants: route.localizedVariants };
  let last: Sent | undefined;
  for (const change of [{}, same, { pathname: scope.pathname() }]) {
    const sent = await sendProbe(scope, 'updateRoute', route.id, change);
    if (isSuccess(sent) && 'pathname' in change) recordWrite(route, change, sent);
    if (!isRefused(sent)) return sent;
    last ??= sent;
  }
  return last ?? sendProbe(scope, 'updateRoute', route.id, {});
}

/** Reads a route, and compares it with what was last written. */
export async function expectRoute(scope: Scope, route: ExpectedRoute, what: string): Promise<void> {
  const sent = await readRoute(scope, route);
  try {
    const body = requireSuccess(scope.run, sent, 'an update');
    compareRecord(scope, { body, expected: route, sent }, what);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    throw new Failed({
      ...error.failure,
      message: `${what} cannot be read: ${error.failure.message}`,
      expected: 'the route, as it was last written',
      ...showWrite(scope.run, route, 'id'),
    });
  }
}
