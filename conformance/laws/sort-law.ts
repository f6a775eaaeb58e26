import type { Schema } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ListShape } from '../../contract/resources/model.ts';
import { readFields, readTypes } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readPages } from '../world/read-records.ts';
import { readRequestSchema } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawScope } from './law.ts';
import { tryToCreate } from './try-to-create.ts';

export const sortSorts: Law = {
  slug: 'sort-orders-the-list',
  sentence: ({ many }) => `The parameter that sorts the list of ${many} decides their order.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => {
    const sort = find('list')?.role.list?.sort;
    return sort !== undefined && sort.fields.size > 0;
  },
  async run(scope) {
    const sort = scope.step('list').role.list?.sort;
    if (sort === undefined) return;
    const parent = await fillSorted(scope, sort);
    // A second parameter decides the direction, whose default the document may not show.
    const directions = sort.direction === undefined ? [undefined] : ['asc', 'desc'];
    let judged = 0;
    for (const [value, { field, descending }] of sort.fields)
      for (const direction of directions) {
        const query: [string, string][] = [[sort.parameter, value]];
        if (direction !== undefined && sort.direction !== undefined)
          query.push([sort.direction, direction]);
        const falls = direction === 'desc' || (direction === undefined && descending);
        const isJudged = await judgeOrder(scope, parent, { query, field, falls });
        if (isJudged) judged += 1;
      }
    if (judged === 0) throw new Inconclusive(`no sorted list of ${scope.resource.plural} was read`);
  },
};

/** Values in an order that careless services change: as texts, 9 comes after 10. */
const numbers = [10, 9, 100];
const letters = ['m', 'b', 'x'];

/** Creates records that differ in the fields that sort the list, and one without those that are optional. */
async function fillSorted(
  scope: LawScope,
  { fields: rules }: NonNullable<ListShape['sort']>,
): Promise<Handle | undefined> {
  const { world, check, resource, records } = scope;
  const { parent } = await records.create(check, resource);
  const schema = readRequestSchema(world, scope.step('create', 'upsert'));
  const { fields, required } = readFields(world.contract.document, schema);
  const names = [...rules.values()].map(({ field }) => field.slice(1));
  const sortable = new Set(names.filter((name) => fields.has(name)));
  for (const [index] of numbers.entries()) {
    const changes: Record<string, unknown> = {};
    for (const name of sortable) {
      const value = chooseSortable(scope, fields.get(name) ?? {}, index);
      if (value !== undefined) changes[name] = value;
    }
    const varied = await tryToCreate(scope, changes, parent);
    if (varied === undefined) await records.create(check, resource, {}, parent);
  }
  const optional = [...sortable].filter((name) => !required.has(name));
  if (optional.length > 0) await records.create(check, resource, {}, parent, optional);
  return parent;
}

function chooseSortable({ world }: LawScope, field: Schema, index: number): unknown {
  const types = readTypes(field);
  const isText = types.includes('string') && field.format === undefined;
  const suffix = (world.mark + world.nextNumber()).toString(36);
  const value = isText ? `${letters[index]} ${suffix}` : numbers[index];
  return world.values.isValid(field, value, 'request') ? value : undefined;
}

interface Order {
  query: [string, string][];
  field: string;
  falls: boolean;
}

/** Judges the order of the whole list, and of its pages. @returns whether the service showed the list */
async function judgeOrder(
  scope: LawScope,
  parent: Handle | undefined,
  { query, field, falls }: Order,
): Promise<boolean> {
  const { world, check } = scope;
  const step = scope.step('list');
  let size: number | undefined;
  for (const _ of ['whole', 'pages']) {
    const { pages, isCut } = await readPages(world, check, step, parent, size, query);
    const [page] = pages;
    if (isCut || page === undefined || pages.some(({ sent }) => !isDone(sent))) return false;
    const records = pages.flatMap(({ items }) => items);
    const values = records.map((record) => readAt(record, field));
    const [before, after] = findUnsorted(values, falls) ?? [];
    if (before !== undefined) {
      scope.fail({
        message: `${query.map((pair) => pair.join('=')).join('&')} does not sort the list by ${field.slice(1)}`,
        expected: falls ? 'falling values' : 'rising values',
        received: `${JSON.stringify(before)} before ${JSON.stringify(after)}`,
        exchange: world.show(page.sent),
      });
      return true;
    }
    size = Math.ceil(values.length / 3);
    if (step.role.list?.size === undefined || size < 2) return true;
  }
  return true;
}

/** Two neighbours in the wrong order. Texts count only if every usual order of texts agrees. */
function findUnsorted(values: readonly unknown[], falls: boolean): [unknown, unknown] | undefined {
  for (const [index, after] of values.slice(1).entries()) {
    const before = values[index];
    const order = compareClearly(before, after);
    if (falls ? order < 0 : order > 0) return [before, after];
  }
  return undefined;
}

function compareClearly(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return 0;
  const plain = /^[\w :.+-]*$/;
  if (!plain.test(left) || !plain.test(right)) return 0;
  const byCode = Math.sign(Number(left > right) - Number(left < right));
  const byLanguage = Math.sign(left.localeCompare(right, 'en'));
  return byCode === byLanguage ? byCode : 0;
}
