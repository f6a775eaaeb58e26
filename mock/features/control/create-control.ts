import { toProblemType } from '../../../contract/create-contract.ts';
import { createParameterParser, type Operation, successResponse } from '../../../contract/index.ts';
import { createMatcher } from '../../../contract/match-operation.ts';
import { createValidators, mostFaults } from '../../../contract/validators.ts';
import { controlOperations, controlProblems } from '../../../generated/control-document.js';
import type { ControlOperationId, ControlProblemId } from '../../../generated/control-names.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { components } from '../../../generated/control-types.ts';
import { schemas as faultSchemas } from '../../../generated/fault-schemas.js';
import {
  type AnyReply,
  type Handler,
  isSessionName,
  type MockRequest,
  sessionHeader,
  toPairs,
} from '../../handler.ts';
import { createRequestHandler } from '../../http/handle-request.ts';
import { refuseUnmatched } from '../../http/respond.ts';
import { isBodyRequired, type ReplyContent, type ServedOperation } from '../../http/steps.ts';
import { Refusal } from '../../refusal.ts';
import { refuseName } from '../../sessions/sessions.ts';
import { defaultSession } from '../../store/store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type AccessOptions, createAccessCheck } from './check-access.ts';
import type { ControlBody, ControlHandler, ControlParameters } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { createControlHandlers } from './handlers.ts';
import { readPage, toPageFile } from './page-files.ts';

/** The largest body: a state of several hundred thousand sites. */
const bodyLimit = 64 * 1024 * 1024;

/** Serves the operations of the control surface, through the same steps as the service. */
export function createControl(
  core: ControlledMock,
  webhooks: Webhooks,
  access: AccessOptions,
): Handler<AnyReply> {
  const { checkOrigin, checkToken } = createAccessCheck(access);
  const validators = createValidators({ ...schemas, ...faultSchemas });
  const handlers = createControlHandlers(core, webhooks);
  const handle = createRequestHandler<ControlOperationId, AnyReply>({
    match: createMatcher(controlOperations),
    serve,
    authorise: (request, operation) => {
      const isOpen = operation?.secured === false;
      const barred = checkOrigin(request, isOpen);
      if (barred !== undefined) throw barred;
      if (!isOpen) checkToken(request);
      if (!isSessionName(readSession(request))) throw refuseName;
    },
    bodyLimit,
    reply: (request, _id, content) => toReply(request, content),
    refuse: (request, _id, refusal) => refuse(request, refusal),
    unmatched: (request, match) => refuse(request, refuseUnmatched(request, match)),
    onError: core.onError,
  });
  return async (request) => {
    const file = toPageFile(request);
    if (file === undefined) return handle(request);
    // The page contains no data, so other pages may link to it.
    const result = request.refusal ?? checkOrigin(request, true) ?? (await readPage(file));
    return result instanceof Refusal ? refuse(request, result) : toReply(request, result);
  };

  function serve<Id extends ControlOperationId>(
    operation: Operation<Id>,
  ): ServedOperation<Id, ControlParameters<Id>, ControlBody<Id>> {
    const handler: ControlHandler<Id> = handlers[operation.id];
    const { id, method } = operation;
    const { status, mediaType } = successResponse(operation);
    const validate = validators.body(id);
    return {
      operation,
      parseParameters: createParameterParser(operation, { validators }),
      refusesUnknown: true,
      isBodyRequired: isBodyRequired(operation, {}),
      // The handler reads a state in the form that it has for the contract.
      checkBody: (body) => ({ faults: id === 'replaceState' ? [] : validate(body), ignored: [] }),
      run: async ({ request, parameters, body }) => {
        const session = readSession(request);
        const baseUrl = access.toUrl(request.header('host') ?? access.host);
        const call = { request, baseUrl, session, parameters, body };
        const result: object | AnyReply['body'] = await handler(call);
        const data = { session, operation: id };
        if (method !== 'GET') core.events.emit({ type: 'changed', data });
        // Tests validate the replies against the description of the control surface.
        const reply = typeof result === 'object' ? JSON.stringify(result) : result;
        return { status: Number(status), mediaType, headers: [], body: reply };
      },
    };
  }
}

function readSession(request: MockRequest): string {
  return request.header(sessionHeader) ?? defaultSession;
}

/** Prevents caching, buffering of streams, access from other origins, framing and content sniffing. */
const protection: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/** Replies to a refusal of the surface, or of a step that it shares with the service. */
function refuse(request: MockRequest, refusal: Refusal<string>): AnyReply {
  const id = isControlProblem(refusal.problem) ? refusal.problem : 'internal-error';
  const { title, status } = controlProblems[id];
  const { detail, headers, faults } = refusal;
  const problem: components['schemas']['Problem'] = {
    type: toProblemType(id),
    title,
    status,
    detail,
    ...(faults.length > 0 && { errors: faults.slice(0, mostFaults) }),
  };
  const body = JSON.stringify(problem);
  const reply = toReply(request, { status, mediaType: 'application/problem+json', headers, body });
  return { ...reply, faults };
}

function isControlProblem(id: string): id is ControlProblemId {
  return Object.hasOwn(controlProblems, id);
}

function toReply(
  { method }: MockRequest,
  { status, mediaType, headers, body }: ReplyContent,
): AnyReply {
  const length = typeof body === 'string' ? String(Buffer.byteLength(body)) : undefined;
  const all = {
    ...(mediaType !== undefined && { 'Content-Type': mediaType }),
    ...(length !== undefined && { 'Content-Length': length }),
    Date: new Date().toUTCString(),
    ...protection,
    // Headers of the reply take precedence.
    ...Object.fromEntries(toPairs(headers)),
  };
  return {
    status,
    headers: Object.entries(all).flat(),
    body: method === 'HEAD' ? undefined : body,
    operation: undefined,
    faults: [],
  };
}
