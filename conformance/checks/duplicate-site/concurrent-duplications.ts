import { takeTurn, useSubject } from '../../model/shared.ts';
import { compareSite, duplicateSite, expectRecord, updateSite } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { prepare } from '../../runner/run.ts';
import { frame } from './frame.ts';

export const concurrentDuplications: Check = {
  ...frame,
  id: 'duplicateSite/concurrent-duplications-are-independent',
  long: true,
  title: 'Duplicates made concurrently, and during an update, are independent',
  requirements: ['concurrent-requests-are-independent', 'ids-are-unique', 'writes-last'],
  sends:
    'two duplications of one site at once, during an update of its name; then an update of one duplicate',
  expects:
    'two new sites, each with its own id and the name of its request; every update only in its own site',
  creates: 2,
  uses: ['subject'],
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      async () => {
        const original = await useSubject(scope);
        const names = [scope.unique(), scope.unique()];
        const [made] = await Promise.all([
          Promise.all(names.map((name) => duplicateSite(scope, original, { name }))),
          prepare('an update', () => updateSite(scope, original, { name: scope.unique() })),
        ]);
        for (const { body, expected, sent } of made) {
          compareSite(scope, body, expected, 'a duplicate made concurrently with another', sent);
        }
        await expectRecord(scope, original, 'the original, updated during its duplication');
        const [one, other] = made.map(({ expected }) => expected);
        if (one === undefined || other === undefined) return;
        await updateSite(scope, one, { name: scope.unique() });
        await expectRecord(scope, other, 'a duplicate after an update of another');
      },
      6,
    ),
};
