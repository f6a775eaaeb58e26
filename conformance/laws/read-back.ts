import { Inconclusive } from '../outcomes.ts';
import { aRecordOf } from '../world/nouns.ts';
import { readRecord } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';

export const readBack: Law = {
  slug: 'is-read-back',
  sentence: ({ A }) => `${A} that was created is read back as it was sent.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['create', 'upsert'],
  async run(scope) {
    const { world, check, resource } = scope;
    const handle = await scope.records.create(check, resource);
    const { sent, item } = await readRecord(world, check, handle);
    if (!isDone(sent)) {
      scope.fail({
        message: `${aRecordOf(resource)} that was just created cannot be read`,
        expected: 'a success response',
        received: `status ${sent.reply?.status}`,
        exchange: world.show(sent),
        ...(handle.creation && { write: world.show(handle.creation.sent) }),
      });
      return;
    }
    const { creation } = handle;
    if (creation === undefined) throw new Inconclusive(`nothing creates ${aRecordOf(resource)}`);
    assertNothingLost(scope, {
      expected: creation.item,
      received: item,
      sent,
      write: creation.sent,
    });
  },
};
