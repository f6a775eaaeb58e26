import type { Contract } from '../../../contract/index.ts';
import type { OpenRequest, RequestHandler } from '../../handle-request.ts';
import { addHeader, replaceBody } from '../../http/change-reply.ts';
import { LayeredRequest } from '../../layered-request.ts';
import type { MockReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import { type Answer, whenAnswered } from '../../store/answer.ts';
import { type Choice, type ChosenAnswer, chooseReply } from './choose-reply.ts';
import { parsePrefer } from './parse-prefer.ts';

/** A request that prefers something that the contract has. */
class PreferringRequest extends LayeredRequest {
  readonly choice: Choice;

  constructor(inner: OpenRequest, choice: Choice) {
    super(inner);
    this.choice = choice;
  }
}

/**
 * Answers as a request prefers (RFC 7240): with a status, with an example of the contract, or later. Whatever else is
 * wrong with the request is refused first, the key above all. Without the header this costs one look at it.
 */
export function applyPreferences(
  handler: RequestHandler,
  readContract: () => Contract,
): RequestHandler {
  return {
    open: (head) => {
      const opened = handler.open(head);
      const prefer = head.header('prefer');
      if (prefer === undefined || 'status' in opened) return opened;
      const preferences = parsePrefer(prefer);
      if (preferences === undefined) return opened;
      const contract = readContract();
      const { id } = opened.operation;
      const operation = contract.operations.find((each) => each.id === id);
      if (operation === undefined) return opened;
      const choice = chooseReply(contract, operation, preferences);
      return choice instanceof Refusal
        ? handler.refuse(head, id, choice)
        : new PreferringRequest(opened, choice);
    },
    answer: (request, body) =>
      request instanceof PreferringRequest ? answer(request, body) : handler.answer(request, body),
    refuse: handler.refuse,
  };

  function answer(request: PreferringRequest, bytes: Uint8Array | undefined): Answer<MockReply> {
    const { inner, choice } = request;
    if (choice.answer === undefined)
      return whenAnswered(handler.answer(inner, bytes), (reply) => apply(reply, choice));
    const { head, operation, parameters } = inner;
    const body = operation.readBody(bytes, parameters);
    return body instanceof Refusal
      ? handler.refuse(head, operation.id, body)
      : apply(write(inner, choice.answer), choice);
  }

  function write({ head, operation }: OpenRequest, answer: ChosenAnswer): MockReply {
    if (answer.kind === 'problem') {
      const { id, status } = answer.problem;
      const detail = 'The request asked for this answer by its header Prefer.';
      const challenge = ['WWW-Authenticate', 'Bearer'];
      const headers = id === 'unauthorized' ? challenge : [];
      return handler.refuse(head, operation.id, new Refusal(id, detail, { status, headers }));
    }
    const { status, mediaType, value } = answer.example;
    // A refusal has all that an answer needs beside its status and its body.
    const frame = handler.refuse(head, operation.id, new Refusal('internal-error', ''));
    return replaceBody(frame, status, mediaType, JSON.stringify(value));
  }
}

function apply(reply: MockReply, { applied, delayMs }: Choice): MockReply {
  const marked = addHeader(reply, 'Preference-Applied', applied);
  return delayMs === 0 ? marked : { ...marked, delayMs: delayMs + (reply.delayMs ?? 0) };
}
