import { splitPointer } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import { compareRecords, type Difference } from '../world/compare-records.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law } from './law.ts';
import { listOwnChanges } from './own-changes.ts';

export const readsChangeNothing: Law = {
  slug: 'reads-change-nothing',
  sentence: ({ a }) => `Reading ${a} changes nothing.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['read'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const first = await readRecord(world, check, handle);
    if (!isDone(first.sent)) throw new Inconclusive(`the read ${describeStatus(first.sent)}`);
    const list = scope.find('list');
    const listing = list?.role.relation === undefined ? list : undefined;
    const before = listing && (await readPages(world, check, listing, handle.parent));
    await readRecord(world, check, handle);
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

/** When a record was created never changes, whoever sets it. */
export function isTimeOfCreation({ pointer, kind }: Difference): boolean {
  const isTime = /^\/(?:date_?)?created(?:_?(?:at|on|date|time))?$/i.test(pointer);
  return isTime && kind === 'replaced';
}
