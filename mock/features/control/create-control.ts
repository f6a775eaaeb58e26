import { matchStatus, type Operation } from '../../../contract/index.ts';
import { createMatcher } from '../../../contract/match-operation.ts';
import { createValidators, type Validators } from '../../../contract/validators.ts';
import { controlOperations } from '../../../generated/control-document.js';
import type { ControlOperationId } from '../../../generated/control-names.ts';
import { schemas } from '../../../generated/control-schemas.js';
import { createRequestHandler, type RequestHandler } from '../../http/handle-request.ts';
import { ContractBreach } from '../../http/problems.ts';
import {
  createMissingBodyReader,
  type ReplyContent,
  type ServedOperation,
  serveOperation,
} from '../../http/serve-operation.ts';
import { readSession, type WireReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import { whenAnswered } from '../../store/store.ts';
import { AccessCheck, type AccessOptions } from './check-access.ts';
import {
  type ControlBody,
  type ControlContext,
  type ControlHandler,
  type ControlHandlers,
  type ControlParameters,
  controlResponder,
  FileResult,
  isPageTarget,
  StreamResult,
} from './control-operation.ts';
import { createInformationHandlers, pageHandlers } from './information.ts';
import {
  createClockHandlers,
  createFaultHandlers,
  createSessionHandlers,
  createSnapshotHandlers,
} from './session-handlers.ts';
import { createStateHandlers } from './state.ts';
import { createRequestHandlers, createWebhookHandlers } from './traffic.ts';

/** The largest body: a state of several hundred thousand sites. */
const bodyLimit = 64 * 1024 * 1024;

/** The control surface in the form that an adapter serves. */
export interface Control {
  handler: RequestHandler<ControlOperationId, WireReply>;
  bodyLimit: number;
}

/** Serves the operations of the control surface with the same pipeline as the service. */
export function createControl(context: ControlContext, access: AccessOptions): Control {
  const { core } = context;
  const check = new AccessCheck(access);
  const served = serveOperations(context, access);
  const handler = createRequestHandler<ControlOperationId, WireReply>({
    match: createMatcher(controlOperations),
    findOperation: (id) => {
      const found = served.get(id);
      if (found === undefined) throw new Error(`${id} is not implemented`);
      return found;
    },
    authorise: (head, operation) => {
      // The page contains no data, so other pages may link to it.
      const isOpen = isPageTarget(head) || operation?.secured === false;
      const barred =
        check.checkOrigin(head, head.localAddress, isOpen) ??
        (isOpen ? undefined : check.checkToken(head));
      if (barred !== undefined || operation === undefined) return barred;
      const session = core.sessions.open(readSession(head));
      return session instanceof Refusal ? session : undefined;
    },
    bodyLimit,
    respond: controlResponder,
    onError: core.onError,
  });
  return { handler, bodyLimit };
}

function serveOperations(
  context: ControlContext,
  access: AccessOptions,
): Map<string, ServedOperation<ControlOperationId>> {
  const validators = createValidators(schemas);
  const handlers: ControlHandlers = {
    ...createInformationHandlers(context),
    ...createStateHandlers(context),
    ...createSnapshotHandlers(context),
    ...createSessionHandlers(context),
    ...createClockHandlers(context),
    ...createRequestHandlers(context),
    ...createFaultHandlers(context),
    ...createWebhookHandlers(context),
    ...pageHandlers,
  };
  return new Map(
    controlOperations.map((operation) => [
      operation.id,
      serve(operation, handlers, validators, { context, access }),
    ]),
  );
}

function serve<Id extends ControlOperationId>(
  operation: Operation<Id>,
  handlers: ControlHandlers,
  validators: Validators,
  { context, access }: { context: ControlContext; access: AccessOptions },
): ServedOperation<Id, ControlParameters<Id>, ControlBody<Id>> {
  const handle: ControlHandler<Id> = handlers[operation.id];
  const { sessions, events } = context.core;
  return serveOperation<Id, ControlParameters<Id>, ControlBody<Id>>(operation, {
    validators,
    refusesUnknown: true,
    readMissingBody: createMissingBodyReader(operation, {}),
    checkBody: (body) => validators.body(operation.id, body),
    run: ({ head, parameters, body }) => {
      const session = sessions.open(readSession(head));
      if (session instanceof Refusal) return session;
      const baseUrl = access.toUrl(head.header('host') ?? access.host);
      return whenAnswered(handle({ head, baseUrl, session, parameters, body }), (result) => {
        if (result instanceof Refusal) return result;
        const content = toContent(operation, result, validators);
        if (operation.method !== 'GET' && operation.id !== 'checkRequest' && content.status < 300)
          events.emit({
            type: 'changed',
            data: { session: session.name, operation: operation.id },
          });
        return content;
      });
    },
  });
}

/** @throws ContractBreach when the reply violates the description of the control surface */
function toContent<Id extends ControlOperationId>(
  { id, replies }: Operation<Id>,
  result: object,
  validators: Validators,
): ReplyContent {
  if (result instanceof StreamResult || result instanceof FileResult) return result.content;
  const status = 'status' in result ? Number(result.status) : 204;
  if (!('body' in result)) return { status, mediaType: undefined, headers: [], body: undefined };
  const documented = replies.find((reply) => matchStatus(reply.status, status));
  const faults =
    documented === undefined
      ? [{ detail: `has the undocumented status ${status}` }]
      : validators.reply(id, documented.status, result.body);
  if (faults.length > 0) throw new ContractBreach(`the response of ${id}`, faults);
  const body = JSON.stringify(result.body);
  return { status, mediaType: 'application/json', headers: [], body };
}
