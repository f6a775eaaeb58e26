import type { Resource } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import { readRecord } from '../world/read-records.ts';
import { findStep } from '../world/step.ts';
import { isDone, isGone } from '../world/world.ts';
import { deleteRecord, isMarkedDeleted } from './delete-laws.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { namesInPath } from './names-in-path.ts';

export const deletionTakesChildren: Law = {
  slug: 'is-gone-with-what-it-contains',
  sentence: ({ a }) => `What is below ${a} in the path is gone once it is deleted.`,
  needs: [['create', 'upsert'], ['delete'], ['read']],
  blames: ['delete'],
  applies: (subject) => listChildren(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    for (const child of listChildren(scope)) {
      const parent = await records.create(check, resource);
      const handle = await records.create(check, child, {}, parent);
      const deletion = await deleteRecord(scope, parent);
      const after = await readRecord(world, check, parent);
      // A service that only marks records as deleted may still show what they contain.
      if (!isGone(after.sent)) throw new Inconclusive(`the ${resource.name} is not gone`);
      const { sent, item } = await readRecord(world, check, handle);
      if (!isDone(sent) || isMarkedDeleted(item)) continue;
      scope.fail({
        message: `a ${child.name} can still be read below a ${resource.name} that is gone`,
        expected: 'status 404, 410 or 403',
        received: `status ${sent.reply?.status}`,
        exchange: world.show(sent),
        write: world.show(deletion),
      });
    }
  },
};

export const deletionSparesOthers: Law = {
  slug: 'spares-what-others-contain',
  sentence: ({ a, many }) => `The deletion of ${a} leaves what other ${many} contain.`,
  needs: [['create', 'upsert'], ['delete'], ['read']],
  blames: ['delete'],
  applies: (subject) => listChildren(subject).length > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    for (const child of listChildren(scope)) {
      const spared = await records.create(check, resource);
      const deleted = await records.create(check, resource, {}, spared.parent);
      const handle = await records.create(check, child, {}, spared);
      await records.create(check, child, {}, deleted);
      const before = await readRecord(world, check, handle);
      const deletion = await deleteRecord(scope, deleted);
      const after = await readRecord(world, check, handle);
      if (!isDone(before.sent) || isDone(after.sent)) continue;
      scope.fail({
        message: `the deletion of one ${resource.name} deleted a ${child.name} of another`,
        expected: 'a success response',
        received: describeStatus(after.sent),
        exchange: world.show(after.sent),
        write: world.show(deletion),
      });
    }
  },
};

/** The resources whose records are read only through the path of the one that contains them. */
function listChildren({ world, resource }: LawSubject | LawScope): Resource[] {
  return [...world.model.resources.values()].filter((child) => {
    const creation = findStep(world, child, 'create', 'upsert');
    const read = findStep(world, child, 'read');
    const isCertain = child.certainty !== 'likely' && read?.role.certainty !== 'likely';
    const isBelow = namesInPath(read, resource.name);
    const isOwn = child.parent?.resource === resource.name;
    return isOwn && isCertain && isBelow && creation !== undefined;
  });
}
