import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { readRequestFields } from '../world/request-schema.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { isState } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope } from './law.ts';
import { listIds } from './list-ids.ts';
import { tryToCreate } from './try-to-create.ts';

export const isListed: Law = {
  slug: 'is-listed',
  sentence: ({ many, A }) => `${A} that was created is in the list of ${many}, once.`,
  needs: [['create', 'upsert'], ['list']],
  blames: ['list'],
  applies: ({ find }) => showsAll(find('list')),
  async run(scope) {
    const { world, check, resource } = scope;
    const handle = await scope.records.create(check, resource);
    const step = scope.step('list');
    const { pages, isCut } = await readPages(world, check, step, handle.parent);
    const [first] = pages;
    if (first === undefined || !isDone(first.sent))
      throw new Inconclusive(`${step.operation.id} ${describeStatus(first?.sent)}`);
    const ids = pages.flatMap(({ items }) => readIds(resource, items));
    const count = ids.filter((id) => id === toId(handle)).length;
    if (count === 1) return;
    if (count === 0 && isCut)
      throw new Inconclusive(`the list of ${resource.plural} is too long to read to its end`);
    const hasItems = pages.some(({ items }) => items.length > 0);
    if (hasItems && ids.length === 0) throw new Inconclusive('the list shows no ids');
    if (count === 0) {
      await assertReadable(scope, handle);
      await assertShownInNoState(scope, handle);
    }
    scope.fail({
      message:
        count === 0
          ? `the new ${resource.name} is not in the list`
          : `the new ${resource.name} is in the list ${count} times`,
      expected: `${toId(handle)} once`,
      received: count === 0 ? `${ids.length} other ${resource.plural}` : `${count} times`,
      exchange: world.show(first.sent),
      ...(handle.creation && { write: world.show(handle.creation.sent) }),
    });
  },
};

/** Whether a list shows all records of its parent: no filter is required, or has a default. */
export function showsAll(step: Step | undefined): boolean {
  if (step === undefined || step.role.relation !== undefined) return false;
  const { filters } = step.role.list ?? {};
  return step.operation.parameters.every(({ name, required, schema }) => {
    const isPresumed = required || schema.default !== undefined;
    return !isPresumed || filters?.has(name) !== true;
  });
}

/** A list may leave out records in some states, such as archived ones. It is judged by records in other states, too. */
async function assertShownInNoState(scope: LawScope, handle: Handle): Promise<void> {
  const { world, check, resource, records } = scope;
  const sent = handle.creation?.item ?? {};
  const states = [...readRequestFields(world, scope.step('create', 'upsert'))].filter(
    ([name, field]) => isState(field) && sent[name] !== undefined,
  );
  if (states.length === 0) return;
  const changes: Record<string, unknown> = {};
  for (const [name, { enum: values }] of states) {
    const isOther = (value: unknown) => value !== sent[name];
    changes[name] = values === undefined ? sent[name] !== true : values.find(isOther);
  }
  const names = states.map(([name]) => name);
  const plain = await records.create(check, resource, {}, handle.parent, names);
  const changed = await tryToCreate(scope, changes, handle.parent);
  const ids = await listIds(scope, handle.parent);
  const isShown = [plain, changed].some((record) => record && ids.includes(toId(record)));
  if (isShown)
    throw new Inconclusive(`the list leaves out ${resource.plural} with some ${names.join(', ')}`);
}

/** A record that cannot be read was not stored, or is another one than its path says. The law about reads reports that. */
async function assertReadable(scope: LawScope, handle: Handle): Promise<void> {
  if (scope.find('read') === undefined) return;
  const { sent } = await readRecord(scope.world, scope.check, handle);
  if (!isDone(sent)) throw new Inconclusive(`a new ${scope.resource.name} cannot be read either`);
}
