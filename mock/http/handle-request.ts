/*
 * mock/http/: from a request to a reply: match, authorise, read, validate, behave, reply. It imports behaviours/, sessions/,
 * store/ and contract/, and no socket. Start here; steps.ts has the steps, respond.ts the replies.
 */

import { stripBasePath } from '../../contract/base-paths.ts';
import type { Contract, Match, Operation } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import {
  assertOwnBehaviours,
  type OwnBehaviours,
  toOwnBehaviours,
} from '../behaviours/own-behaviours.ts';
import { createValueSource } from '../behaviours/value-source.ts';
import type { AnyReply, MockReply, MockRequest } from '../handler.ts';
import { findService, type KnownBehaviours, type KnownOptions } from '../known-services.ts';
import { ContractBreach, Refusal } from '../refusal.ts';
import type { KnownService } from '../service-port.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { isBodySent, parseBody, receiveBody } from './request-body.ts';
import { createResponder, type Unmatched } from './respond.ts';
import { createSecurity } from './security.ts';
import { type RoleService, serveRole } from './serve-role.ts';
import { checkAccept, type ReplyContent, readParameters, type ServedOperation } from './steps.ts';

/** An HTTP interface with its own contract: the service, or the control surface of the mock. */
interface Surface<Id extends string, Reply> {
  match(method: string, path: string): Match<Id>;
  /** Prepares the steps of an operation. Called with its first request, which keeps the start fast. */
  serve(operation: Operation<Id>): ServedOperation<Id>;
  /** @throws Refusal for clients that may not call the operation, or a path without any */
  authorise(request: MockRequest, operation?: Operation<Id>): void;
  /** Checks the path, once its parameters are valid. @throws Refusal */
  checkPath?(path: Record<string, string>): void;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
  reply(request: MockRequest, operation: Id, content: ReplyContent): Reply;
  refuse(request: MockRequest, operation: Id | undefined, refusal: Refusal<string>): Reply;
  /** Replies to a request that no operation matches. */
  unmatched(request: MockRequest, match: Unmatched): Reply;
  /** Called with one line for each bug that caused a 500. */
  onError(line: string): void;
}

/**
 * Handles a request: match → authorise → negotiate → parameters → body → validate → behave → reply. A step that does not
 * accept the request throws a refusal.
 */
export function createRequestHandler<Id extends string, Reply extends AnyReply>(
  surface: Surface<Id, Reply>,
) {
  const served = new Map<Id, ServedOperation<Id>>();
  /** @param replace called with a valid request; a reply that it returns replaces that of the operation */
  return async (request: MockRequest, replace?: () => Reply | undefined): Promise<Reply> => {
    let id: Id | undefined;
    try {
      if (request.refusal !== undefined) throw request.refusal;
      const match = surface.match(request.method, request.path);
      if (match.kind !== 'operation') {
        surface.authorise(request);
        return surface.unmatched(request, match);
      }
      id = match.operation.id;
      const operation = served.get(id) ?? surface.serve(match.operation);
      served.set(id, operation);
      surface.authorise(request, match.operation);
      checkAccept(operation, request);
      const parameters = readParameters(operation, match.encoded, request);
      surface.checkPath?.(match.parameters);
      const received = isBodySent(request)
        ? await receiveBody(operation, request, surface.bodyLimit)
        : undefined;
      const parsed = parseBody(operation, received, parameters);
      const replacement = replace?.();
      if (replacement !== undefined) return replacement;
      return surface.reply(request, id, await operation.run({ request, parameters, ...parsed }));
    } catch (error) {
      if (error instanceof Refusal) return surface.refuse(request, id, error);
      return refuseBug(surface, request, id, error);
    }
  };
}

/** Logs an error in the mock itself in one line, and refuses the request, without internals of the mock. */
export function refuseBug<Id extends string, Reply>(
  { refuse, onError }: Pick<Surface<Id, Reply>, 'refuse' | 'onError'>,
  request: MockRequest,
  operation: Id | undefined,
  error: unknown,
): Reply {
  const where = operation === undefined ? '' : `${operation}: `;
  const breach = error instanceof ContractBreach ? error : undefined;
  const line = `${where}${breach?.message ?? showError(error)}`;
  onError(`500 ${request.method} ${request.path}: ${line}`);
  const detail =
    breach === undefined
      ? `${where}a bug in the mock, not in the request. The log has the details.`
      : `This is a bug in the mock, not in the request. ${line}.`;
  const refusal = new Refusal('internal-error', detail, { faults: breach?.faults ?? [] });
  return refuse(request, operation, refusal);
}

/** Returns the message, and where the error was thrown. */
function showError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const origin = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return [`${error.name}: ${error.message}`, origin].join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Behaviours of a known service replace those of the mock; those of other contracts are created from them. */
type GivenBehaviours = KnownBehaviours | OwnBehaviours;

export interface ServiceOptions {
  contract: Contract;
  /** Those that the user gave, for the operations of the contract. */
  behaviours: GivenBehaviours;
  sessions: Sessions;
  apiKeys: readonly string[];
  /** What was said to the mock about a known service. */
  known: KnownOptions;
  bodyLimit: number;
  onError(line: string): void;
}

/** The operations of a contract, without the features around them. */
export interface Service {
  readonly contract: Contract;
  /** @param replace called with a valid request; a reply that it returns replaces that of the operation */
  handle(request: MockRequest, replace?: () => MockReply | undefined): Promise<MockReply>;
  refuse(request: MockRequest, operation: string | undefined, refusal: Refusal): MockReply;
  /** The operation that a request is for, whether it is valid or not. */
  findOperation(request: MockRequest): Operation | undefined;
}

/**
 * Serves the operations of a contract with the mock's behaviours.
 * @throws Error when the mock has no behaviour for an operation of the contract
 */
export function createService(options: ServiceOptions): Service {
  const { contract, bodyLimit, onError } = options;
  assertOwnBehaviours(options.behaviours, contract.operations);
  const knownService = findService(contract);
  const server =
    knownService === undefined ? serveByRoles(options) : serveKnown(knownService, options);
  const checkSecurity = createSecurity(contract, options.apiKeys);
  const matchServed = createServedMatch(contract);
  const responder = createResponder(contract, server.examples);
  return {
    contract,
    refuse: responder.refuse,
    handle: createRequestHandler<string, MockReply>({
      ...responder,
      match: matchServed,
      serve: server.serve,
      authorise: (request, operation) => {
        if (operation !== undefined) checkSecurity(request, operation);
      },
      checkPath: server.checkPath,
      bodyLimit,
      onError,
    }),
    findOperation: ({ method, path }) => {
      const match = matchServed(method, path);
      return match.kind === 'operation' ? match.operation : undefined;
    },
  };
}

/** Serves the operations of one contract. */
interface OperationServer {
  serve(operation: Operation): ServedOperation<string>;
  checkPath: NonNullable<Surface<string, MockReply>['checkPath']>;
  /** Creates the bodies of errors. Undefined: they are problem details. */
  examples?: Parameters<typeof createResponder>[1];
}

function serveKnown(service: KnownService, options: ServiceOptions): OperationServer {
  return {
    serve: (operation) => service.serve(operation, options),
    checkPath: service.createPathCheck(options.contract, options.known),
  };
}

function serveByRoles(options: ServiceOptions): OperationServer {
  const roles = createRoleService(options);
  return {
    serve: (operation) => serveRole(roles, operation),
    checkPath: () => {},
    examples: { document: options.contract.document, ...roles.values },
  };
}

/** Operations are served at the root, and below the path of each server of the document. */
function createServedMatch({ basePaths, matchOperation }: Contract): Contract['matchOperation'] {
  return (method, path) => {
    const match = matchOperation(method, path);
    if (match.kind !== 'unknown-path') return match;
    const inner = stripBasePath(basePaths, path);
    if (inner === undefined || inner === path) return match;
    const served = matchOperation(method, inner);
    return served.kind === 'unknown-path' ? match : served;
  };
}

/** Prepares the records and the model for operations that are served by their role. */
function createRoleService({ contract, behaviours, sessions }: ServiceOptions): RoleService {
  const model = readModel(contract);
  const ownBehaviours = toOwnBehaviours(behaviours);
  return {
    contract,
    own: ownBehaviours,
    model,
    values: createValueSource(contract),
    transact: (session, work) =>
      sessions.transact(session, ({ createUuid, assumptions }, state) => {
        const now = typeof session === 'string' ? Date.now() : session.now;
        const random = (): number => Number.parseInt(createUuid().slice(0, 8), 16) / 2 ** 32;
        const { records } = state;
        return work({ records, now, createUuid, random, assumptions: { ...assumptions } });
      }),
  };
}
