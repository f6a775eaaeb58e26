import {
  type Contract,
  type Fault,
  matchStatus,
  mostFaults,
  type Operation,
  type OperationId,
  operationIds,
  type Parameters,
  type RequestBody,
  successReply,
} from '../contract/index.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import { createAuthoriser, createNegotiator, createWorkspaceCheck } from './http/check-head.ts';
import type { Cors } from './http/cors.ts';
import { createRequestHandler, type RequestHandler } from './http/handle-request.ts';
import { ContractBreach } from './http/problems.ts';
import { createReplyWriter, createResponder } from './http/respond.ts';
import {
  createMissingBodyReader,
  type ReplyContent,
  type ServedOperation,
  serveOperation,
} from './http/serve-operation.ts';
import type { MockReply } from './mock-request.ts';
import type {
  Behaviour,
  BehaviourReply,
  BehaviourRequest,
  ResourceContext,
} from './operations/behaviour.ts';
import type { Behaviours } from './operations/index.ts';
import { createBodyRules, createTextRules, skippable, type TextRules } from './operations/rules.ts';
import { Refusal } from './refusal.ts';
import type { SharedSession } from './store/shared-store.ts';
import { type Answer, isPromise, type Store, whenAnswered } from './store/store.ts';

export interface ServiceOptions {
  contract: Contract;
  behaviours: Behaviours;
  context: ResourceContext;
  store: Store | SharedSession;
  clock: { readonly now: number; tick(): void };
  apiKeys: readonly string[];
  /** The only existing workspaces. Default: the assumption `unknown-workspace`. */
  workspaces: readonly string[] | undefined;
  cors: Cors;
  bodyLimit: number;
  onError(line: string): void;
}

/**
 * Serves the operations of a contract with the mock's behaviours.
 * @throws Error when the mock has no behaviour for an operation of the contract
 */
export function createService(options: ServiceOptions): RequestHandler {
  const { contract, clock, bodyLimit, onError } = options;
  const checkKey = createAuthoriser(options.apiKeys, contract.document.info.title);
  return createRequestHandler<OperationId, MockReply>({
    match: contract.matchOperation,
    findOperation: serveOperations(options),
    onOpen: () => clock.tick(),
    authorise: (head, operation) => (operation?.secured === true ? checkKey(head) : undefined),
    checkPath: createWorkspaceCheck(contract, options.workspaces),
    bodyLimit,
    respond: createResponder(options),
    onError,
  });
}

const none: readonly string[] = [];

/** Prepares the steps of an operation on its first request, which keeps the start fast. */
function serveOperations({
  contract,
  behaviours,
  context,
  store,
}: ServiceOptions): (id: string) => ServedOperation<OperationId> {
  const { assumptions, operations } = contract;
  const textRules = createTextRules(assumptions);
  const inTurn = createTurns();
  for (const { id } of operations) {
    // Untyped callers can pass a contract with other operations.
    if (!Object.hasOwn(behaviours, id))
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
      found = serve(operation, { contract, behaviours, context, store, textRules, inTurn });
      served.set(id, found);
    }
    return found;
  };
}

interface Serving extends Pick<ServiceOptions, 'contract' | 'behaviours' | 'context' | 'store'> {
  textRules: TextRules;
  inTurn: ReturnType<typeof createTurns>;
}

function serve<Id extends OperationId>(
  operation: Operation<Id>,
  { contract, behaviours, context, store, textRules, inTurn }: Serving,
): ServedOperation<Id, Parameters<Id>, RequestBody<Id>> {
  const behaviour: Behaviour<Id> = behaviours[operation.id];
  const operate = createOperate(behaviour, { context, store, inTurn });
  const { assumptions, validators } = contract;
  const { mediaType } = successReply(operation);
  const write = createContentWriter(contract, operation);
  const toContent = (outcome: BehaviourReply<Id> | Refusal): ReplyContent | Refusal =>
    outcome instanceof Refusal ? outcome : write(outcome);
  return serveOperation<Id, Parameters<Id>, RequestBody<Id>>(operation, {
    validators,
    negotiate: mediaType === undefined ? undefined : createNegotiator(mediaType),
    refusesUnknown: assumptions['unknown-query-parameters'] === 'refused',
    readMissingBody: createMissingBodyReader(operation, assumptions),
    checkBody: createBodyCheck(contract, operation, textRules),
    run: (request) => whenAnswered(operate(request), toContent),
  });
}

/** Runs a behaviour in a transaction of the store, if it has transactions. */
function createOperate<Id extends OperationId>(
  behaviour: Behaviour<Id>,
  { context, store, inTurn }: Pick<Serving, 'context' | 'store' | 'inTurn'>,
): (request: BehaviourRequest<Id>) => ReturnType<Behaviour<Id>> {
  if (isTransacting(store))
    return (request) => store.transact((view) => behaviour(request, { ...context, store: view }));
  const own = { ...context, store };
  const behave = (request: BehaviourRequest<Id>) => behaviour(request, own);
  return (request) => inTurn(behave, request);
}

function isTransacting(store: Store | SharedSession): store is SharedSession {
  return store.transact !== undefined;
}

/** Creates the function that writes a successful reply. It throws ContractBreach if the reply violates the contract. */
function createContentWriter<Id extends OperationId>(
  contract: Contract,
  operation: Operation<Id>,
): (reply: BehaviourReply<Id>) => ReplyContent {
  const replies = operation.replies.filter(({ status }) => status.startsWith('2'));
  const documentedStatus = Number(successReply(operation).status);
  const writers = replies.map((reply) => ({
    ...reply,
    write:
      reply.mediaType === undefined
        ? () => undefined
        : createReplyWriter(contract, operation, reply),
  }));
  return ({ status = documentedStatus, body }) => {
    for (const { status: documented, mediaType, write } of writers) {
      if (matchStatus(documented, status))
        return { status, mediaType, headers: none, body: write(body) };
    }
    throw new ContractBreach(`the response of ${operation.id}`, [
      { detail: `has the undocumented status ${status}` },
    ]);
  };
}

/**
 * Creates the step that finds the faults of a body, up to `mostFaults`: violations of its schema and of further rules.
 */
function createBodyCheck(
  contract: Contract,
  operation: Operation,
  textRules: TextRules,
): (body: unknown, parameters: object) => readonly Fault[] {
  const { validators, assumptions } = contract;
  const schema = operation.requestBody?.schema ?? {};
  const allRules = createBodyRules(contract, schema, textRules);
  const typesAlone = createBodyRules(contract, schema, textRules, skippable);
  const refusesEmpty =
    operation.assumptions.includes('empty-update') && assumptions['empty-update'] === 'refused';
  const names = Object.keys(schema.properties ?? {});
  return (body, parameters) => {
    const faults = validators.body(operation.id, body);
    const skips = 'skipValidation' in parameters && parameters.skipValidation === 'true';
    const rules = skips ? typesAlone : allRules;
    const broken = rules(body);
    if (refusesEmpty && isRecord(body) && !names.some((name) => Object.hasOwn(body, name))) {
      broken.push({ pointer: '', detail: `must have at least one of ${names.join(', ')}` });
    }
    if (broken.length === 0 || faults.length === 0) return broken.length === 0 ? faults : broken;
    const places = new Set(faults.map(({ pointer }) => pointer));
    // Further rules are skipped where a value already violates its schema.
    return [...faults, ...broken.filter(({ pointer }) => !places.has(pointer))].slice(
      0,
      mostFaults,
    );
  };
}

/**
 * Creates a function that runs tasks one at a time once one of them returns a promise: the data that an operation reads
 * must not change before it writes. Tasks that return a value never wait, and have no overhead.
 */
export function createTurns(): <Input, Output>(
  task: (input: Input) => Answer<Output>,
  input: Input,
) => Answer<Output> {
  let last: Promise<unknown> | undefined;
  const hold = <Output>(output: Promise<Output>): Promise<Output> => {
    const settled = output.then(ignore, ignore).then(() => {
      if (last === settled) last = undefined;
    });
    last = settled;
    return output;
  };
  return (task, input) => {
    if (last !== undefined) return hold(last.then(() => task(input)));
    const output = task(input);
    return isPromise(output) ? hold(output) : output;
  };
}

function ignore(): void {}
