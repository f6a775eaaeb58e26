import type { Schema } from '../../contract/openapi-document.ts';
import type { Handle } from '../world/handle.ts';
import { readPage } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { countAll } from './totals.ts';

/** The schema of the parameter for the number of records on a page. */
function findSize({ find }: LawSubject): Schema | undefined {
  const step = find('list');
  const size = step?.role.list?.size;
  const parameter = step?.operation.parameters.find(({ name }) => name === size);
  return parameter?.schema;
}

/** How many records are created at most, so that a page could have too many. */
const mostCreated = 12;
const mostCreatedThoroughly = 110;

export const keepsPageSizes: Law = {
  slug: 'keeps-to-the-page-sizes',
  sentence: ({ many }) =>
    `A page has at most as many ${many} as the document says: by default, and at most.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: (subject) => {
    const size = findSize(subject);
    return typeof size?.default === 'number' || size?.maximum !== undefined;
  },
  async run(scope) {
    const { check, resource, records, step } = scope;
    const { default: usual, maximum } = findSize(scope) ?? {};
    const { parent } = await records.create(check, resource);
    let count = await countAll(scope, parent);
    if (typeof usual === 'number') {
      count = await fillBeyond(scope, parent, count, usual);
      await judgeSize(scope, parent, usual, undefined);
    }
    if (maximum === undefined) return;
    await fillBeyond(scope, parent, count, maximum);
    await judgeSize(scope, parent, maximum, [step('list').role.list?.size ?? '', `${maximum + 1}`]);
  },
};

/** Creates records until a list has more than a page may have, unless that takes too many. @returns how many it has */
async function fillBeyond(
  { world, check, resource, records }: LawScope,
  parent: Handle | undefined,
  count: number,
  most: number,
): Promise<number> {
  const missing = most + 1 - count;
  const { thorough } = world.settings;
  if (missing > (thorough ? mostCreatedThoroughly : mostCreated)) return count;
  for (let created = 0; created < missing; created += 1)
    await records.create(check, resource, {}, parent);
  return Math.max(count, most + 1);
}

async function judgeSize(
  scope: LawScope,
  parent: Handle | undefined,
  most: number,
  size: readonly [name: string, text: string] | undefined,
): Promise<void> {
  const { world, check, resource, step } = scope;
  const query = size === undefined ? [] : [size];
  const { sent, items } = await readPage(world, check, step('list'), parent, query);
  if (!isDone(sent) || items.length <= most) return;
  scope.fail({
    message: `a page has ${items.length} ${resource.plural}`,
    expected: `at most ${most}, ${size === undefined ? 'the default' : 'the maximum'}`,
    received: `${items.length} ${resource.plural}`,
    pointer: step('list').role.list?.items ?? '',
    exchange: world.show(sent),
  });
}
