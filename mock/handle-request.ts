import type { OperationId, Parameters } from '../contract/index.ts';
import { checkAnnouncedSize } from './http/body-size.ts';
import { createTurns } from './in-turn.ts';
import type { MockReply, RequestHead } from './mock-request.ts';
import type { BehaviourReply } from './operations/behaviour.ts';
import { Refusal } from './refusal.ts';
import type { Responder } from './respond.ts';
import type { ServedOperation } from './serve-operation.ts';
import type { Service } from './service.ts';
import { type Answer, isPromise } from './store/answer.ts';

/** A request whose head has been accepted: it needs its body, or nothing more. */
export interface OpenRequest<Id extends OperationId = OperationId> {
  head: RequestHead;
  operation: ServedOperation<Id>;
  parameters: Parameters<Id>;
}

/** The two halves of a request's life. Between them, an adapter reads the body. */
export interface RequestHandler {
  /** Everything that the head decides: a refusal is answered before the body is read. */
  open(head: RequestHead): OpenRequest | MockReply;
  /** Everything else: a promise only where the store answers by promises. */
  answer(request: OpenRequest, body: Uint8Array | undefined): Answer<MockReply>;
  /** What an adapter finds by itself, such as a body that grows too large while it is read. */
  refuse(head: RequestHead, operation: OperationId | undefined, refusal: Refusal): MockReply;
}

/** The life of a request: match → authorise → read and validate → behave → validate the own reply → reply. */
export function createRequestHandler(service: Service, respond: Responder): RequestHandler {
  const { contract, clock, findOperation, authorise, checkWorkspace, bodyLimit } = service;
  const inTurn = createTurns();
  return { open, answer, refuse: respond.refuse };

  function open(head: RequestHead): OpenRequest | MockReply {
    let id: OperationId | undefined;
    try {
      clock.tick();
      const match = contract.matchOperation(head.method, head.path);
      if (match.kind !== 'operation') return respond.unmatched(head, match);
      const operation = findOperation(match.operation.id);
      id = operation.id;
      const parameters = admit(operation, head, match.parameters);
      return parameters instanceof Refusal
        ? respond.refuse(head, id, parameters)
        : { head, operation, parameters };
    } catch (error) {
      return respond.fail(head, id, error);
    }
  }

  /** Authorises a request, then validates all that its head says. */
  function admit<Id extends OperationId>(
    operation: ServedOperation<Id>,
    head: RequestHead,
    path: Record<string, string>,
  ): Parameters<Id> | Refusal {
    const turnedAway =
      (operation.secured ? authorise(head) : undefined) ?? operation.negotiate(head);
    if (turnedAway !== undefined) return turnedAway;
    const parameters = operation.readParameters(path, head.query);
    if (parameters instanceof Refusal) return parameters;
    const bodyAhead = operation.takesBody && head.hasBody;
    return (
      checkWorkspace(path) ??
      (bodyAhead ? operation.checkMediaType(head) : undefined) ??
      (bodyAhead ? checkAnnouncedSize(head, bodyLimit) : undefined) ??
      parameters
    );
  }

  function answer<Id extends OperationId>(
    { head, operation, parameters }: OpenRequest<Id>,
    bytes: Uint8Array | undefined,
  ): Answer<MockReply> {
    try {
      const body = operation.readBody(bytes, parameters);
      if (body instanceof Refusal) return respond.refuse(head, operation.id, body);
      const outcome = inTurn(operation.behave, { parameters, body: body.value });
      if (!isPromise(outcome)) return finish(head, operation, outcome);
      return outcome
        .then((settled) => finish(head, operation, settled))
        .catch((error: unknown) => respond.fail(head, operation.id, error));
    } catch (error) {
      return respond.fail(head, operation.id, error);
    }
  }

  function finish<Id extends OperationId>(
    head: RequestHead,
    operation: ServedOperation<Id>,
    outcome: BehaviourReply<Id> | Refusal,
  ): MockReply {
    return outcome instanceof Refusal
      ? respond.refuse(head, operation.id, outcome)
      : respond.reply(head, operation, outcome);
  }
}
