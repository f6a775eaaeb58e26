import { readAt } from '../../contract/resolve-reference.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import { compareRecords } from '../world/compare-records.ts';
import { aRecordOf } from '../world/nouns.ts';
import { sendChange } from '../world/send-change.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { isComparable } from './nothing-lost.ts';
import { isNeverRead, showsWhole } from './whole-records.ts';

/** Fails for each value that a response shows otherwise than the request sent it. */
function assertShown(
  scope: LawScope,
  step: Step,
  {
    item,
    shown,
    sent,
  }: { item: unknown; shown: unknown; sent: Parameters<LawScope['world']['show']>[0] },
): void {
  for (const { pointer, kind, expected, received } of compareRecords(item, shown)) {
    if (kind !== 'replaced' || !isComparable(scope, pointer)) continue;
    scope.fail({
      message: `the response shows another value at ${pointer} than was sent`,
      expected: formatValue(expected),
      received: formatValue(received),
      pointer: `${step.role.responseItem ?? ''}${pointer}`,
      exchange: scope.world.show(sent),
    });
  }
}

export const creationIsShown: Law = {
  slug: 'shows-what-was-sent',
  sentence: ({ a }) => `The response to a creation of ${a} shows it as it was sent.`,
  needs: [['create', 'upsert']],
  blames: ['create', 'upsert'],
  applies: (subject) => showsWhole(subject, subject.find('create', 'upsert')),
  async run(scope) {
    const { check, resource, records } = scope;
    const step = scope.step('create', 'upsert');
    const { creation } = await records.create(check, resource);
    if (creation === undefined) throw new Inconclusive(`nothing creates ${aRecordOf(resource)}`);
    assertShown(scope, step, creation);
  },
};

export const changeIsShown: Law = {
  slug: 'shows-what-was-sent',
  sentence: ({ a }) => `The response to an update of ${a} shows the values that were sent.`,
  needs: [['create'], ['update', 'replace']],
  blames: ['update', 'replace'],
  // Where a record can be read, a law compares the response with that.
  applies: (subject) =>
    isNeverRead(subject) && showsWhole(subject, subject.find('update', 'replace')),
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update', 'replace');
    const handle = await records.create(check, resource);
    const before = handle.creation?.shown;
    const { item, write } = await sendChange(world, check, step, handle, { states: false, before });
    if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
    const shown = readAt(write.reply?.json, step.role.responseItem ?? '');
    assertShown(scope, step, { item, shown, sent: write });
  },
};
