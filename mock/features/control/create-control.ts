import type { Operation } from '../../../contract/index.ts';
import { createMatcher } from '../../../contract/match-operation.ts';
import { createValidators, type Validators } from '../../../contract/validators.ts';
import { controlOperations } from '../../../generated/control-document.js';
import type { ControlOperationId } from '../../../generated/control-names.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { AnyReply, Handler, MockRequest } from '../../handler.ts';
import { createRequestHandler } from '../../http/handle-request.ts';
import {
  type ReplyContent,
  refuseMissingBody,
  type ServedOperation,
  serveOperation,
} from '../../http/serve-operation.ts';
import { Refusal } from '../../refusal.ts';
import { defaultSession, isSessionName, sessionHeader } from '../../session-name.ts';
import { refuseName } from '../../sessions/sessions.ts';
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
  replyWithFile,
  StreamResult,
} from './control-operation.ts';
import { createInformationHandlers, readPage, toPageFile } from './information.ts';
import { createJournalHandlers } from './journal-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createStateHandlers } from './state.ts';

/** The largest body: a state of several hundred thousand sites. */
const bodyLimit = 64 * 1024 * 1024;

/** Serves the operations of the control surface, through the same steps as the service. */
export function createControl(context: ControlContext, access: AccessOptions): Handler<AnyReply> {
  const check = new AccessCheck(access);
  const served = serveOperations(context, access);
  const { handle } = createRequestHandler<ControlOperationId, AnyReply>({
    match: createMatcher(controlOperations),
    findOperation: (id) => {
      const found = served.get(id);
      if (found === undefined) throw new Error(`${id} is not implemented`);
      return found;
    },
    authorise: (request, operation) => {
      // The page contains no data, so other pages may link to it.
      const isOpen = isPageTarget(request) || operation?.secured === false;
      const barred =
        check.checkOrigin(request, request.localAddress, isOpen) ??
        (isOpen ? undefined : check.checkToken(request));
      return barred ?? (isSessionName(readSession(request)) ? undefined : refuseName);
    },
    bodyLimit,
    respond: controlResponder,
    onError: context.core.onError,
  });
  return async (request) => {
    const file = toPageFile(request);
    if (file === undefined) return handle(request);
    const result =
      check.checkOrigin(request, request.localAddress, true) ?? (await readPage(file, request));
    return result instanceof Refusal
      ? controlResponder.refuse(request, undefined, result)
      : replyWithFile(request, result);
  };
}

function readSession(request: MockRequest): string {
  return request.header(sessionHeader) ?? defaultSession;
}

function serveOperations(
  context: ControlContext,
  access: AccessOptions,
): Map<string, ServedOperation<ControlOperationId>> {
  const validators = createValidators(schemas);
  const handlers: ControlHandlers = {
    ...createInformationHandlers(context),
    ...createStateHandlers(context),
    ...createSessionHandlers(context),
    ...createJournalHandlers(context),
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
  const { id, method } = operation;
  return serveOperation<Id, ControlParameters<Id>, ControlBody<Id>>(operation, {
    validators,
    refusesUnknown: true,
    missing: refuseMissingBody(operation, {}),
    checkBody: (body) => ({ faults: validators.body(id, body), ignored: [] }),
    run: async ({ request, parameters, body }) => {
      const session = readSession(request);
      const baseUrl = access.toUrl(request.header('host') ?? access.host);
      const result = await handle({ request, baseUrl, session, parameters, body });
      if (result instanceof Refusal) return result;
      const content = toContent(result);
      if (method !== 'GET' && content.status < 300)
        context.core.events.emit({ type: 'changed', data: { session, operation: id } });
      return content;
    },
  });
}

/** Tests validate the replies against the description of the control surface. */
function toContent(result: object): ReplyContent {
  if (result instanceof StreamResult || result instanceof FileResult) return result.content;
  const status = 'status' in result ? Number(result.status) : 204;
  if (!('body' in result)) return { status, mediaType: undefined, headers: [], body: undefined };
  const body = JSON.stringify(result.body);
  return { status, mediaType: 'application/json', headers: [], body };
}
