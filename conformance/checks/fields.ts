import { type Contract, type Operation, type Schema, successReply } from '../../contract/index.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { call, formatValue, isRefused, requireSuccess, sendProbe } from '../model/call.ts';
import { createdKinds, listNamed, recordWrite, toId } from '../model/ledger.ts';
import { enterSite, toInput } from '../model/records.ts';
import type { Check, Scope } from '../model/scope.ts';
import { borrow, makeRoute } from '../model/shared.ts';
import { Inconclusive } from '../outcomes.ts';
import { isSuccess } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { fillParameters, listPathSites } from './refusals/judge-refusal.ts';

/** Fields with hand-written checks, which test more than whether they are returned as sent. */
const known = ['name', 'hostUrl', 'locale', 'pathname', 'localizedVariants', 'url', 'eventType'];

/** Checks that every field that is added to both the request and the response of an operation is returned as sent. */
export function createFurtherFieldChecks({ operations }: Contract): Check[] {
  return operations.flatMap((operation) =>
    Object.keys(operation.requestBody?.schema.properties ?? {})
      .filter((field) => field in listShown(operation) && !known.includes(field))
      .map(
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
          run: (scope) => borrow(scope, 1, ({ id }) => expectField(scope, operation, field, id)),
        }),
      ),
  );
}

/** The fields of the response, which tell operations on the same kind of record from others. */
function listShown(operation: Operation): Record<string, Schema> {
  return successReply(operation).schema.properties ?? {};
}

const nameRecord = (operation: Operation) => Object.keys(listShown(operation)).join(' ');

async function expectField(
  scope: Scope,
  operation: Operation,
  field: string,
  siteId: string,
): Promise<void> {
  const { run } = scope;
  const path = await fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return run.options.workspace;
    return name === 'siteId' ? siteId : (await makeRoute(scope)).id;
  });
  const sent = await sendWith(scope, operation, path, field);
  const received = requireSuccess(run, sent, `a request with ${field}`);
  const compare = (shown: Record<string, unknown>, by: Sent, what: string): boolean => {
    const wanted = listNamed(sent)[field];
    if (JSON.stringify(shown[field]) === JSON.stringify(wanted)) return true;
    scope.fail({
      message: `${field} is not ${what}`,
      expected: formatValue(wanted),
      received: formatValue(shown[field]),
      pointer: `/${field}`,
      exchange: run.show(by),
    });
    return false;
  };
  const isKept = compare(received, sent, 'what was sent');
  // Without fields, an update returns the current record.
  const update = run.contract.operations.find(
    (other) => other.method === 'PATCH' && nameRecord(other) === nameRecord(operation),
  );
  if (!isKept || update === undefined) return;
  const again = await sendProbe(scope, update.id, String(received['id']), {});
  if (isSuccess(again))
    compare(requireSuccess(run, again, 'an empty update'), again, 'kept by an empty update');
}

/**
 * Sends a field with all others, because the interface does not say which ones an update needs.
 * @throws Inconclusive if a request without the field is refused too
 */
async function sendWith(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  field: string,
): Promise<Sent> {
  const makeBody = () => createFreshBody(operation, scope.unique(), scope.run.domain);
  const send = async (body: object): Promise<Sent> => {
    const sent = await call(scope, { operation: operation.id, path, body, intent: 'probe' });
    enter(scope, operation, sent);
    return sent;
  };
  const sent = await send(makeBody());
  const { [field]: _, ...others } = makeBody();
  if (isRefused(sent) && isRefused(await send(others)))
    throw new Inconclusive(`a request without ${field} is refused as well`);
  return sent;
}

/** Records in the ledger what the list must show from now on. */
function enter({ run }: Scope, operation: Operation, sent: Sent): void {
  if (!isSuccess(sent)) return;
  const input = toInput(sent);
  if (createdKinds[operation.id] === 'site') enterSite({ run }, sent, input, run.options.workspace);
  const site = run.ledger.sites.get(toId(sent.reply?.json) ?? '');
  if (site !== undefined) recordWrite(site, input, sent);
}
