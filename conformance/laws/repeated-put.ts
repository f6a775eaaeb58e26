import { findResponse } from '../../contract/operation.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { compareRecords } from '../world/compare-records.ts';
import { readIds, readPages, readRecord, sendToRecord, toId } from '../world/read-records.ts';
import { sendChange } from '../world/send-change.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { isComparable } from './nothing-lost.ts';

/** Whether a PUT is refused as a conflict that the document does not mention. */
function isUndocumented({ reply }: Sent, { operation }: Step): boolean {
  return reply?.status === 409 && findResponse(operation, 409)?.status !== '409';
}

function failRefused(scope: LawScope, refused: Sent, before: Sent | undefined): void {
  scope.fail({
    message: 'a second PUT is refused as a conflict',
    expected: 'a success response',
    received: describeStatus(refused),
    exchange: scope.world.show(refused),
    ...(before && { write: scope.world.show(before) }),
  });
}

export const putIsIdempotent: Law = {
  slug: 'is-the-same-when-repeated',
  sentence: ({ a }) => `A second PUT of ${a} has no further effect.`,
  needs: [['create', 'upsert'], ['read'], ['replace', 'upsert']],
  blames: ['replace', 'upsert'],
  // RFC 9110, section 9.2.2.
  applies: ({ find }) => find('replace', 'upsert')?.operation.method === 'PUT',
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('replace', 'upsert');
    const handle = await records.create(check, resource);
    const { item: before } = await readRecord(world, check, handle);
    const change = await sendChange(world, check, step, handle, { states: false, before });
    const { body, item, write: first } = change;
    if (step.role.role === 'upsert' && isUndocumented(first, step)) {
      failRefused(scope, first, handle.creation?.sent);
      return;
    }
    if (!isDone(first)) throw new Inconclusive(`${step.operation.id} ${describeStatus(first)}`);
    const once = await readRecord(world, check, handle);
    const second = await sendToRecord(world, check, step, handle, body);
    if (isUndocumented(second, step)) {
      failRefused(scope, second, first);
      return;
    }
    const twice = await readRecord(world, check, handle);
    for (const { pointer, expected, received } of compareRecords(once.item, twice.item)) {
      const [, name = ''] = pointer.split('/');
      if (!Object.hasOwn(item, name) || !isComparable(scope, pointer)) continue;
      scope.fail({
        message: `${name} changed when the same PUT was sent again`,
        expected: JSON.stringify(expected),
        received: JSON.stringify(received) ?? 'nothing',
        pointer,
        exchange: world.show(twice.sent),
        write: world.show(second),
      });
    }
    const list = scope.find('list');
    if (list === undefined || list.role.relation !== undefined) return;
    const { pages } = await readPages(world, check, list, handle.parent);
    const ids = pages.flatMap(({ items }) => readIds(resource, items));
    const count = ids.filter((id) => id === toId(handle)).length;
    const [page] = pages;
    if (count < 2 || page === undefined) return;
    scope.fail({
      message: `a second PUT stored the ${resource.name} again`,
      expected: `${toId(handle)} once`,
      received: `${count} times`,
      exchange: world.show(page.sent),
      write: world.show(second),
    });
  },
};
