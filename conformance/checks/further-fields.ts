import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { createdKinds } from '../model/inventory.ts';
import { toKey } from '../model/ledger.ts';
import { prepareRoute } from '../model/routes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { takeTurn, useOriginal, useSubject } from '../model/shared.ts';
import { enterSite } from '../model/sites.ts';
import { call, describe, requireSuccess } from '../runner/run.ts';
import { listPathSites } from './refusals/judge-refusal.ts';

/** Fields that have checks of their own, which know more of them than that they come back. */
const known = ['name', 'hostUrl', 'locale', 'pathname', 'localizedVariants', 'url', 'eventType'];

/**
 * A field that a request and its reply share comes back as it was sent. Checks written by hand hold that for the fields of
 * today; one that is added to the document is held to it from then on.
 */
export function createFurtherFieldChecks({ operations }: Contract): Check[] {
  return operations.flatMap((operation) =>
    listFurther(operation).map(
      (field): Check => ({
        id: `${operation.id}/keeps-${field}`,
        title: `${field} is returned as sent`,
        operation: operation.id,
        level: 'MUST',
        requirements: [operationRequirements[operation.id].shape, 'texts-come-back-unchanged'],
        sends: `a valid request with ${field}, with the value from the examples of the document`,
        expects: `success, and ${field} as sent`,
        stage: 'calls',
        writes: true,
        ...(createdKinds[operation.id] === 'site' ? { creates: 1 } : {}),
        uses: [...new Set([...listPathSites(operation), 'original', 'subject'])],
        run: (scope) => takeTurn(scope, 'subject', () => expectField(scope, operation, field)),
      }),
    ),
  );
}

export function listFurther(operation: Operation): string[] {
  const shown = successReply(operation).schema.properties ?? {};
  return Object.keys(operation.requestBody?.schema.properties ?? {}).filter(
    (field) => field in shown && !known.includes(field),
  );
}

async function expectField(scope: Scope, operation: Operation, field: string): Promise<void> {
  const unique = scope.unique();
  const body = createFreshBody(operation, unique, scope.run.domain);
  const path = await makePath(scope, operation);
  const sent = await call(scope, { operation: operation.id, path, body });
  const received = requireSuccess(scope.run, sent, `a request with ${field}`);
  enter(scope, operation, received, sent, body);
  if (JSON.stringify(received[field]) === JSON.stringify(body[field])) return;
  scope.fail({
    message: `${field} is not what was sent`,
    expected: describe(body[field]),
    received: describe(received[field]),
    pointer: `/${field}`,
    exchange: scope.run.show(sent),
  });
}

/** Records that may be changed: those that refused requests are aimed at may not. */
async function makePath(scope: Scope, { parameters }: Operation): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const { name, in: place } of parameters) {
    if (place !== 'path') continue;
    if (name === 'workspaceId') path[name] = scope.run.options.workspace;
    else if (name === 'siteId') path[name] = (await useSubject(scope)).id;
    else {
      const original = await useOriginal(scope);
      path[name] = (await prepareRoute(scope, original.id, { pathname: scope.pathname() })).id;
    }
  }
  return path;
}

/** What was created or changed is what the list has to show from now on. */
function enter(
  scope: Scope,
  operation: Operation,
  received: Record<string, unknown>,
  sent: Parameters<typeof enterSite>[1],
  body: Record<string, unknown>,
): void {
  const { workspace } = scope.run.options;
  const { name, hostUrl } = body;
  const input = {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof hostUrl === 'string' ? { hostUrl } : {}),
  };
  if (createdKinds[operation.id] === 'site')
    enterSite(scope, sent, input, workspace, 'a site with every field');
  const id = typeof received['id'] === 'string' ? toKey(received['id']) : '';
  const site = scope.run.ledger.sites.get(id);
  if (site !== undefined) Object.assign(site, input);
}
