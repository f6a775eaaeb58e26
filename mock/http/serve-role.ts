import { type Contract, createParameterParser, type Operation } from '../../contract/index.ts';
import type { ResourceModel } from '../../contract/resources/model.ts';
import type { Validate } from '../../contract/validators.ts';
import {
  createRoleBehaviour,
  type RoleContext,
  type RoleReply,
  type RoleRequest,
  type ServedRole,
  type ValueSource,
} from '../behaviours/index.ts';
import { findOwnBehaviour, type OwnBehaviours } from '../behaviours/own-behaviours.ts';
import { readReplyForm } from '../behaviours/reply-body.ts';
import { createStatelessReply } from '../behaviours/stateless.ts';
import type { OpenSession } from '../handler.ts';
import { ContractBreach } from '../refusal.ts';
import { defaultSession } from '../store/store.ts';
import { runOnce } from './idempotency.ts';
import { keepRecord, refuseUnfit, writeRoleReply } from './role-replies.ts';
import type { ReplyContent, ServedOperation } from './steps.ts';

/** What all operations that are served by their role share. */
export interface RoleService {
  contract: Contract;
  /** The behaviours that the user gave. */
  own: OwnBehaviours;
  model: ResourceModel;
  values: ValueSource;
  /** Runs work on the records of a session, in a transaction. */
  transact<Result>(
    session: OpenSession | string,
    work: (context: RoleContext) => Promise<Result>,
  ): Promise<Result>;
}

/** Prepares an operation that is served by its role in the resource model. */
export function serveRole(service: RoleService, operation: Operation): ServedOperation<string> {
  const { contract, model, values } = service;
  const role = model.operations.get(operation.id);
  if (role === undefined) throw new Error(`the model lacks ${operation.id}`);
  const served: ServedRole = { document: contract.document, model, operation, role, values };
  const base = createRoleBehaviour(served);
  const ownBehaviour = findOwnBehaviour(service.own, operation, base);
  const behaviour = ownBehaviour ?? base;
  const { assumptions } = contract;
  const checkBody = createBodyValidator(contract, operation, fillsDefaults(served));
  return {
    operation,
    parseParameters: createParameterParser(operation, contract),
    refusesUnknown: assumptions['unknown-query-parameters'] === 'refused',
    isBodyRequired: operation.requestBody?.required ?? false,
    document: contract.document,
    checkBody,
    run: ({ request, parameters, body, isBytes, files }) =>
      service.transact(request.session ?? defaultSession, async (context) => {
        const path = `${request.basePath ?? ''}${request.path}`;
        const url = request.query === '' ? path : `${path}?${request.query}`;
        const origin = request.origin ?? 'http://mock';
        const mediaType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
        const sent: RoleRequest = {
          parameters: copyParameters(parameters),
          body,
          ...(isBytes === true && { isBytes }),
          ...(files !== undefined && { files }),
          mediaType,
          url,
          ifMatch: request.header('if-match'),
          ifNoneMatch: request.header('if-none-match'),
          origin,
        };
        const accept = request.header('accept');
        return runOnce(operation, sent, context, async () => {
          const reply = await behaviour(sent, context);
          // A reply of an own behaviour is as its author wrote it, or a bug that the author has to see.
          if (ownBehaviour !== undefined) return writeRoleReply(served, contract, reply, accept);
          return writeFittingReply(served, contract, sent, reply, accept);
        });
      }),
  };
}

/** Writes a reply. One that breaks the document because of what was sent is refused, and any other is replaced. */
function writeFittingReply(
  served: ServedRole,
  contract: Contract,
  sent: RoleRequest,
  reply: RoleReply,
  accept: string | undefined,
): ReplyContent {
  try {
    return writeRoleReply(served, contract, reply, accept);
  } catch (error) {
    if (!(error instanceof ContractBreach)) throw error;
    const refusal = refuseUnfit(served, sent.body, error);
    if (refusal !== undefined) throw refusal;
    const stateless = createStatelessReply(served, readReplyForm(served), sent);
    const kept = keepRecord(served, stateless, reply);
    return writeRoleReply(served, contract, kept, accept);
  }
}

/** Without a prototype: a parameter `constructor` that was not sent is undefined. */
function copyParameters(parameters: object): Record<string, unknown> {
  return Object.assign(Object.create(null), parameters);
}

/** Whether a request body gets the defaults of what it leaves out. A change keeps the rest of its record instead. */
function fillsDefaults({ role, model }: ServedRole): boolean {
  const keeps = model.resources.get(role.resource ?? '')?.replaceKeeps === true;
  if (role.bulk !== undefined) return role.bulk.change === 'create';
  if (role.role === 'replace' || role.role === 'upsert') return !keeps;
  return !['update', 'copy', 'action'].includes(role.role);
}

function createBodyValidator(
  { validators }: Contract,
  { id, requestBody }: Operation,
  isFilled: boolean,
): ServedOperation<string>['checkBody'] {
  const byType = new Map<string, Validate>();
  return (body, _, mediaType) => {
    const isMain = mediaType === requestBody?.mediaType;
    const read = byType.get(mediaType);
    const validate = read ?? validators.body(id, isMain ? undefined : mediaType);
    byType.set(mediaType, validate);
    // The validator fills in defaults.
    const judged: unknown = isFilled ? body : structuredClone(body);
    return { faults: validate(judged), ignored: [] };
  };
}
