import type { AskingHandler, OpenRequest } from './http/handle-request.ts';
import { explainError } from './http/problems.ts';
import { type MockReply, type RequestHead, readSession, readValidSession } from './mock-request.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './sessions/create-session.ts';
import type { Sessions } from './sessions/sessions.ts';
import { type Admission, OutdatedSession } from './store/shared-store.ts';
import { type Answer, isPromise } from './store/store.ts';

/** The optional features around the operations, from the outermost to the innermost. */
const order = ['metrics', 'log', 'journal', 'faults', 'prefer', 'page'] as const;

export type MiddlewareName = (typeof order)[number];

/** An optional feature that intercepts requests, observes replies, or both. */
export interface Middleware {
  /**
   * Called after the head of a request was accepted or refused, before its body is read.
   * @returns a reply to send at once, a reaction, or undefined to let the request continue
   */
  onRequest?(request: ReadRequest): MockReply | Reaction | undefined;
  /** Called with every reply as it is sent, whatever created it. */
  onSent?(exchange: Exchange): void;
}

export interface ReadRequest {
  head: RequestHead;
  /** Undefined when the request was refused before it had a session. */
  session: Session | undefined;
  /** The result of the operation or of an inner middleware: an open request, or a reply. */
  opened: OpenRequest | MockReply;
}

/** How a middleware changes a request that continues. */
export interface Reaction {
  /** Replies instead of the operation, after the body was read. */
  answer?(body: Uint8Array | undefined): MockReply;
  /** Changes the reply. */
  onReply?(reply: MockReply): MockReply;
}

export interface Exchange {
  head: RequestHead;
  session: string;
  body: Uint8Array | undefined;
  reply: MockReply;
  /** The time from the request head to the response, without network time. */
  durationMs: number;
}

/** The handler of a mock. It determines the session of a request once, and runs the enabled features around it. */
export interface Pipeline extends AskingHandler {
  /** Returns a handler that runs all requests in one session, whatever session they name. */
  of(findSession: () => Session): AskingHandler;
  use(name: MiddlewareName, middleware: Middleware): void;
  remove(name: MiddlewareName): void;
}

/**
 * An accepted request, with the reactions of the middleware. It stays in its session, even if the session is removed
 * meanwhile.
 */
interface PendingRequest extends OpenRequest {
  readonly session: Session;
  readonly start: number;
  /** The version of the session that the reactions are based on, if other mocks can change it. */
  readonly stamp: string | undefined;
  /** Ordered from the innermost to the outermost. */
  readonly reactions: readonly Reaction[];
}

function isPending(request: OpenRequest): request is PendingRequest {
  return 'reactions' in request;
}

const none: readonly Reaction[] = [];

/** How often a request is restarted while other mocks keep changing its session. */
const mostStarts = 10;

/**
 * @param now returns milliseconds since an arbitrary moment, to measure durations
 * @param sharing the connection to other mocks, if they share the store
 */
export function createPipeline(
  sessions: Sessions,
  now: () => number,
  onError: (line: string) => void,
  sharing?: Admission,
): Pipeline {
  const used = new Map<MiddlewareName, Middleware>();
  // Both are ordered from the innermost to the outermost.
  let deciding: Middleware[] = [];
  let observing: Middleware[] = [];

  return {
    open: (head) => {
      const start = now();
      const session = sessions.choose(head);
      return 'status' in session
        ? decide(undefined, session, head, start)
        : openIn(session, head, start);
    },
    answer,
    refuse: (head, operation, refusal) => {
      const { name, handler } = sessions.find(readSession(head)) ?? sessions.default;
      return tell(handler.refuse(head, operation, refusal), name, head, undefined, now());
    },
    of: (findSession) => ({
      open: (head) => openIn(findSession(), head, now()),
      answer,
      refuse: (head, operation, refusal) => {
        const { name, handler } = findSession();
        return tell(handler.refuse(head, operation, refusal), name, head, undefined, now());
      },
    }),
    use: (name, middleware) => {
      used.set(name, middleware);
      settle();
    },
    remove: (name) => {
      used.delete(name);
      settle();
    },
  };

  function settle(): void {
    const inUse = order.flatMap((name) => used.get(name) ?? []).reverse();
    deciding = inUse.filter(({ onRequest }) => onRequest !== undefined);
    observing = inUse.filter(({ onSent }) => onSent !== undefined);
  }

  function openIn(
    session: Session,
    head: RequestHead,
    start: number,
  ): Answer<OpenRequest | MockReply> {
    const first = session.handler.open(head);
    if (sharing === undefined) return decide(session, first, head, start);
    const admitted = sharing.admit(session, first, () => decide(session, first, head, start));
    if (!isPromise(admitted)) return admitted;
    return admitted.catch((error: unknown) =>
      decide(session, refuseFailed(session, first, head, error), head, start),
    );
  }

  function decide(
    session: Session | undefined,
    first: OpenRequest | MockReply,
    head: RequestHead,
    start: number,
  ): PendingRequest | MockReply {
    let opened = first;
    let reactions = none;
    try {
      for (const middleware of deciding) {
        const decision = middleware.onRequest?.({ head, session, opened });
        if (decision === undefined) continue;
        if ('status' in decision) {
          // Inner middleware must not change this reply.
          opened = decision;
          reactions = none;
        } else reactions = [...reactions, decision];
      }
    } catch (error) {
      opened = fail(session ?? sessions.default, head, error);
    }
    if ('status' in opened)
      return tell(opened, session?.name ?? readValidSession(head), head, undefined, start);
    if (session === undefined) throw new Error('a request without a session has a reply');
    const { operation, parameters } = opened;
    const stamp = sharing?.stamp(session);
    return { head, operation, parameters, session, start, stamp, reactions };
  }

  function answer(
    request: OpenRequest,
    body: Uint8Array | undefined,
    starts = 1,
  ): Answer<MockReply> {
    if (!isPending(request)) throw new Error('the request was opened elsewhere');
    const { session, stamp } = request;
    // The session was updated with a change by another mock after the reactions were determined.
    if (stamp !== undefined && sharing?.stamp(session) !== stamp)
      return decideAgain(request, body, starts);
    const reply = answerInstead(request, body) ?? session.handler.answer(request, body);
    return isPromise(reply)
      ? reply.then(
          (settled) => finish(request, body, settled),
          (error: unknown) => startAgain(request, body, error, starts),
        )
      : finish(request, body, reply);
  }

  async function decideAgain(
    { session, head, start }: PendingRequest,
    body: Uint8Array | undefined,
    starts: number,
  ): Promise<MockReply> {
    const opened = await openIn(session, head, start);
    return 'status' in opened ? opened : answer(opened, body, starts + 1);
  }

  /** Restarts a request, which has had no effect, because another mock has changed the session. */
  async function startAgain(
    request: PendingRequest,
    body: Uint8Array | undefined,
    error: unknown,
    starts: number,
  ): Promise<MockReply> {
    const { head, session } = request;
    if (!(error instanceof OutdatedSession) || sharing === undefined) throw error;
    try {
      if (starts > mostStarts) throw new Error(`the session ${session.name} keeps changing`);
      await sharing.refresh(session);
    } catch (failure) {
      return finish(request, body, refuseFailed(session, request, head, failure));
    }
    return decideAgain(request, body, starts);
  }

  function refuseFailed(
    session: Session,
    opened: OpenRequest | MockReply,
    head: RequestHead,
    error: unknown,
  ): MockReply {
    const operation = 'status' in opened ? opened.operation : opened.operation.id;
    return error instanceof Refusal
      ? session.handler.refuse(head, operation, error)
      : fail(session, head, error);
  }

  function answerInstead(
    { head, session, reactions }: PendingRequest,
    body: Uint8Array | undefined,
  ): MockReply | undefined {
    if (reactions.length === 0) return undefined;
    const instead = reactions.find((reaction) => reaction.answer !== undefined);
    try {
      return instead?.answer?.(body);
    } catch (error) {
      return fail(session, head, error);
    }
  }

  /** A bug in a middleware must not end the connection, or the process. */
  function fail({ handler }: Session, head: RequestHead, error: unknown): MockReply {
    const { detail, line } = explainError(error, undefined);
    onError(`500 ${head.method} ${head.path}: ${line}`);
    return handler.refuse(head, undefined, new Refusal('internal-error', detail));
  }

  function finish(
    { head, session, start, reactions }: PendingRequest,
    body: Uint8Array | undefined,
    made: MockReply,
  ): MockReply {
    let reply = made;
    for (const reaction of reactions) reply = reaction.onReply?.(reply) ?? reply;
    return tell(reply, session.name, head, body, start);
  }

  function tell(
    reply: MockReply,
    session: string,
    head: RequestHead,
    body: Uint8Array | undefined,
    start: number,
  ): MockReply {
    if (observing.length === 0) return reply;
    const exchange = { head, session, body, reply, durationMs: now() - start };
    for (const middleware of observing) middleware.onSent?.(exchange);
    return reply;
  }
}
