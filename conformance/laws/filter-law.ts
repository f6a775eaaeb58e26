import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { aRecordOf } from '../world/nouns.ts';
import { type ListPage, readIds, readPage, readPages, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { isState, writeItem } from '../world/write-requests.ts';
import type { Law, LawScope } from './law.ts';
import { listIds } from './list-ids.ts';
import { createReferences } from './other-references.ts';
import { hasPages } from './pages-join.ts';
import { countAll, readTotal } from './totals.ts';
import { tryToCreate } from './try-to-create.ts';

/** A filter with the value of one record. */
interface Selection {
  parameter: string;
  pointer: string;
  value: string | number | boolean;
  /** The record that the list must show. */
  record: Handle;
}

export const filterSelects: Law = {
  slug: 'filter-selects',
  sentence: ({ many }) => `A filter of the list of ${many} shows only those that match it.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => {
    const list = find('list')?.role.list;
    return list !== undefined && list.filters.size > 0;
  },
  async run(scope) {
    const { check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const second = await createOther(scope, handle);
    // A list that does not show the record without a filter is another fault, or a view.
    const listedIds = await listIds(scope, handle.parent);
    if (!listedIds.includes(toId(handle)))
      throw new Inconclusive(`the list does not show the new ${resource.name}`);
    let judged = 0;
    const listedRecords = [handle, second].filter((record) => listedIds.includes(toId(record)));
    for (const selection of listSelections(scope, listedRecords)) {
      const isJudged = await judgeSelection(scope, selection);
      if (isJudged) judged += 1;
    }
    if (!listedIds.includes(toId(second))) await judgeHidden(scope, handle, second);
    if (judged === 0) throw new Inconclusive('no filter has a value that a record shows');
  },
};

/** A list may leave out records in some states, such as archived ones, unless a client filters for those states. */
async function judgeHidden(scope: LawScope, listed: Handle, hidden: Handle): Promise<void> {
  const { world, check, resource, step } = scope;
  const states = listStates(scope, listed, hidden);
  const filters = listSelections(scope, [hidden]).filter(({ pointer }) => states.has(pointer));
  // The state that hides it may have no filter.
  if (filters.length === 0 || filters.length < states.size) return;
  const query = filters.map(({ parameter, value }) => [parameter, String(value)] as const);
  const pages = await readPages(world, check, step('list'), hidden.parent, undefined, query);
  const [first] = pages.pages;
  const isRead = pages.pages.every(({ sent }) => isDone(sent)) && !pages.isCut;
  const ids = pages.pages.flatMap(({ items }) => readIds(resource, items));
  if (first === undefined || !isRead || ids.includes(toId(hidden))) return;
  const values = query.map((pair) => pair.join('='));
  scope.fail({
    message: `the list shows ${aRecordOf(resource)} neither at all nor for ${values.join('&')}`,
    expected: toId(hidden),
    received: `${ids.length} other ${resource.plural}`,
    exchange: world.show(first.sent),
    ...(hidden.creation && { write: world.show(hidden.creation.sent) }),
  });
}

/** The states, which are enums and booleans, in which two records differ. */
function listStates({ world, step }: LawScope, first: Handle, second: Handle): Set<string> {
  const states = new Set<string>();
  for (const [name, field] of readRequestFields(world, step('create', 'upsert'))) {
    const isSame = first.creation?.item[name] === second.creation?.item[name];
    if (isState(field) && !isSame) states.add(`/${name}`);
  }
  return states;
}

function listSelections({ step }: LawScope, records: readonly Handle[]): Selection[] {
  const selections: Selection[] = [];
  for (const [parameter, pointer] of step('list').role.list?.filters ?? [])
    for (const record of records) {
      const { creation } = record;
      const value = readAt(creation?.shown ?? creation?.item, pointer);
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        selections.push({ parameter, pointer, value, record });
    }
  return selections;
}

/** @returns whether the service showed the list */
async function judgeSelection(scope: LawScope, selection: Selection): Promise<boolean> {
  const { world, check, resource, step } = scope;
  const { parameter, pointer, value, record } = selection;
  const query: [string, string][] = [[parameter, String(value)]];
  const listing = step('list');
  const { pages, isCut } = await readPages(world, check, listing, record.parent, undefined, query);
  const [first] = pages;
  if (first === undefined || pages.some(({ sent }) => !isDone(sent))) return false;
  const items = pages.flatMap((page) => page.items);
  const wrong = items.find((item) => isOther(readAt(item, pointer), value));
  const isMissing = !isCut && !readIds(resource, items).includes(toId(record));
  const noun = aRecordOf(resource);
  if (wrong !== undefined)
    failSelection(scope, selection, first, {
      message: `${parameter}=${value} shows ${noun} with another value`,
      received: JSON.stringify(readAt(wrong, pointer)),
    });
  else if (isMissing)
    failSelection(scope, selection, first, {
      message: `${parameter}=${value} does not show ${noun} that has this value`,
      received: `a list without ${toId(record)}`,
    });
  else if (!isCut) await judgeTotal(scope, selection, first, items.length);
  return true;
}

function failSelection(
  { world, fail }: LawScope,
  { pointer, value }: Selection,
  { sent }: ListPage,
  findings: { message: string; received: string },
): void {
  const expected = `those with ${JSON.stringify(value)} at ${pointer}, and no others`;
  fail({ expected, ...findings, exchange: world.show(sent) });
}

/** Clients show the pages of a filtered list by its total. */
async function judgeTotal(
  scope: LawScope,
  { parameter, value, record }: Selection,
  page: ListPage,
  count: number,
): Promise<void> {
  const { world, check, resource, step } = scope;
  const { list } = step('list').role;
  const total = readTotal(list, page);
  const isRight = total === undefined || total === count || total === page.items.length;
  if (isRight || !hasPages(scope)) return;
  // Another client may have created or deleted a record while the pages were read.
  const query: [string, string][] = [[parameter, String(value)]];
  const recount = await countAll(scope, record.parent, query);
  const again = await readPage(world, check, step('list'), record.parent, query);
  if (recount !== count || readTotal(list, again) !== total) return;
  scope.fail({
    message: `the total is ${total}, and ${count} ${resource.plural} have ${parameter}=${value}`,
    expected: String(count),
    received: String(total),
    pointer: list?.total ?? '',
    exchange: world.show(page.sent),
  });
}

/** Creates a record that differs in every field that a filter selects, as far as the service lets the client choose. */
async function createOther(scope: LawScope, { creation, parent }: Handle): Promise<Handle> {
  const { world, check, resource, records } = scope;
  const { item } = writeItem(world, scope.step('create', 'upsert'), resource, {
    before: creation?.shown,
  });
  const named = { ...item, ...(await createReferences(scope)) };
  const odd = { ...named, ...chooseOddTexts(scope) };
  for (const changes of [odd, named, item]) {
    const second = await tryToCreate(scope, changes, parent);
    if (second !== undefined) return second;
  }
  return records.create(check, resource, {}, parent);
}

/** Texts that a careless service decodes twice, or not at all, for the fields that filters select. */
function chooseOddTexts(scope: LawScope): Record<string, unknown> {
  const { world, resource, step } = scope;
  const filtered = new Set(step('list').role.list?.filters.values());
  const odd: Record<string, unknown> = {};
  for (const [name, field] of readRequestFields(world, step('create', 'upsert'))) {
    const pointer = `/${name}`;
    const isFree =
      field.type === 'string' && field.enum === undefined && field.format === undefined;
    const isNamed = resource.references.has(pointer) || resource.id.includes(pointer);
    const text = `a+b & 5% ${(world.mark + world.nextNumber()).toString(36)}`;
    const isUsable = filtered.has(pointer) && isFree && !isNamed;
    if (isUsable && world.values.isValid(field, text, 'request')) odd[name] = text;
  }
  return odd;
}

const isOther = (received: unknown, wanted: unknown): boolean =>
  (typeof received === 'string' || typeof received === 'number' || typeof received === 'boolean') &&
  !String(received).toLowerCase().includes(String(wanted).toLowerCase());
