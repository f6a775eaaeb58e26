import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { toId } from '../world/read-records.ts';
import type { Law, LawScope } from './law.ts';
import { listIds } from './list-ids.ts';
import { assertQuiet } from './others-write.ts';

export const createsOne: Law = {
  slug: 'creates-one',
  sentence: ({ noun }) => `A creation adds one ${noun} to the list, and no more.`,
  needs: [['create'], ['list']],
  blames: ['create'],
  applies: ({ find }) => find('list')?.role.relation === undefined,
  async run(scope) {
    const { check, resource, records, world } = scope;
    const model = await records.create(check, resource);
    const startedAt = Date.now();
    const first = await createOne(scope, model);
    if (first.extra === undefined) return;
    await assertQuiet(scope, model.parent, Date.now() - startedAt);
    const second = await createOne(scope, model);
    if (second.extra === undefined)
      throw new Inconclusive('others create records at the same time');
    const { creation } = second.handle;
    scope.fail({
      message: `one creation added several ${resource.plural}`,
      expected: `${toId(second.handle)} only`,
      received: `${second.extra}, too`,
      ...(creation && { exchange: world.show(creation.sent) }),
    });
  },
};

/** Creates a record. @returns it, and another one that is new in the list */
async function createOne(
  scope: LawScope,
  { parent }: Handle,
): Promise<{ handle: Handle; extra: string | undefined }> {
  const { check, resource, records } = scope;
  const before = await listIds(scope, parent);
  const handle = await records.create(check, resource, {}, parent);
  const after = await listIds(scope, parent);
  const isNew = (id: string) => !before.includes(id) && id !== toId(handle);
  return { handle, extra: after.find(isNew) };
}
