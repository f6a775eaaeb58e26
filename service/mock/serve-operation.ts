import { isOperationId } from '../../contract/create-contract.ts';
import {
  createParameterParser,
  type Operation,
  type OperationId,
  type Parameters,
  type RequestBody,
  successResponse,
} from '../../contract/index.ts';
import { createReplyWriter } from '../../mock/http/respond.ts';
import { isBodyRequired, type ServedOperation } from '../../mock/http/steps.ts';
import { Refusal } from '../../mock/refusal.ts';
import type { ServiceParts } from '../../mock/service-port.ts';
import { defaultSession } from '../../mock/store/store.ts';
import { type Behaviour, type Behaviours, behaviours as builtIn } from './behaviours.ts';
import { createBodyCheck, createTextRules } from './body-rules.ts';
import { readResources } from './resource-context.ts';

/** Prepares an operation of the service. @throws Error when the service has no behaviour for it */
export function serveOperation(operation: Operation, parts: ServiceParts): ServedOperation<string> {
  const { id } = operation;
  if (!isOperationId(id)) throw new Error(`the mock does not implement ${id}`);
  return serveKnown({ ...operation, id }, parts);
}

function serveKnown<Id extends OperationId>(
  operation: Operation<Id>,
  { contract, behaviours, sessions }: ServiceParts,
): ServedOperation<Id, Parameters<Id>, RequestBody<Id>> {
  const ownBehaviours = areKnown(behaviours) ? behaviours : {};
  const behaviour: Behaviour<Id> = ownBehaviours[operation.id] ?? builtIn[operation.id];
  const { assumptions } = contract;
  const resources = readResources(contract);
  const write = createReplyWriter(contract, operation);
  const transaction = { readOnly: operation.method === 'GET' };
  return {
    operation,
    parseParameters: createParameterParser(operation, contract),
    replyType: successResponse(operation).mediaType,
    refusesUnknown: assumptions['unknown-query-parameters'] === 'refused',
    isBodyRequired: isBodyRequired(operation, assumptions),
    checkBody: createBodyCheck(contract, operation, createTextRules(assumptions)),
    run: ({ request, parameters, body, ignored }) =>
      sessions.transact(
        request.session ?? defaultSession,
        async ({ createUuid }, { records }) => {
          const context = { ...resources, createUuid, store: records };
          const outcome = await behaviour({ parameters, body }, context);
          // A refusal takes the changes back, and so does an invalid reply.
          if (outcome instanceof Refusal) throw outcome;
          return write(outcome, ignored);
        },
        transaction,
      ),
  };
}

/** Whether behaviours are those of operations of the service. */
function areKnown(behaviours: object): behaviours is Partial<Behaviours> {
  return Object.keys(behaviours).every(isOperationId);
}
