import { escapePointer, isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { wait } from '../runner/halt.ts';
import { compareRecords, type Difference } from '../world/compare-records.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { listOwnChanges } from './own-changes.ts';
import { tryToCreate } from './try-to-create.ts';

export const readsChangeNothing: Law = {
  slug: 'reads-change-nothing',
  sentence: ({ a }) => `Reading ${a} changes nothing.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['read'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const { parent } = await records.create(check, resource);
    const set = await tryToCreate(scope, chooseFlags(scope), parent);
    const handle = set ?? (await records.create(check, resource));
    const first = await readRecord(world, check, handle);
    if (!isDone(first.sent)) throw new Inconclusive(`the read ${describeStatus(first.sent)}`);
    const list = scope.find('list');
    const listing = list?.role.relation === undefined ? list : undefined;
    const before = listing && (await readPages(world, check, listing, handle.parent));
    await wait(clockMs);
    const second = await readRecord(world, check, handle);
    await wait(clockMs);
    const last = await readRecord(world, check, handle);
    if (!isDone(last.sent)) {
      scope.fail({
        message: `${aRecordOf(resource)} can be read only a few times`,
        expected: 'the same response each time',
        received: describeStatus(last.sent),
        exchange: world.show(last.sent),
      });
      return;
    }
    const changes = [
      ...listOwnChanges(scope, handle, first.item, last.item),
      ...compareRecords(first.item, last.item).filter(isTimeOfCreation),
      ...listMovingTimes(first.item, second.item, last.item),
    ];
    for (const change of changes) {
      const { pointer, expected, received } = change;
      const name = splitPointer(pointer).join('.');
      scope.fail({
        message: `${name} changed, although the record was only read`,
        expected: JSON.stringify(expected),
        received: JSON.stringify(received) ?? 'nothing',
        pointer,
        exchange: world.show(last.sent),
      });
    }
    if (before === undefined || listing === undefined || before.isCut) return;
    const after = await readPages(world, check, listing, handle.parent);
    const ids = (pages: typeof after.pages) =>
      pages.flatMap(({ items }) => readIds(resource, items));
    const [page] = after.pages;
    const isLost =
      ids(before.pages).includes(toId(handle)) && !ids(after.pages).includes(toId(handle));
    if (!isLost || page === undefined) return;
    scope.fail({
      message: `${aRecordOf(resource)} that was only read is no longer listed`,
      expected: toId(handle),
      received: 'a list without it',
      exchange: world.show(page.sent),
    });
  },
};

/** All flags set: a careless read clears one, such as `unread`. */
function chooseFlags({ world, step }: LawScope): Record<string, unknown> {
  const flags: Record<string, unknown> = {};
  for (const [name, { type, readOnly }] of readRequestFields(world, step('create', 'upsert')))
    if (type === 'boolean' && readOnly !== true) flags[name] = true;
  return flags;
}

/** So long that a clock shows another time. */
const clockMs = 2;

/** Times of creation that are later in each of three readings: the service shows the present time. */
function listMovingTimes(first: unknown, second: unknown, last: unknown): Difference[] {
  if (!isRecord(first)) return [];
  const moving: Difference[] = [];
  for (const [name, expected] of Object.entries(first)) {
    const received = readAt(last, [name]);
    const pointer = `/${escapePointer(name)}`;
    const times = [expected, readAt(second, [name]), received].map((time) =>
      Date.parse(String(time)),
    );
    const [start = Number.NaN, middle = Number.NaN, end = Number.NaN] = times;
    if (timeOfCreation.test(pointer) && start < middle && middle < end)
      moving.push({ pointer, expected, received, kind: 'replaced' });
  }
  return moving;
}

const timeOfCreation = /^\/(?:date_?)?created(?:_?(?:at|on|date|time))?$/i;

/**
 * When a record was created never changes, whoever sets it. A service may show it less precisely once it is stored, as in whole
 * seconds.
 */
export function isTimeOfCreation({ pointer, kind, expected, received }: Difference): boolean {
  if (!timeOfCreation.test(pointer)) return false;
  const isLater = Date.parse(String(received)) > Date.parse(String(expected));
  return kind === 'replaced' || (isLater && /[.]\d*[1-9]/.test(String(received)));
}
