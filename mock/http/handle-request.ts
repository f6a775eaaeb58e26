import type { Match, OperationId } from '../../contract/index.ts';
import type { MockReply, MockRequest, RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { OutdatedSession } from '../store/shared-store.ts';
import { type Answer, isPromise, whenAnswered } from '../store/store.ts';
import { refuseTooLarge } from './check-head.ts';
import { explainError } from './problems.ts';
import type { ReplyContent, ServedOperation } from './serve-operation.ts';

/** A request whose head was accepted, and which now needs its body, if it has one. */
export interface OpenRequest<Id extends string = OperationId> {
  head: RequestHead;
  operation: ServedOperation<Id>;
  parameters: object;
}

/** The two halves of handling a request. An adapter reads the body between them. */
export interface RequestHandler<Id extends string = OperationId, Reply = MockReply> {
  /** Handles the head. A refusal is sent before the body is read. */
  open(head: RequestHead): OpenRequest<Id> | Reply;
  /** Handles the rest. Returns a promise only if the operation does. */
  answer(request: OpenRequest<Id>, body: Uint8Array | undefined): Answer<Reply>;
  /** Creates the reply to a problem that an adapter finds, such as a body that is too large. */
  refuse(head: RequestHead, operation: Id | undefined, refusal: Refusal<string>): Reply;
}

/** A handler that may have to wait before it accepts or refuses a head. */
export interface AskingHandler<Id extends string = OperationId, Reply = MockReply>
  extends Omit<RequestHandler<Id, Reply>, 'open'> {
  open(head: RequestHead): Answer<OpenRequest<Id> | Reply>;
}

/** How far a request got if no operation matches. */
export type Unmatched = Exclude<Match<string>, { kind: 'operation' }>;

/** Writes the replies of a surface, with the headers that all of them have. */
export interface Responder<Id extends string, Reply> {
  reply(head: RequestHead, operation: Id, content: ReplyContent): Reply;
  refuse(head: RequestHead, operation: Id | undefined, refusal: Refusal<string>): Reply;
  /** For a request that no operation matches. */
  unmatched(head: RequestHead, match: Unmatched): Reply;
}

/** An HTTP interface with its own contract: the service, or the control surface of the mock. */
export interface Surface<Id extends string, Reply> {
  match(method: string, path: string): Match<Id>;
  /** @throws Error when the contract has no operation with this id */
  findOperation(id: Id): ServedOperation<Id>;
  /** Called first for each request. */
  onOpen?(): void;
  /** Refuses clients that may not call the operation, or any path at all, before the rest of the request is read. */
  authorise(
    head: RequestHead,
    operation: ServedOperation<Id> | undefined,
  ): Refusal<string> | undefined;
  /** Checks the path, once its parameters are valid. */
  checkPath?(path: Record<string, string>): Refusal | undefined;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
  respond: Responder<Id, Reply>;
  /** Called with one line for each bug that caused a 500. */
  onError(line: string): void;
}

/** Handles a request: match → authorise → read and validate → run → validate the reply → reply. */
export function createRequestHandler<Id extends string, Reply extends { status: number }>(
  surface: Surface<Id, Reply>,
): RequestHandler<Id, Reply> {
  const { respond, bodyLimit } = surface;
  return { open, answer, refuse: respond.refuse };

  function open(head: RequestHead): OpenRequest<Id> | Reply {
    let operation: ServedOperation<Id> | undefined;
    try {
      surface.onOpen?.();
      const match = surface.match(head.method, head.path);
      if (match.kind === 'operation') operation = surface.findOperation(match.operation.id);
      const barred = surface.authorise(head, operation);
      if (barred !== undefined) return respond.refuse(head, operation?.id, barred);
      if (match.kind !== 'operation') return respond.unmatched(head, match);
      if (operation === undefined) throw new Error(`${match.operation.id} is not implemented`);
      const parameters = readHead(operation, head, match.parameters);
      return parameters instanceof Refusal
        ? respond.refuse(head, operation.id, parameters)
        : { head, operation, parameters };
    } catch (error) {
      return fail(head, operation?.id, error);
    }
  }

  /** Validates the head of an authorised request. */
  function readHead(
    operation: ServedOperation<Id>,
    head: RequestHead,
    path: Record<string, string>,
  ): object | Refusal {
    const unacceptable = operation.negotiate?.(head);
    if (unacceptable !== undefined) return unacceptable;
    const parameters = operation.readParameters(path, head.query);
    if (parameters instanceof Refusal) return parameters;
    const refused = surface.checkPath?.(path);
    if (refused !== undefined) return refused;
    if (!operation.takesBody || !head.hasBody) return parameters;
    return operation.checkBodyHead(head, bodyLimit) ?? parameters;
  }

  function answer(
    { head, operation, parameters }: OpenRequest<Id>,
    bytes: Uint8Array | undefined,
  ): Answer<Reply> {
    try {
      const body = operation.readBody(bytes, parameters);
      if (body instanceof Refusal) return respond.refuse(head, operation.id, body);
      const content = operation.run({ head, parameters, body: body.value });
      if (!isPromise(content)) return finish(head, operation.id, content);
      return content
        .then((settled) => finish(head, operation.id, settled))
        .catch((error: unknown) => fail(head, operation.id, error));
    } catch (error) {
      return fail(head, operation.id, error);
    }
  }

  function finish(head: RequestHead, id: Id, content: ReplyContent | Refusal<string>): Reply {
    return content instanceof Refusal
      ? respond.refuse(head, id, content)
      : respond.reply(head, id, content);
  }

  /** Logs a bug, and tells the client that there is one. */
  function fail(head: RequestHead, id: Id | undefined, error: unknown): Reply {
    // The pipeline restarts the request.
    if (error instanceof OutdatedSession) throw error;
    // The store could not save something; it has logged why.
    if (error instanceof Refusal) return respond.refuse(head, id, error);
    const { detail, line, faults } = explainError(error, id);
    surface.onError(`500 ${head.method} ${head.path}: ${line}`);
    return respond.refuse(head, id, new Refusal('internal-error', detail, { faults }));
  }
}

/** Handles a request whose body has already arrived. The caller may change the reply. */
export function handleWhole(
  handler: AskingHandler,
  request: MockRequest,
  bodyLimit: number,
): Answer<MockReply> {
  const { method, path, query, body } = request;
  const size = body?.length ?? 0;
  const header = (name: string) => request.header(name);
  const head: RequestHead = { method, path, query, header, hasBody: size > 0 };
  const opened = handler.open(head);
  const answer = isPromise(opened) ? opened.then(answerOpened) : answerOpened(opened);
  return whenAnswered(answer, (reply) => ({ ...reply, headers: [...reply.headers] }));

  function answerOpened(opened: OpenRequest | MockReply): Answer<MockReply> {
    if ('status' in opened) return opened;
    const { id, takesBody } = opened.operation;
    if (!takesBody) return handler.answer(opened, undefined);
    return size > bodyLimit
      ? handler.refuse(head, id, refuseTooLarge(bodyLimit))
      : handler.answer(opened, body);
  }
}
