import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { readPages, readRecord } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { findStep } from '../world/step.ts';
import type { Law, LawSubject } from './law.ts';

export const writeOnlyIsHidden: Law = {
  slug: 'hides-write-only-fields',
  sentence: ({ a }) => `No response shows the write-only fields of ${a}.`,
  needs: [['create', 'upsert']],
  blames: ['create', 'upsert'],
  applies: (subject) => listWriteOnly(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const { creation } = handle;
    const names = listWriteOnly(scope).filter((name) => creation?.item[name] !== undefined);
    if (creation === undefined || names.length === 0)
      throw new Inconclusive('no creation with a write-only field was accepted');
    const judge = (sent: Sent, items: readonly unknown[]) => {
      for (const name of names) {
        const isShown = items.some(
          (item) => isRecord(item) && readAt(item, [name]) === creation.item[name],
        );
        if (!isShown) continue;
        scope.fail({
          message: `${name} is write-only, and a response shows it`,
          expected: `no ${name}`,
          received: 'the value that was sent',
          pointer: `/${name}`,
          exchange: world.show(sent),
        });
      }
    };
    judge(creation.sent, [creation.shown]);
    if (findStep(world, resource, 'read') !== undefined) {
      const { sent, item } = await readRecord(world, check, handle);
      judge(sent, [item]);
    }
    const list = scope.find('list');
    if (list === undefined || list.role.relation !== undefined) return;
    const { pages } = await readPages(world, check, list, handle.parent);
    for (const { sent, items } of pages) judge(sent, items);
  },
};

function listWriteOnly({ world, find }: LawSubject): string[] {
  const step = find('create', 'upsert');
  if (step === undefined) return [];
  const names: string[] = [];
  for (const [name, field] of readRequestFields(world, step))
    if (field.writeOnly === true) names.push(name);
  return names;
}
