import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import {
  type Contract,
  type Operation,
  type Schema,
  successResponse,
} from '../../../contract/index.ts';
import { readAt } from '../../../contract/resolve-reference.ts';
import { resolveSchema } from '../../../contract/schema-fields.ts';
import { createValues } from '../../../contract/values/index.ts';
import { createFreshBody } from '../data/fresh-body.ts';
import { listExcesses } from '../data/invalid-bodies.ts';
import { call, formatValue, isRefused, requireSuccess, sendProbe } from '../model/call.ts';
import { createdKinds, listNamed, recordWrite, toId } from '../model/ledger.ts';
import { eventually } from '../model/read-lists.ts';
import { enterSite } from '../model/records.ts';
import type { Check, Scope } from '../model/scope.ts';
import { borrow, makeRoute } from '../model/shared.ts';
import { fillParameters, listPathSites } from './refusals/judge-refusal.ts';
import { requirementsOf } from './requirements-of.ts';

/** Fields with hand-written checks, which test more than whether they are returned as sent. */
const checkedByHand = [
  'name',
  'hostUrl',
  'locale',
  'pathname',
  'localizedVariants',
  'url',
  'eventType',
];

/** Checks that every field added to the request and the response of an operation is accepted, returned as sent, and kept. */
export function createFurtherFieldChecks(contract: Contract): Check[] {
  return contract.operations.flatMap((operation) =>
    Object.entries(operation.requestBody?.schema.properties ?? {})
      .filter(([field]) => field in listShown(operation) && !checkedByHand.includes(field))
      .map(([field, schema]): Check => {
        const values = listValues(contract, operation, field, schema);
        return {
          id: `${operation.id}/keeps-${field}`,
          title: `${field} is returned as sent, and kept`,
          operation: operation.id,
          level: 'MUST',
          requirements: [requirementsOf(operation.id).shape, 'texts-come-back-unchanged'],
          sends: `valid requests in which ${field} ${values.map(([words]) => words).join(', ')}; after each, an update without fields and a read, if the document has them`,
          expects: `success, and ${field} as sent, in all responses`,
          stage: 'calls',
          writes: true,
          ...(createdKinds[operation.id] === 'site' ? { creates: values.length } : {}),
          uses: [...new Set([...listPathSites(operation), 'original', 'subject'])],
          run: (scope) =>
            borrow(scope, 1, async ({ id }) => {
              for (const [words, value] of values)
                await expectField(scope, operation, [field, value, words], id);
            }),
        };
      }),
  );
}

/** The value of a field in the examples, and those at the bounds of its schema, as far as they are valid. */
function listValues(
  { document, validators }: Contract,
  operation: Operation,
  field: string,
  fieldSchema: Schema,
): (readonly [words: string, value: unknown])[] {
  const body = createFreshBody(operation, 'x');
  const documented = body[field];
  const schema = resolveSchema(document, fieldSchema);
  const example = documented ?? createValues(document).generate(fieldSchema, { name: field });
  const extremes = Object.values(listExcesses({ schema, example }, 0)).flat();
  const values = extremes.map(([words, change]) => [words, change(example)] as const);
  const usual = documented === undefined ? 'is any valid one' : 'is as in the examples';
  return [[usual, example] as const, ...values].filter(
    ([, value]) =>
      value !== undefined &&
      validators.body(operation.id)({ ...body, [field]: value }).length === 0,
  );
}

/** The fields of the response, which tell operations on the same kind of record from others. */
function listShown(operation: Operation): Record<string, Schema> {
  return successResponse(operation).schema.properties ?? {};
}

const nameRecord = (operation: Operation) => Object.keys(listShown(operation)).join(' ');

async function expectField(
  scope: Scope,
  operation: Operation,
  [field, value, words]: readonly [string, unknown, string],
  siteId: string,
): Promise<void> {
  const { run } = scope;
  const path = await fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return run.options.workspace;
    return name === 'siteId' ? siteId : (await makeRoute(scope)).id;
  });
  const sent = await sendWith(scope, operation, path, [field, value]);
  const received = requireSuccess(run, sent, `a request in which ${field} ${words}`);
  const show = ({ reply }: Sent) => formatValue(readAt(reply?.json, [field]));
  const isKept = (by: Sent) => !isSuccess(by) || show(by) === formatValue(value);
  const judge = (by: Sent, where = '') => {
    if (isKept(by)) return;
    // Reported once, not for each list that shows it.
    run.ledger.sites.get(toId(received) ?? '')?.uncertain.add(field);
    throw new Failed({
      message: `${field} is not what was sent${where}`,
      expected: formatValue(value),
      received: show(by),
      pointer: `/${field}`,
      exchange: run.show(by),
    });
  };
  judge(sent);
  for (const reader of run.contract.operations) {
    if (!/GET|PATCH/.test(reader.method) || nameRecord(reader) !== nameRecord(operation)) continue;
    // Without fields, an update returns the current record.
    const body = reader.method === 'PATCH' ? {} : undefined;
    const read = () => sendProbe(scope, reader.id, String(received['id']), body);
    judge(await eventually(scope, read, isKept), `, as ${reader.id} shows later`);
  }
}

/**
 * Sends a field with all others, because the interface does not say which ones an update needs.
 * @throws Inconclusive if a request without the field is refused too
 */
async function sendWith(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  [field, value]: readonly [string, unknown],
): Promise<Sent> {
  const makeBody = () => createFreshBody(operation, scope.unique(), scope.run.domain);
  const send = async (body: object): Promise<Sent> => {
    const sent = await call(scope, { operation: operation.id, path, body, intent: 'probe' });
    enter(scope, operation, sent);
    return sent;
  };
  const sent = await send({ ...makeBody(), [field]: value });
  const { [field]: _, ...bodyWithout } = makeBody();
  if (isRefused(sent) && isRefused(await send(bodyWithout)))
    throw new Inconclusive(`a request without ${field} is refused as well`);
  return sent;
}

/** Records in the ledger what the list must show from now on. */
function enter({ run }: Scope, operation: Operation, sent: Sent): void {
  if (!isSuccess(sent)) return;
  const named = listNamed(sent);
  if (createdKinds[operation.id] === 'site') enterSite({ run }, sent, named, run.options.workspace);
  const site = run.ledger.sites.get(toId(sent.reply?.json) ?? '');
  if (site !== undefined) recordWrite(site, named, sent);
}
