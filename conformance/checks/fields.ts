import { type Contract, type Operation, type Schema, successReply } from '../../contract/index.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { matchDigits } from '../data/texts.ts';
import { isRefused } from '../model/lawful-refusals.ts';
import { toId } from '../model/ledger.ts';
import { matchNames } from '../model/names.ts';
import { createdKinds, listNamed } from '../model/record-writes.ts';
import { prepareRoute } from '../model/routes.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { takeTurn, useOriginal, useSubject } from '../model/shared.ts';
import { enterSite, toInput } from '../model/sites.ts';
import { Inconclusive } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { describe, probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { fillParameters, listPathSites } from './refusals/judge-refusal.ts';

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
  const input = toInput(body);
  if (createdKinds[operation.id] === 'site')
    enterSite(scope, sent, input, workspace, 'a site with every field');
  const site = scope.run.ledger.sites.get(toId(received) ?? '');
  if (site !== undefined) Object.assign(site, input);
}

/** Statuses for refusals that depend on the state of the target, not on the text: a conflict, a lock, a rate limit. */
const otherReasons = [409, 423, 429];

/**
 * Rules for texts are undocumented, but they belong to a field, not an operation: a name that one operation accepts must be
 * accepted by all.
 */
export function createSiblingChecks({ operations, document }: Contract): Check[] {
  return operations.flatMap((operation) => {
    const listOwn = (other: Operation) => listShared(document, operation, other);
    const siblings = operations.filter((other) => listOwn(other).length > 0);
    const fields = new Set(siblings.flatMap(listOwn));
    if (siblings.length === 0) return [];
    return [
      {
        id: `${operation.id}/takes-what-other-operations-take`,
        title: 'A value that another operation accepts for the same field is accepted',
        operation: operation.id,
        level: 'SHOULD',
        requirements: ['texts-have-one-rule'],
        sends:
          'nothing: this check compares refused values with those that other operations accepted',
        expects: `no refusal of a value that ${siblings.map(({ id }) => id).join(' or ')} accepted`,
        stage: 'verdict',
        writes: false,
        run: (scope) => judge(scope, operation, { siblings, fields }),
      } satisfies Check,
    ];
  });
}

/** The plain texts that both operations set in the same kind of resource. Hosts and other URLs may also have to be unique. */
function listShared(document: OpenApiDocument, one: Operation, other: Operation): string[] {
  if (one === other || toSchemaTitle(one) !== toSchemaTitle(other)) return [];
  const others = other.requestBody?.schema.properties ?? {};
  return Object.entries(one.requestBody?.schema.properties ?? {}).flatMap(([field, schema]) => {
    const { type, format } = resolveReference<Schema>(document, { ...schema });
    return type === 'string' && format === undefined && field in others ? [field] : [];
  });
}

/** Tells operations on the same kind of resource from others. */
function toSchemaTitle(operation: Operation): string {
  return Object.keys(successReply(operation).schema.properties ?? {}).join(' ');
}

/** Collects the accepted texts of an operation, and those of related operations by form. */
function listTaken(run: Run, { siblings, fields }: Shared) {
  const taken = new Map<string, JournalEntry>();
  const texts = new Set<string>();
  for (const entry of run.journal.entries) {
    if (!isSuccess(entry.sent)) continue;
    for (const found of listTexts(entry, fields)) {
      texts.add(found.text);
      if (siblings.some(({ id }) => id === entry.operation.id))
        taken.set(toForm(run, found), entry);
    }
  }
  return { taken, texts };
}

/** Operations that set some fields of the same kind of resource, and these fields. */
interface Shared {
  siblings: readonly Operation[];
  fields: ReadonlySet<string>;
}

function judge(scope: Scope, operation: Operation, shared: Shared): void {
  const { run } = scope;
  const own = run.journal.entries.filter((entry) => entry.operation.id === operation.id);
  if (!own.some(({ sent }) => isSuccess(sent)))
    throw new Inconclusive('no request to this operation succeeded');
  const { taken, texts } = listTaken(run, shared);
  const findText = (entry: JournalEntry) => findOnlyText(entry, shared.fields);
  // If a field is never accepted alone, the reason for a refusal is that another field is missing.
  const accepted = own.filter(({ sent }) => isSuccess(sent)).map(findText);
  const isEnough = ({ field }: Found) => accepted.some((text) => text?.field === field);
  for (const entry of own) {
    if (!isRefused(entry.sent)) continue;
    const found = findText(entry);
    if (found === undefined || !isEnough(found)) continue;
    if (otherReasons.includes(entry.sent.reply?.status ?? 0)) continue;
    const form = toForm(run, found);
    const example = taken.get(form);
    // A repeated text may be refused as a duplicate. Other checks cover plain texts.
    if (example === undefined || texts.has(found.text) || isPlain(run, found.text)) continue;
    scope.fail({
      message: `a ${found.field} that ${example.operation.id} accepts is refused (${[...found.text].length} characters)`,
      expected: `success, as in ${example.operation.id}`,
      received: `status ${entry.sent.reply?.status}`,
      pointer: `/${found.field}`,
      exchange: run.show(entry.sent),
      write: run.show(example.sent),
    });
    return;
  }
}

interface Found {
  field: string;
  text: string;
  query: string;
}

/** The texts of a request. If it succeeded, all of them were accepted. */
function listTexts({ intent, sent }: JournalEntry, fields: Shared['fields']): Found[] {
  if (intent !== 'valid' && intent !== 'probe') return [];
  const named = listNamed(sent);
  const query = sent.request.path.split('?')[1] ?? '';
  return [...fields].flatMap((field) => {
    const text = named[field];
    return typeof text === 'string' ? [{ field, text, query }] : [];
  });
}

/** The text of a request, if it is the only possible reason for a refusal. */
function findOnlyText(entry: JournalEntry, fields: Shared['fields']): Found | undefined {
  const filled = Object.values(listNamed(entry.sent)).filter(
    (value) => !(Array.isArray(value) && value.length === 0),
  );
  return filled.length === 1 ? listTexts(entry, fields)[0] : undefined;
}

/** Replaces the unique part of a text by a placeholder. */
function toForm(run: Run, { field, text, query }: Found): string {
  return JSON.stringify([field, replaceUnique(run, text), query]);
}

function replaceUnique(run: Run, text: string): string {
  return text.replaceAll(matchNames(run.mark), sign).replaceAll(matchDigits(run.mark), sign);
}

/** The placeholder for a unique part. Requests never contain it. */
const sign = '<unique>';

/** Whether a text has no unique part, or is in the usual form of all requests. */
function isPlain(run: Run, text: string): boolean {
  const form = replaceUnique(run, text);
  return !form.includes(sign) || [sign, `/${sign}`, `/${sign}/`].includes(form);
}
