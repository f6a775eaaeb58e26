import type { Match } from '../../contract/index.ts';
import type { AnyReply, MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { explainError } from './problems.ts';
import type { ReplyContent, ServedOperation, ValidRequest } from './steps.ts';

/** Why a request matched no operation. */
export type Unmatched = Exclude<Match<string>, { kind: 'operation' }>;

/** Writes the replies of a surface, with the headers that all of them have. */
export interface Responder<Id extends string, Reply> {
  reply(request: MockRequest, operation: Id, content: ReplyContent): Reply;
  refuse(request: MockRequest, operation: Id | undefined, refusal: Refusal<string>): Reply;
  /** For a request that no operation matches. */
  unmatched(request: MockRequest, match: Unmatched): Reply;
}

/** An HTTP interface with its own contract: the service, or the control surface of the mock. */
export interface Surface<Id extends string, Reply> {
  match(method: string, path: string): Match<Id>;
  /** @throws Error when the contract has no operation with this id */
  findOperation(id: Id): ServedOperation<Id>;
  /** Refuses clients that may not call the operation, or any path at all. */
  authorise(
    request: MockRequest,
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

/** The largest body that is read for an operation that does not use it, in bytes. */
const unusedLimit = 64 * 1024;

/** A valid request, and its operation. */
interface Accepted<Id extends string> {
  operation: ServedOperation<Id>;
  valid: ValidRequest;
}

/** Handles a request: match → authorise → negotiate → parameters → body → validate → behave → reply. */
export function createRequestHandler<Id extends string, Reply extends AnyReply>(
  surface: Surface<Id, Reply>,
) {
  const { respond, bodyLimit } = surface;
  return { handle, check };

  async function handle(request: MockRequest): Promise<Reply> {
    const accepted = await accept(request);
    if ('status' in accepted) return accepted;
    const { operation, valid } = accepted;
    try {
      const content = await operation.run(valid);
      return content instanceof Refusal
        ? respond.refuse(request, operation.id, content)
        : respond.reply(request, operation.id, { ...content, ignored: valid.ignored });
    } catch (error) {
      return fail(request, operation.id, error);
    }
  }

  /** Returns the refusal that a request would get because of its form; undefined if it is valid. */
  async function check(request: MockRequest): Promise<Reply | undefined> {
    const accepted = await accept(request);
    return 'status' in accepted ? accepted : undefined;
  }

  async function accept(request: MockRequest): Promise<Accepted<Id> | Reply> {
    let id: Id | undefined;
    const refuse = (refusal: Refusal<string>): Reply => respond.refuse(request, id, refusal);
    try {
      if (request.refusal !== undefined) return refuse(request.refusal);
      const match = surface.match(request.method, request.path);
      if (match.kind === 'operation') id = match.operation.id;
      const operation = id && surface.findOperation(id);
      const barred = surface.authorise(request, operation);
      if (barred !== undefined) return refuse(barred);
      if (match.kind !== 'operation') return respond.unmatched(request, match);
      if (operation === undefined) throw new Error(`${match.operation.id} is not implemented`);
      const unacceptable = operation.negotiate?.(request);
      if (unacceptable !== undefined) return refuse(unacceptable);
      const parameters = operation.readParameters(match.parameters, request.query);
      if (parameters instanceof Refusal) return refuse(parameters);
      const elsewhere = surface.checkPath?.(match.parameters);
      if (elsewhere !== undefined) return refuse(elsewhere);
      const unreadable = operation.checkBodyHead(request, bodyLimit);
      if (unreadable !== undefined) return refuse(unreadable);
      // Even an unused body is read before data changes: a request with a malformed body must have no effect.
      if (request.hasBody) await request.body(operation.takesBody ? bodyLimit : unusedLimit);
      const body = operation.readBody(request.bytes, parameters);
      if (body instanceof Refusal) return refuse(body);
      const { value, ignored } = body;
      return { operation, valid: { request, parameters, body: value, ignored } };
    } catch (error) {
      return fail(request, id, error);
    }
  }

  /** Replies to a refusal that was thrown; anything else is a bug, which is logged. */
  function fail(request: MockRequest, id: Id | undefined, error: unknown): Reply {
    if (error instanceof Refusal) return respond.refuse(request, id, error);
    const { detail, line, faults } = explainError(error, id);
    surface.onError(`500 ${request.method} ${request.path}: ${line}`);
    return respond.refuse(request, id, new Refusal('internal-error', detail, { faults }));
  }
}
