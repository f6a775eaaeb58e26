import {
  type Contract,
  type Fault,
  type Match,
  type Operation,
  type OperationId,
  operationIds,
  type Parameters,
  type RequestBody,
  successReply,
} from '../../contract/index.ts';
import {
  type AnyReply,
  ContractBreach,
  defaultSession,
  type MockReply,
  type MockRequest,
  Refusal,
} from '../handler.ts';
import type { Behaviour, Behaviours } from '../operations/index.ts';
import { createBodyCheck, createTextRules, type TextRules } from '../operations/rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createReplyWriter, createResponder, type Responder } from './respond.ts';
import {
  createAuthoriser,
  createNegotiator,
  createWorkspaceCheck,
  refuseMissingBody,
  type ServedOperation,
  serveOperation,
  type ValidRequest,
} from './steps.ts';

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

interface ErrorExplanation {
  /** For the client, without internals of the mock. */
  detail: string;
  /** For the log. */
  line: string;
  faults: readonly Fault[];
}

/** Explains an error in the mock itself in one line. */
export function explainError(error: unknown, operation: string | undefined): ErrorExplanation {
  const where = operation === undefined ? '' : `${operation}: `;
  if (error instanceof ContractBreach) {
    const line = `${where}${error.message}`;
    const detail = `This is a bug in the mock, not in the request. ${line}.`;
    return { detail, line, faults: error.faults };
  }
  return {
    detail: `${where}a bug in the mock, not in the request. The log has the details.`,
    line: `${where}${describe(error)}`,
    faults: [],
  };
}

/** Returns the message, and where the error was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return [`${error.name}: ${error.message}`, place].join(' ').replaceAll(/\s+/g, ' ').trim();
}

export interface ServiceOptions {
  contract: Contract;
  behaviours: Behaviours;
  sessions: Sessions;
  apiKeys: readonly string[];
  /** The only existing workspaces. Default: the assumption `unknown-workspace`. */
  workspaces: readonly string[] | undefined;
  bodyLimit: number;
  onError(line: string): void;
}

/** The operations of a contract, without the features around them. */
export interface Service {
  readonly contract: Contract;
  handle(request: MockRequest): Promise<MockReply>;
  /** Returns the refusal that a request would get because of its form; undefined if it is valid. */
  check(request: MockRequest): Promise<MockReply | undefined>;
  refuse(request: MockRequest, operation: OperationId | undefined, refusal: Refusal): MockReply;
  /** The operation that a request is for, whether it is valid or not. */
  findOperation(request: MockRequest): Operation<OperationId> | undefined;
}

/**
 * Serves the operations of a contract with the mock's behaviours.
 * @throws Error when the mock has no behaviour for an operation of the contract
 */
export function createService(options: ServiceOptions): Service {
  const { contract, bodyLimit, onError } = options;
  const checkKey = createAuthoriser(options.apiKeys, contract.document.info.title);
  const respond = createResponder(contract);
  const handler = createRequestHandler<OperationId, MockReply>({
    match: contract.matchOperation,
    findOperation: serveOperations(options),
    authorise: (request, operation) =>
      operation?.secured === true ? checkKey(request) : undefined,
    checkPath: createWorkspaceCheck(contract, options.workspaces),
    bodyLimit,
    respond,
    onError,
  });
  return {
    contract,
    ...handler,
    refuse: respond.refuse,
    findOperation: ({ method, path }) => {
      const match = contract.matchOperation(method, path);
      return match.kind === 'operation' ? match.operation : undefined;
    },
  };
}

/** Prepares the steps of an operation on its first request, which keeps the start fast. */
function serveOperations(options: ServiceOptions): (id: string) => ServedOperation<OperationId> {
  const { assumptions, operations } = options.contract;
  const textRules = createTextRules(assumptions);
  for (const { id } of operations) {
    // Untyped callers can pass a contract with other operations.
    if (!Object.hasOwn(options.behaviours, id))
      throw new Error(
        `the mock does not implement ${id}; it implements ${operationIds.join(', ')}`,
      );
  }
  const served = new Map<string, ServedOperation<OperationId>>();
  return (id) => {
    let found = served.get(id);
    if (found === undefined) {
      const operation = operations.find((each) => each.id === id);
      if (operation === undefined) throw new Error(`${id} is not implemented`);
      found = serve(operation, options, textRules);
      served.set(id, found);
    }
    return found;
  };
}

function serve<Id extends OperationId>(
  operation: Operation<Id>,
  { contract, behaviours, sessions }: ServiceOptions,
  textRules: TextRules,
): ServedOperation<Id, Parameters<Id>, RequestBody<Id>> {
  const behaviour: Behaviour<Id> = behaviours[operation.id];
  const { assumptions, validators } = contract;
  const { mediaType } = successReply(operation);
  const write = createReplyWriter(contract, operation);
  const transaction = { readOnly: operation.method === 'GET' };
  return serveOperation<Id, Parameters<Id>, RequestBody<Id>>(operation, {
    validators,
    negotiate: mediaType === undefined ? undefined : createNegotiator(mediaType),
    refusesUnknown: assumptions['unknown-query-parameters'] === 'refused',
    missing: refuseMissingBody(operation, assumptions),
    checkBody: createBodyCheck(contract, operation, textRules),
    run: ({ request, parameters, body }) =>
      sessions.transact(
        request.session ?? defaultSession,
        async (context) => {
          const outcome = await behaviour({ parameters, body }, context);
          // An invalid reply takes the changes back.
          return outcome instanceof Refusal ? outcome : write(outcome);
        },
        transaction,
      ),
  });
}
