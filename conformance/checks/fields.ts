import { type Contract, type Operation, type Schema, successReply } from '../../contract/index.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { matchDigits } from '../data/texts.ts';
import { createdKinds, listNamed, recordWrite, toId } from '../model/ledger.ts';
import { matchNames } from '../model/names.ts';
import { enterSite, toInput } from '../model/records.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { attempt, isRefused } from '../model/send.ts';
import { borrow, makeRoute } from '../model/shared.ts';
import { Inconclusive } from '../results.ts';
import { describe, probe, requireSuccess } from '../runner/call.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
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

const toKind = (operation: Operation) => Object.keys(listShown(operation)).join(' ');

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
      expected: describe(wanted),
      received: describe(shown[field]),
      pointer: `/${field}`,
      exchange: run.show(by),
    });
    return false;
  };
  const isKept = compare(received, sent, 'what was sent');
  // Without fields, an update returns the current record.
  const update = run.contract.operations.find(
    (other) => other.method === 'PATCH' && toKind(other) === toKind(operation),
  );
  if (!isKept || update === undefined) return;
  const again = await attempt(scope, update.id, String(received['id']), {});
  if (isSuccess(again))
    compare(requireSuccess(run, again, 'an empty update'), again, 'kept by an empty update');
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
): Promise<Sent> {
  const required = operation.requestBody?.schema.required ?? [];
  const sendOnly = async (isSent: (name: string) => boolean): Promise<Sent> => {
    const whole = createFreshBody(operation, scope.unique(), scope.run.domain);
    const body = Object.fromEntries(Object.entries(whole).filter(([name]) => isSent(name)));
    const sent = await probe(scope, { operation: operation.id, path, body });
    enter(scope, operation, sent);
    return sent;
  };
  const first = await sendOnly((name) => name === field || required.includes(name));
  if (!isRefused(first)) return first;
  const full = await sendOnly(() => true);
  if (!isRefused(full)) return full;
  const other = await sendOnly((name) => name !== field && required.includes(name));
  if (isRefused(other)) throw new Inconclusive(`a request without ${field} is refused as well`);
  return first;
}

/** Records in the ledger what the list must show from now on. */
function enter({ run }: Scope, operation: Operation, sent: Sent): void {
  if (!isSuccess(sent)) return;
  const input = toInput(sent);
  if (createdKinds[operation.id] === 'site') enterSite({ run }, sent, input, run.options.workspace);
  const site = run.ledger.sites.get(toId(sent.reply?.json) ?? '');
  if (site !== undefined) recordWrite(site, input, sent);
}

/** Statuses for refusals that depend on the state of the target, not on the text: a conflict, a lock, a rate limit. */
const otherReasons = [409, 423, 429];

/**
 * Rules for texts are undocumented, but they belong to a field, not an operation: a name that one operation accepts must be
 * accepted by all.
 */
export function createSiblingChecks({ operations, document }: Contract): Check[] {
  return operations.flatMap((operation): Check[] => {
    const siblings = operations.filter(
      (other) => listShared(document, operation, other).length > 0,
    );
    if (siblings.length === 0) return [];
    const fields = new Set(siblings.flatMap((other) => listShared(document, operation, other)));
    const ids = siblings.map(({ id }) => id);
    return [
      {
        id: `${operation.id}/takes-what-other-operations-take`,
        title: 'A value that another operation accepts for the same field is accepted',
        operation: operation.id,
        level: 'SHOULD',
        requirements: ['texts-have-one-rule'],
        sends:
          'nothing: this check compares refused values with those that other operations accepted',
        expects: `no refusal of a value that ${ids.join(' or ')} accepted`,
        stage: 'verdict',
        writes: false,
        run: (scope) => judge(scope, operation.id, ids, fields),
      },
    ];
  });
}

/** The plain texts that both operations set in the same kind of record. Hosts and other URLs may also have to be unique. */
function listShared(document: OpenApiDocument, one: Operation, other: Operation): string[] {
  if (one === other || toKind(one) !== toKind(other)) return [];
  const others = other.requestBody?.schema.properties ?? {};
  return Object.entries(one.requestBody?.schema.properties ?? {}).flatMap(([field, schema]) => {
    const { type, format } = resolveReference<Schema>(document, { ...schema });
    return type === 'string' && format === undefined && field in others ? [field] : [];
  });
}

/** A text of a request. */
interface Trial {
  entry: JournalEntry;
  field: string;
  text: string;
  /** The text with its unique part replaced, which identifies it in other requests. */
  form: string;
  /** Whether it is the only possible reason for a refusal. */
  isOnly: boolean;
}

/** Replaces the unique part of a text. Requests never contain the placeholder. */
function toForm(run: Run, text: string): string {
  const sign = '<unique>';
  return text.replaceAll(matchNames(run.mark), sign).replaceAll(matchDigits(run.mark), sign);
}

function listTrials(run: Run, fields: ReadonlySet<string>): Trial[] {
  return run.journal.entries.flatMap((entry) => {
    const { intent, sent } = entry;
    if (intent !== 'valid' && intent !== 'probe') return [];
    const query = sent.request.path.split('?')[1] ?? '';
    const filled = Object.entries(listNamed(sent)).filter(
      ([, value]) => !(Array.isArray(value) && value.length === 0),
    );
    return filled.flatMap(([field, text]) => {
      if (typeof text !== 'string' || !fields.has(field)) return [];
      const form = JSON.stringify([field, toForm(run, text), query]);
      return [{ entry, field, text, form, isOnly: filled.length === 1 }];
    });
  });
}

function judge(
  { run, fail }: Scope,
  id: string,
  siblings: readonly string[],
  fields: ReadonlySet<string>,
): void {
  const trials = listTrials(run, fields);
  const accepted = trials.filter(({ entry }) => isSuccess(entry.sent));
  const own = trials.filter(({ entry, isOnly }) => entry.operation.id === id && isOnly);
  if (!run.journal.entries.some(({ operation, sent }) => operation.id === id && isSuccess(sent)))
    throw new Inconclusive('no request to this operation succeeded');
  for (const { entry, field, text, form } of own) {
    if (!isRefused(entry.sent) || otherReasons.includes(entry.sent.reply?.status ?? 0)) continue;
    // If a field is never accepted alone, the reason for a refusal is that another field is missing.
    if (!own.some((other) => other.field === field && accepted.includes(other))) continue;
    // A repeated text may be refused as a duplicate, and plain texts have other checks.
    const isPlain = !form.includes('<unique>') || /^\/?<unique>\/?$/.test(toForm(run, text));
    if (isPlain || accepted.some((other) => other.text === text)) continue;
    const example = accepted.find(
      (other) => other.form === form && siblings.includes(other.entry.operation.id),
    );
    if (example === undefined) continue;
    fail({
      message: `a ${field} that ${example.entry.operation.id} accepts is refused (${[...text].length} characters)`,
      expected: `success, as in ${example.entry.operation.id}`,
      received: `status ${entry.sent.reply?.status}`,
      pointer: `/${field}`,
      exchange: run.show(entry.sent),
      write: run.show(example.entry.sent),
    });
    return;
  }
}
