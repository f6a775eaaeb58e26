import type { Contract, Operation } from '../../contract/index.ts';
import { successReply } from '../../contract/index.ts';
import { isRecord } from '../data/json-path.ts';
import { isRefused } from '../model/lawful-refusals.ts';
import { matchNames } from '../model/names.ts';
import { listNamed } from '../model/record-writes.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';

/** Texts whose rules hold for the field, whichever operation sets it. Hosts and addresses may be taken, or have to be free. */
const fields = ['name', 'pathname'] as const;

/** Refused for the state of the target, and not for the text: a conflict, a lock, a limit of the rate. */
const otherReasons = [409, 423, 429];

/**
 * Rules for texts are not shown, but those of a field are hardly those of one operation: what one takes for a name, the
 * others take as well.
 */
export function createSiblingChecks({ operations }: Contract): Check[] {
  return operations.flatMap((operation) => {
    const siblings = operations.filter((other) => listShared(operation, other).length > 0);
    if (siblings.length === 0) return [];
    return [
      {
        id: `${operation.id}/takes-what-other-operations-take`,
        title: 'A value that another operation accepts for the same field is accepted',
        operation: operation.id,
        level: 'SHOULD',
        requirements: ['texts-have-one-rule'],
        sends:
          'nothing: this check compares the values that were refused with those that other operations accepted',
        expects: `no refusal of a value that ${siblings.map(({ id }) => id).join(' or ')} accepted`,
        stage: 'verdict',
        writes: false,
        run: (scope) => judge(scope, operation, siblings),
      } satisfies Check,
    ];
  });
}

/** The text fields that both set in a resource of one kind. */
function listShared(one: Operation, other: Operation): string[] {
  if (one === other || toSchemaTitle(one) !== toSchemaTitle(other)) return [];
  return fields.filter((field) =>
    [one, other].every(({ requestBody }) => requestBody?.schema.properties?.[field] !== undefined),
  );
}

function toSchemaTitle(operation: Operation): string {
  return Object.keys(successReply(operation).schema.properties ?? {}).join(' ');
}

function judge(scope: Scope, operation: Operation, siblings: readonly Operation[]): void {
  const { run } = scope;
  const own = run.journal.entries.filter((entry) => entry.operation.id === operation.id);
  if (!own.some(({ sent }) => isSuccess(sent)))
    throw new Inconclusive('no request to this operation succeeded');
  const taken = new Map<string, JournalEntry>();
  const texts = new Set<string>();
  for (const entry of run.journal.entries) {
    if (!isSuccess(entry.sent)) continue;
    const found = findText(entry);
    if (found === undefined) continue;
    texts.add(found.text);
    if (siblings.some(({ id }) => id === entry.operation.id)) taken.set(toForm(run, found), entry);
  }
  for (const entry of own) {
    const found = findText(entry);
    if (found === undefined || !isRefused(entry.sent)) continue;
    if (otherReasons.includes(entry.sent.reply?.status ?? 0)) continue;
    const form = toForm(run, found);
    const example = taken.get(form);
    // A repeated text may be refused as a duplicate; other checks cover plain texts.
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

/** The text of a request that may be refused for that text alone. */
function findText({ intent, sent }: JournalEntry): Found | undefined {
  if (intent !== 'valid' && intent !== 'probe') return undefined;
  const named = Object.entries(listNamed(sent)).filter(
    ([, value]) => !(Array.isArray(value) && value.length === 0),
  );
  const [[field, text] = ['', undefined], ...others] = named;
  if (others.length > 0 || typeof text !== 'string' || isRecord(text)) return undefined;
  if (!fields.some((known) => known === field)) return undefined;
  return { field, text, query: sent.request.path.split('?')[1] ?? '' };
}

/** A text with a sign in place of what makes it unique. */
function toForm(run: Run, { field, text, query }: Found): string {
  return JSON.stringify([field, replaceUnique(run, text), query]);
}

function replaceUnique(run: Run, text: string): string {
  return text.replaceAll(matchNames(run.mark), sign).replaceAll(String(run.mark), sign);
}

/** Stands for what is unique. Nothing that is sent has it. */
const sign = '<unique>';

/** Neither unique nor of another form than every request has. */
function isPlain(run: Run, text: string): boolean {
  const form = replaceUnique(run, text);
  return !form.includes(sign) || [sign, `/${sign}`, `/${sign}/`].includes(form);
}
