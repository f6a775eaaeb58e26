import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { isRefused } from '../model/lawful-refusals.ts';
import { toKey } from '../model/ledger.ts';
import { createdKinds } from '../model/record-writes.ts';
import { prepareRoute } from '../model/routes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { takeTurn, useOriginal, useSubject } from '../model/shared.ts';
import { enterSite } from '../model/sites.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { describe, probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { fillParameters, listPathSites } from './refusals/judge-refusal.ts';
import { toSchemaTitle } from './siblings.ts';

/** Fields with hand-written checks, which test more than whether they are returned as sent. */
const known = ['name', 'hostUrl', 'locale', 'pathname', 'localizedVariants', 'url', 'eventType'];

/**
 * Checks that a field in both the request and the response is returned as sent. Hand-written checks cover the current fields;
 * these cover every field that is added to the document.
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
        sends: `a valid request with ${field}, with the value from the examples of the document, then an update without fields`,
        expects: `success, and ${field} as sent, in both responses`,
        stage: 'calls',
        writes: true,
        ...(createdKinds[operation.id] === 'site' ? { creates: 1 } : {}),
        uses: [...new Set([...listPathSites(operation), 'original', 'subject'])],
        run: (scope) => takeTurn(scope, 'subject', () => expectField(scope, operation, field)),
      }),
    ),
  );
}

function listFurther(operation: Operation): string[] {
  const shown = successReply(operation).schema.properties ?? {};
  return Object.keys(operation.requestBody?.schema.properties ?? {}).filter(
    (field) => field in shown && !known.includes(field),
  );
}

async function expectField(scope: Scope, operation: Operation, field: string): Promise<void> {
  const path = await makePath(scope, operation);
  const { sent, body } = await sendWith(scope, operation, path, field);
  const received = requireSuccess(scope.run, sent, `a request with ${field}`);
  enter(scope, operation, received, sent, body);
  const isKept = compareField(scope, field, { received, body, sent }, 'what was sent');
  const update = findUpdate(scope, operation);
  if (!isKept || update === undefined) return;
  const place = { [update.parameter]: String(received['id']) };
  const again = await probe(scope, { operation: update.id, path: place, body: {} });
  if (!isSuccess(again)) return;
  const kept = requireSuccess(scope.run, again, 'an empty update');
  compareField(scope, field, { received: kept, body, sent: again }, 'kept by an empty update');
}

/**
 * Sends a field with only the required ones first, then with all. The interface does not say which other fields and values
 * an update needs.
 * @throws Inconclusive if a request without the field is refused too
 */
async function sendWith(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  field: string,
) {
  const required = operation.requestBody?.schema.required ?? [];
  const send = async (isSent: (name: string) => boolean) => {
    const whole = createFreshBody(operation, scope.unique(), scope.run.domain);
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => isSent(name)));
    return { sent: await probe(scope, { operation: operation.id, path, body }), body };
  };
  const first = await send((name) => name === field || required.includes(name));
  if (!isRefused(first.sent)) return first;
  const full = await send(() => true);
  if (!isRefused(full.sent)) return full;
  const other = await send((name) => name !== field && required.includes(name));
  if (isRefused(other.sent))
    throw new Inconclusive(`a request without ${field} is refused as well`);
  const received = requireSuccess(scope.run, other.sent, `a request without ${field}`);
  enter(scope, operation, received, other.sent, other.body);
  return first;
}

interface Exchanged {
  received: Record<string, unknown>;
  body: Record<string, unknown>;
  sent: Sent;
}

function compareField(
  scope: Scope,
  field: string,
  { received, body, sent }: Exchanged,
  what: string,
): boolean {
  if (JSON.stringify(received[field]) === JSON.stringify(body[field])) return true;
  scope.fail({
    message: `${field} is not ${what}`,
    expected: describe(body[field]),
    received: describe(received[field]),
    pointer: `/${field}`,
    exchange: scope.run.show(sent),
  });
  return false;
}

/** Finds the update operation for the response of an operation. Without fields, an update returns the current record. */
function findUpdate({ run }: Scope, operation: Operation) {
  const update = run.contract.operations.find(
    (other) => other.method === 'PATCH' && toSchemaTitle(other) === toSchemaTitle(operation),
  );
  const parameter = update?.parameters.find(({ in: place }) => place === 'path')?.name;
  return update && parameter !== undefined ? { id: update.id, parameter } : undefined;
}

/** Path parameters for records that may change, unlike the records for refused requests. */
function makePath(scope: Scope, operation: Operation): Promise<Record<string, string>> {
  return fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return scope.run.options.workspace;
    if (name === 'siteId') return (await useSubject(scope)).id;
    const original = await useOriginal(scope);
    return (await prepareRoute(scope, original.id, { pathname: scope.pathname() })).id;
  });
}

/** Records in the ledger what the list must show from now on. */
function enter(
  scope: Scope,
  operation: Operation,
  received: Record<string, unknown>,
  sent: Sent,
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
