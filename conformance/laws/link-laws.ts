import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import type { Step } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';

/** A record, one that is linked to it, and the operations of the relation. */
interface Linked {
  from: Handle;
  to: Handle;
  list: Step;
}

/** The list of the records that are linked to one of another resource. */
function findLinked({ world, find }: LawSubject): Step | undefined {
  const relation = find('link')?.role.relation;
  if (relation === undefined) return undefined;
  for (const role of world.model.operations.values()) {
    const isSame = role.relation?.name === relation.name;
    const isList = role.role === 'list' && (isSame || isBelow(role.path, find('link')?.role.path));
    const operation = world.contract.operations.find(({ id }) => id === role.operationId);
    if (isList && operation !== undefined) return { operation, role };
  }
  return undefined;
}

/** Whether a list is the collection of a link: `/notes/{id}/tags` of `/notes/{id}/tags/{tag}`. */
function isBelow(path: string, link = ''): boolean {
  return link.slice(0, link.lastIndexOf('/')) === path;
}

export function findFrom({ world, find }: LawSubject) {
  const relation = find('link')?.role.relation;
  return world.model.resources.get(relation?.from ?? '');
}

export function isPlainLink(subject: LawSubject): boolean {
  const link = subject.find('link');
  const hasPath = link?.role.bindings.length === 2 && link.operation.requestBody === undefined;
  return hasPath && findFrom(subject) !== undefined && findLinked(subject) !== undefined;
}

export async function prepareLink(scope: LawScope): Promise<Linked> {
  const { check, resource, records } = scope;
  const source = findFrom(scope);
  const list = findLinked(scope);
  if (source === undefined || list === undefined) throw new Inconclusive('nothing lists the links');
  const from = await records.create(check, source);
  return { from, to: await records.create(check, resource), list };
}

/** Sends a request to a path that names both records. */
export function sendLink(
  { world, check }: LawScope,
  { operation, role }: Step,
  { from, to }: Linked,
): Promise<Sent> {
  const path = new Map<string, string>();
  for (const { parameter, resource } of role.bindings) {
    const handle = resource === to.resource.name ? to : from;
    path.set(parameter, handle.ids[0] ?? '');
  }
  return callOperation(world, check, { operation, path });
}

export async function isLinked(scope: LawScope, { from, to, list }: Linked) {
  const { pages } = await readPages(scope.world, scope.check, list, from);
  const [first] = pages;
  if (first === undefined || !isDone(first.sent))
    throw new Inconclusive(`${list.operation.id} ${describeStatus(first?.sent)}`);
  const ids = pages.flatMap(({ items }) => readIds(scope.resource, items));
  return { count: ids.filter((id) => id === toId(to)).length, sent: first.sent };
}

export const linkHolds: Law = {
  slug: 'links-it',
  sentence: ({ A }) => `${A} that is linked is in the list of those that are linked, once.`,
  needs: [['create', 'upsert'], ['link']],
  blames: ['link'],
  applies: isPlainLink,
  async run(scope) {
    const { world } = scope;
    const linked = await prepareLink(scope);
    const unlinked = {
      ...linked,
      from: await scope.records.create(scope.check, linked.from.resource),
    };
    const step = scope.step('link');
    const write = await sendLink(scope, step, linked);
    if (!isDone(write)) throw new Inconclusive(`${step.operation.id} ${describeStatus(write)}`);
    await sendLink(scope, step, linked);
    const { count, sent } = await isLinked(scope, linked);
    if (count !== 1)
      scope.fail({
        message:
          count === 0 ? 'the linked record is not listed' : 'the linked record is listed twice',
        expected: `${toId(linked.to)} once`,
        received: count === 0 ? 'a list without it' : `${count} times`,
        exchange: world.show(sent),
        write: world.show(write),
      });
    const elsewhere = await isLinked(scope, unlinked);
    if (elsewhere.count === 0) return;
    scope.fail({
      message: `the record is also linked to another ${linked.from.resource.name}`,
      expected: `a list without ${toId(linked.to)}`,
      received: toId(linked.to),
      exchange: world.show(elsewhere.sent),
      write: world.show(write),
    });
  },
};

export const linkKeepsOthers: Law = {
  slug: 'keeps-other-links',
  sentence: ({ A }) => `${A} stays linked when another one is linked.`,
  needs: [['create', 'upsert'], ['link']],
  blames: ['link'],
  applies: isPlainLink,
  async run(scope) {
    const { world, check, resource, records, step } = scope;
    const first = await prepareLink(scope);
    const second = { ...first, to: await records.create(check, resource) };
    for (const pair of [first, second]) {
      const write = await sendLink(scope, step('link'), pair);
      if (!isDone(write)) throw new Inconclusive(`the link ${describeStatus(write)}`);
    }
    const added = await isLinked(scope, second);
    const kept = await isLinked(scope, first);
    if (kept.count > 0 || added.count === 0) return;
    scope.fail({
      message: `a second link removed the first one`,
      expected: `a list with ${toId(first.to)}`,
      received: 'a list without it',
      exchange: world.show(kept.sent),
    });
  },
};

export const unlinkHolds: Law = {
  slug: 'unlinks-only-it',
  sentence: ({ A }) => `${A} that is unlinked is no longer listed, and still exists.`,
  needs: [['create', 'upsert'], ['link'], ['unlink']],
  blames: ['unlink'],
  applies: isPlainLink,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const linked = await prepareLink(scope);
    const second = { ...linked, to: await records.create(check, resource) };
    for (const pair of [linked, second]) {
      const write = await sendLink(scope, scope.step('link'), pair);
      if (!isDone(write)) throw new Inconclusive(`the link ${describeStatus(write)}`);
    }
    const write = await sendLink(scope, scope.step('unlink'), linked);
    if (!isDone(write)) throw new Inconclusive(`the unlinking ${describeStatus(write)}`);
    const { count, sent } = await isLinked(scope, linked);
    const fail = (message: string, expected: string, reading: Sent) =>
      scope.fail({
        message,
        expected,
        received: describeStatus(reading),
        exchange: world.show(reading),
        write: world.show(write),
      });
    if (count > 0)
      fail('an unlinked record is still listed', `a list without ${toId(linked.to)}`, sent);
    const remaining = await isLinked(scope, second);
    if (remaining.count === 0)
      fail('another record was unlinked, too', `a list with ${toId(second.to)}`, remaining.sent);
    if (scope.find('read') === undefined) return;
    const reading = await readRecord(world, check, linked.to);
    if (!isDone(reading.sent)) fail('the unlinked record was deleted', 'the record', reading.sent);
  },
};
