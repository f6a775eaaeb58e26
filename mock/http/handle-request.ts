import type { Match, OperationId } from '../../contract/index.ts';
import type { MockReply, MockRequest, RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import { OutdatedSession } from '../store/shared-store.ts';
import { type Answer, isPromise, whenAnswered } from '../store/store.ts';
import { refuseTooLarge } from './check-head.ts';
import { explainError } from './problems.ts';
import type { ReplyContent, ServedOperation } from './serve-operation.ts';

/** A request whose head has been accepted: it needs its body, or nothing more. */
export interface OpenRequest<Id extends string = OperationId> {
  head: RequestHead;
  operation: ServedOperation<Id>;
  parameters: object;
}

/** The two halves of a request's life. Between them, an adapter reads the body. */
export interface RequestHandler<Id extends string = OperationId, Reply = MockReply> {
  /** Everything that the head decides: a refusal is sent before the body is read. */
  open(head: RequestHead): OpenRequest<Id> | Reply;
  /** Everything else: a promise only where the operation answers by one. */
  answer(request: OpenRequest<Id>, body: Uint8Array | undefined): Answer<Reply>;
  /** What an adapter finds by itself, such as a body that grows too large while it is read. */
  refuse(head: RequestHead, operation: Id | undefined, refusal: Refusal<string>): Reply;
}

/** A handler that may have to ask somewhere before it accepts or refuses a head. */
export interface AskingHandler<Id extends string = OperationId, Reply = MockReply>
  extends Omit<RequestHandler<Id, Reply>, 'open'> {
  open(head: RequestHead): Answer<OpenRequest<Id> | Reply>;
}

/** How far a request got that no operation matches. */
export type Unmatched = Exclude<Match<string>, { kind: 'operation' }>;

/** Writes the replies of a surface, each with the headers that all of them carry. */
export interface Responder<Id extends string, Reply> {
  reply(head: RequestHead, operation: Id, content: ReplyContent): Reply;
  refuse(head: RequestHead, operation: Id | undefined, refusal: Refusal<string>): Reply;
  /** For a request that no operation matches. */
  unmatched(head: RequestHead, match: Unmatched): Reply;
}

/** An HTTP interface with a contract of its own: the service, or the control surface of the mock. */
export interface Surface<Id extends string, Reply> {
  match(method: string, path: string): Match<Id>;
  /** @throws Error when the contract has no operation of that id */
  findOperation(id: Id): ServedOperation<Id>;
  /** Called with each request, before anything else. */
  onOpen?(): void;
  /** Refuses who may not call an operation, or any path at all, before anything else of the request is looked at. */
  authorise(
    head: RequestHead,
    operation: ServedOperation<Id> | undefined,
  ): Refusal<string> | undefined;
  /** Refuses by what is in the path, once its parameters are valid. */
  checkPath?(path: Record<string, string>): Refusal | undefined;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
  respond: Responder<Id, Reply>;
  /** Called with one line for each bug that was answered with 500. */
  onError(line: string): void;
}

/** The life of a request: match → authorise → read and validate → run → validate the own reply → reply. */
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

  /** Validates all that the head of an authorised request says. */
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

  /** A bug is logged, and the client learns that there is one. */
  function fail(head: RequestHead, id: Id | undefined, error: unknown): Reply {
    // The request starts again.
    if (error instanceof OutdatedSession) throw error;
    // A store refuses what it cannot save; it has logged why.
    if (error instanceof Refusal) return respond.refuse(head, id, error);
    const { detail, line, faults } = explainError(error, id);
    surface.onError(`500 ${head.method} ${head.path}: ${line}`);
    return respond.refuse(head, id, new Refusal('internal-error', detail, { faults }));
  }
}

/** Answers a request whose body is already there. The caller may change the reply. */
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
