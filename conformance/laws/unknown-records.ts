import type { Operation } from '../../contract/index.ts';
import { findResponse } from '../../contract/operation.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Role } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { type Handle, toPath } from '../world/handle.ts';
import { assertMayAct } from '../world/known-actions.ts';
import { aRecordOf } from '../world/nouns.ts';
import type { Step } from '../world/step.ts';
import { toUnknownId } from '../world/unknown-id.ts';
import { isDone } from '../world/world.ts';
import { makeUnique, writeBody, writeItem, writeRequired } from '../world/write-requests.ts';
import { isKnownAction } from './act-on-record.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { namesInPath } from './names-in-path.ts';

/** Whether the path of the main operation for a role names a record of a resource. */
function namesRecord(subject: LawSubject, name: string | undefined, ...roles: Role[]): boolean {
  return namesInPath(subject.find(...roles), name);
}

/** A record that does not exist, beside one that does. */
function toUnknown(scope: LawScope, handle: Handle): Handle {
  const number = scope.world.mark + scope.world.nextNumber();
  return { ...handle, ids: handle.ids.map((id) => toUnknownId(id, number)) };
}

/** Sends a request that would be valid if the record existed. */
async function sendToUnknown(
  { world, check }: LawScope,
  step: Step,
  unknown: Handle,
  body?: unknown,
): Promise<Sent> {
  const { operation } = step;
  return callOperation(world, check, {
    operation,
    path: toPath(step, unknown),
    ...writeRequired(world, operation),
    body,
    isValid: false,
  });
}

function failFound(scope: LawScope, sent: Sent, message: string): void {
  scope.fail({
    message,
    expected: 'status 404, or another refusal',
    received: `status ${sent.reply?.status}`,
    exchange: scope.world.show(sent),
  });
}

export const unknownIsNotRead: Law = {
  slug: 'is-not-read-if-unknown',
  sentence: ({ many }) => `An id that none of the ${many} has is not found.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['read'],
  applies: (subject) => namesRecord(subject, subject.resource.name, 'read'),
  async run(scope) {
    const { check, resource, records } = scope;
    const handle = await records.share(check, resource);
    const sent = await sendToUnknown(scope, scope.step('read'), toUnknown(scope, handle));
    if (!isDone(sent)) return;
    failFound(scope, sent, `${aRecordOf(resource)} with an id that nothing has is shown`);
  },
};

/** Whether a PUT may create the record that it names: nothing in the document says that it may not (RFC 9110, 9.3.4). */
function mayCreate({ method, responses }: Operation): boolean {
  return method === 'PUT' && !responses.some(({ status }) => status === '404');
}

export const unknownIsNotChanged: Law = {
  slug: 'is-not-changed-if-unknown',
  sentence: ({ many }) => `An update with an id that none of the ${many} has is refused.`,
  needs: [
    ['create', 'upsert'],
    ['update', 'replace'],
  ],
  blames: ['update', 'replace'],
  applies: (subject) => {
    const operation = subject.find('update', 'replace')?.operation;
    if (operation === undefined || mayCreate(operation)) return false;
    return namesRecord(subject, subject.resource.name, 'update', 'replace');
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('update', 'replace');
    const handle = await records.create(check, resource);
    const before = handle.creation?.shown;
    const { body } = writeItem(world, step, resource, { states: false, before });
    const sent = await sendToUnknown(scope, step, toUnknown(scope, handle), body);
    if (!isDone(sent)) return;
    failFound(scope, sent, `the update of ${aRecordOf(resource)} that does not exist is accepted`);
  },
};

export const unknownIsNotCopied: Law = {
  slug: 'is-not-copied-if-unknown',
  sentence: ({ many }) => `The copy of an id that none of the ${many} has is refused.`,
  needs: [['create', 'upsert'], ['copy']],
  blames: ['copy'],
  applies: (subject) => namesRecord(subject, subject.resource.name, 'copy'),
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('copy');
    const handle = await records.share(check, resource);
    const hasBody = step.operation.requestBody !== undefined;
    const body = hasBody
      ? writeBody(world, step, undefined, 'required', world.nextNumber())
      : undefined;
    const sent = await sendToUnknown(scope, step, toUnknown(scope, handle), body);
    if (!isDone(sent)) return;
    records.adopt(resource, handle, sent, readAt(sent.reply?.json, step.role.responseItem ?? ''));
    failFound(scope, sent, `the copy of ${aRecordOf(resource)} that does not exist is accepted`);
  },
};

export const unknownIsNotActedOn: Law = {
  slug: 'is-not-acted-on-if-unknown',
  sentence: ({ many }) => `An action with an id that none of the ${many} has is refused.`,
  needs: [['create', 'upsert'], ['action']],
  blames: ['action'],
  applies: isKnownAction,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('action');
    assertMayAct(world, step.operation, step.role);
    const handle = await records.share(check, resource);
    const body = writeBody(world, step, undefined, 'required', world.nextNumber());
    const content = step.operation.requestBody === undefined ? undefined : body;
    const sent = await sendToUnknown(scope, step, toUnknown(scope, handle), content);
    if (!isDone(sent)) return;
    failFound(scope, sent, `the action on ${aRecordOf(resource)} that does not exist is accepted`);
  },
};

export const unknownParentHasNone: Law = {
  slug: 'is-not-created-below-an-unknown-parent',
  sentence: ({ A }) => `${A} is not created below a parent that does not exist.`,
  needs: [['create']],
  blames: ['create'],
  applies: (subject) => namesRecord(subject, subject.resource.parent?.resource, 'create'),
  // Services without such a check are common. The document promises it by a response for unknown records.
  isOnlyObserved: ({ find }) => {
    const operation = find('create')?.operation;
    const status = operation && findResponse(operation, 404)?.status;
    return status !== '404' && status !== '4XX';
  },
  async run(scope) {
    const { world, check, resource, records } = scope;
    const step = scope.step('create');
    const handle = await records.create(check, resource);
    const { parent, creation } = handle;
    if (parent?.creation === undefined || creation === undefined)
      throw new Inconclusive(`nothing creates the parent of ${aRecordOf(resource)}`);
    const unknown = { ...handle, parent: toUnknown(scope, parent) };
    const body = makeUnique(world, step.operation, '', creation.call.body, world.nextNumber());
    const sent = await sendToUnknown(scope, step, unknown, body);
    if (!isDone(sent)) return;
    records.adopt(resource, unknown, sent);
    failFound(scope, sent, `${aRecordOf(resource)} is created below a parent that does not exist`);
  },
};
