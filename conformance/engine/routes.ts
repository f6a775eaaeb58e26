import { Failed, type Scope } from './check.ts';
import { isSuccess } from './journal.ts';
import { toKey } from './ledger.ts';
import { call, describe, prepare, requireSuccess } from './run.ts';
import { explainDifference } from './sites.ts';
import type { Sent } from './target.ts';

export interface Variant {
  locale: string;
  pathname: string;
}

/** A route as it has to be. */
export interface ExpectedRoute {
  id: string;
  pathname: string;
  localizedVariants: Variant[];
}

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
  const sent = await call(scope, {
    operation: 'createRoute',
    path: { siteId },
    body: input,
    query,
  });
  return enterRoute(scope, siteId, sent, input);
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
      message: 'a valid route was answered without an id',
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

/** A route that a check needs before it can ask what it is about. */
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
  const sent = await call(scope, {
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
  const report = (field: string, wanted: unknown, got: unknown) =>
    fail({
      message: `${what}: ${field} is not what it has to be${explainDifference(wanted, got)}`,
      expected: describe(wanted),
      received: describe(got),
      pointer: `/${field}`,
      exchange: run.show(sent),
    });
  const { id, pathname, localizedVariants } = received;
  if (typeof id !== 'string' || toKey(id) !== toKey(expected.id)) report('id', expected.id, id);
  if (pathname !== expected.pathname) report('pathname', expected.pathname, pathname);
  compareVariants(localizedVariants, expected.localizedVariants, report);
}

/** Further fields of a variant are lawful. */
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
 * Reads a route back by an update that changes nothing. Where such an update is refused, one that sends the variants that
 * the route has shows the pathname at least.
 */
export async function readRoute(
  scope: Scope,
  route: ExpectedRoute,
): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const empty = await call(scope, {
    operation: 'updateRoute',
    path: { routeId: route.id },
    body: {},
    intent: 'probe',
  });
  if (isSuccess(empty))
    return { body: requireSuccess(scope.run, empty, 'an empty update'), sent: empty };
  const same = await call(scope, {
    operation: 'updateRoute',
    path: { routeId: route.id },
    body: { localizedVariants: route.localizedVariants },
    intent: 'probe',
  });

  return { body: requireSuccess(scope.run, same, 'an update that changes nothing'), sent: same };
}

export async function expectRoute(scope: Scope, route: ExpectedRoute, what: string): Promise<void> {
  const { body, sent } = await readRoute(scope, route);
  compareRoute(scope, body, route, what, sent);
}
