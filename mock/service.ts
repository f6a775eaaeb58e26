import {
  type Contract,
  type Operation,
  type OperationId,
  operationIds,
  type Parameters,
  type RequestBody,
  successReply,
} from '../contract/index.ts';
import type { MockReply, MockRequest } from './handler.ts';
import { createRequestHandler } from './http/handle-request.ts';
import { createReplyWriter, createResponder } from './http/respond.ts';
import {
  createAuthoriser,
  createNegotiator,
  createWorkspaceCheck,
  refuseMissingBody,
  type ServedOperation,
  serveOperation,
} from './http/steps.ts';
import type { Behaviour } from './operations/behaviour.ts';
import type { Behaviours } from './operations/index.ts';
import { createBodyCheck, createTextRules, type TextRules } from './operations/rules.ts';
import { Refusal } from './refusal.ts';
import { defaultSession } from './session-name.ts';
import type { Sessions } from './sessions/sessions.ts';

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
