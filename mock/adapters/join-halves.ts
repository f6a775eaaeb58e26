import type { AnyReply, Handler, MockReply, MockRequest } from '../handler.ts';
import type { AskingHandler } from '../http/handle-request.ts';
import type { WireReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** The handler that a server serves. */
export interface Carried<Reply = WireReply> {
  handler: AskingHandler<string, Reply>;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/** A second handler of a server, which is loaded with its first request. */
export interface CarriedLater {
  /** Whether it handles requests for a path. */
  accepts(path: string): boolean;
  load(): Promise<Carried>;
}

/** The largest body that is read for an operation that does not use it, in bytes. */
const unusedLimit = 64 * 1024;

/** Creates the handler of the service. */
export function joinHalves(service: Carried<MockReply>): Handler {
  return (request) => handle(service, request);
}

/** Creates the handler of a server with a control surface. */
export function joinSurfaces(
  service: Carried<MockReply>,
  other: CarriedLater | undefined,
): Handler<AnyReply> {
  return async (request) => {
    if (!other?.accepts(request.path)) return handle(service, request);
    const reply = await handle(await other.load(), request);
    return { ...reply, operation: undefined };
  };
}

async function handle<Reply extends WireReply | MockReply>(
  { handler, bodyLimit }: Carried<Reply>,
  request: MockRequest,
): Promise<Reply> {
  const head = Object.assign(request, { listHeaders: () => request.rawHeaders });
  if (request.refusal !== undefined) return handler.refuse(head, undefined, request.refusal);
  const opened = await handler.open(head);
  if ('status' in opened) return opened;
  const { id, takesBody } = opened.operation;
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (!takesBody && isSafe) return handler.answer(opened, undefined);
  let body: Uint8Array | undefined;
  try {
    // Even an unused body is read before data changes: a request with a malformed body must have no effect.
    body = await request.body(takesBody ? bodyLimit : unusedLimit);
  } catch (error) {
    if (error instanceof Refusal) return handler.refuse(head, id, error);
    throw error;
  }
  return handler.answer(opened, takesBody ? body : undefined);
}
