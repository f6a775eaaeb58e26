import { isRecord } from '../../contract/resolve-reference.ts';
import { Failed, type Failure, Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { describe, prepare, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { callAlone, isFull, isRefused } from './lawful-refusals.ts';
import { toKey } from './ledger.ts';
import { listNamed, showWrite } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { explainDifference } from './site-differences.ts';
import { tryUpdateRoute } from './trials.ts';

export interface Variant {
  locale: string;
  pathname: string;
}

/** A route with its expected values. */
export interface ExpectedRoute {
  id: string;
  pathname: string;
  localizedVariants: Variant[];
}

/** Number of other sites to try if a site accepts no more routes. */
const mostSites = 3;

export interface RouteInput {
  pathname: string;
  localizedVariants?: Variant[];
}

export interface MadeRoute {
  expected: ExpectedRoute;
  body: Record<string, unknown>;
  sent: Sent;
}

export async function createRoute(
  scope: Scope,
  siteId: string,
  input: RouteInput,
  query = '',
): Promise<MadeRoute> {
  const request = { operation: 'createRoute', body: input, query } as const;
  const sent = await callAlone(scope, { ...request, path: { siteId } });
  if (!isRefused(sent) || !(await isSiteFull(scope, siteId)))
    return enterRoute(scope, siteId, sent, input);
  // A site may have a maximum number of routes; another site may have room.
  for (const site of listSitesWithRoom(scope, siteId)) {
    const other = await callAlone(scope, { ...request, path: { siteId: site } });
    if (!isRefused(other)) return enterRoute(scope, site, other, input);
  }
  throw new Inconclusive(
    'no site accepts more routes: what was accepted earlier in this run is now refused; the interface does not document limits',
  );
}

export function isSiteFull(scope: Scope, siteId: string): Promise<boolean> {
  const taken = scope.run.ledger.inventory.filter(
    ({ kind, parent }) => kind === 'route' && parent === siteId,
  ).length;
  return isFull(scope, { operation: 'createRoute', path: { siteId }, taken }, (again, body) => {
    if (isRecord(body) && typeof body['pathname'] === 'string')
      enterRoute(scope, siteId, again, { pathname: body['pathname'] });
  });
}

/** Sites of the run that nothing else depends on, those with the fewest routes first. */
export function listSitesWithRoom({ run }: Scope, full: string): string[] {
  const routes = run.ledger.inventory.filter(({ kind }) => kind === 'route');
  const count = (id: string) => routes.filter(({ parent }) => parent === id).length;
  return [...run.ledger.sites.values()]
    .filter(({ id, workspace }) => id !== full && workspace === run.options.workspace)
    .map(({ id }) => id)
    .sort((one, other) => count(one) - count(other))
    .slice(0, mostSites);
}

export function enterRoute(
  { run }: Scope,
  siteId: string,
  sent: Sent,
  input: RouteInput,
): MadeRoute {
  const body = requireSuccess(run, sent, 'a valid route');
  const { id } = body;
  if (typeof id !== 'string') {
    throw new Failed({
      requirement: 'route-shape',
      message: 'a valid route got a response without an id',
      expected: 'a Route with an id',
      received: describe(body),
      exchange: run.show(sent),
    });
  }
  run.ledger.add({ kind: 'route', id, label: input.pathname, parent: siteId });
  return {
    expected: { id, pathname: input.pathname, localizedVariants: input.localizedVariants ?? [] },
    body,
    sent,
  };
}

/** A route that a check needs as a precondition. */
export function prepareRoute(
  scope: Scope,
  siteId: string,
  input: RouteInput,
): Promise<ExpectedRoute> {
  return prepare('a route', async () => (await createRoute(scope, siteId, input)).expected);
}

export async function updateRoute(
  scope: Scope,
  route: ExpectedRoute,
  change: Partial<RouteInput>,
  query = '',
): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const sent = await callAlone(scope, {
    operation: 'updateRoute',
    path: { routeId: route.id },
    body: change,
    query,
  });
  const body = requireSuccess(
    scope.run,
    sent,
    `updating ${Object.keys(change).join(' and ') || 'nothing'}`,
  );
  Object.assign(route, change);
  return { body, sent };
}

export function compareRoute(
  { run, fail }: Pick<Scope, 'run' | 'fail'>,
  received: Record<string, unknown>,
  expected: ExpectedRoute,
  what: string,
  sent: Sent,
): void {
  const named = listNamed(sent);
  const report = (place: string, wanted: unknown, got: unknown) => {
    const [field = place] = place.split('/');
    const isSent = field in named;
    const value = place === field ? wanted : expected.localizedVariants;
    const relation = isSent
      ? 'what was sent'
      : sent.request.method === 'POST'
        ? 'the default'
        : 'what was last written';
    const isRead = Object.keys(named).length === 0;
    fail({
      ...(relation === 'what was last written' && {
        requirement: isRead ? 'writes-last' : 'update-route-changes-what-is-named',
      }),
      message: `${what}: ${place} is not ${relation}${explainDifference(wanted, got)}`,
      expected: describe(wanted),
      received: describe(got),
      pointer: `/${place}`,
      exchange: run.show(sent),
      ...(isSent ? {} : showWrite(run, expected.id, field, value, sent)),
    });
  };
  const { id, pathname, localizedVariants } = received;
  if (typeof id !== 'string' || toKey(id) !== toKey(expected.id)) report('id', expected.id, id);
  if (pathname !== expected.pathname) report('pathname', expected.pathname, pathname);
  compareVariants(localizedVariants, expected.localizedVariants, report);
}

/** Compares variants. Additional fields of a variant are allowed. */
function compareVariants(
  received: unknown,
  expected: readonly Variant[],
  report: (place: string, wanted: unknown, got: unknown) => void,
): void {
  if (!Array.isArray(received) || received.length !== expected.length) {
    report('localizedVariants', expected, received);
    return;
  }
  for (const [at, variant] of expected.entries()) {
    const item: unknown = received[at];
    for (const field of ['locale', 'pathname'] as const) {
      const got: unknown =
        typeof item === 'object' && item !== null ? Reflect.get(item, field) : undefined;
      if (got !== variant[field]) report(`localizedVariants/${at}/${field}`, variant[field], got);
    }
  }
}

/**
 * Reads a route with an update that changes nothing. If the target refuses it, sends the route's own variants, which at
 * least returns the pathname.
 */
export async function readRoute(
  scope: Scope,
  route: ExpectedRoute,
): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const empty = await tryUpdateRoute(scope, route.id, {});
  if (isSuccess(empty))
    return { body: requireSuccess(scope.run, empty, 'an empty update'), sent: empty };
  const same = await tryUpdateRoute(scope, route.id, {
    localizedVariants: route.localizedVariants,
  });
  if (!isRefused(same) || !isRefused(empty))
    return { body: requireSuccess(scope.run, same, 'a no-op update'), sent: same };
  // The target may refuse an update that changes nothing. An update of the pathname at least returns the variants.
  const pathname = scope.pathname();
  const changed = await tryUpdateRoute(scope, route.id, { pathname });
  if (!isSuccess(changed))
    return { body: requireSuccess(scope.run, same, 'a no-op update'), sent: same };
  route.pathname = pathname;
  return { body: requireSuccess(scope.run, changed, 'an update'), sent: changed };
}

export async function expectRoute(scope: Scope, route: ExpectedRoute, what: string): Promise<void> {
  try {
    const { body, sent } = await readRoute(scope, route);
    compareRoute(scope, body, route, what, sent);
  } catch (error) {
    if (error instanceof Failed) throw toUnreadable(scope, route, what, error.failure);
    throw error;
  }
}

/** A failure for a route that was created but cannot be read, with the request that created it. */
function toUnreadable(
  { run }: Scope,
  { id }: ExpectedRoute,
  what: string,
  failure: Failure,
): Failed {
  const status = failure.exchange?.reply?.status;
  const state = status === 404 || status === 410 ? 'no longer exists' : 'cannot be read';
  return new Failed({
    ...failure,
    message: `${what} ${state}: ${failure.message}`,
    expected: 'the route, as it was last written',
    ...showWrite(run, id, 'id', id),
  });
}
