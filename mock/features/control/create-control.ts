import { createMatcher } from '../../../contract/match-operation.ts';
import { createValidators } from '../../../contract/validators.ts';
import { controlOperations } from '../../../generated/control-document.js';
import type { ControlOperationId } from '../../../generated/control-names.ts';
import { schemas } from '../../../generated/control-schemas.js';
import { createMediaTypeCheck, refuseTooLarge } from '../../http/check-head.ts';
import { explainError, refuseUnmatched } from '../../http/problems.ts';
import type { RequestHead } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import { readSession } from '../../sessions/session-name.ts';
import { type AccessOptions, createAccessCheck } from './check-access.ts';
import type { ControlContext } from './control-context.ts';
import { ControlRefusal } from './control-refusal.ts';
import { type ControlReply, toEmptyReply, toRefusalReply } from './control-reply.ts';
import { createHandlers } from './handlers.ts';
import { type ServedControlOperation, serveControlOperation } from './serve-operation.ts';

/** The largest body that is read: a state of some hundred thousand sites. */
const controlBodyLimit = 64 * 1024 * 1024;
/** The largest body that is read for an operation that does not use one. */
const unusedBodyLimit = 64 * 1024;

/** What a connection adds to the head of a request. */
export interface Arrival {
  head: RequestHead;
  /** The address of this machine that the connection goes to. */
  localAddress: string | undefined;
  /** The whole body, or undefined as soon as it passes the limit. Only asked for once the head is accepted. */
  readBody(limit: number): Promise<Uint8Array | undefined>;
}

/** Answers one request to the control surface. */
export type Control = (arrival: Arrival) => Promise<ControlReply>;

/** The life of a request to the control surface: own origin → match → token → session → read and validate → run. */
export function createControl(context: ControlContext, access: AccessOptions): Control {
  const { core } = context;
  const { checkOrigin, checkToken } = createAccessCheck(access);
  const match = createMatcher(controlOperations);
  const checkMediaType = createMediaTypeCheck('application/json', 'POST');
  const served = serveOperations(context);
  return async (arrival) => {
    const { head } = arrival;
    try {
      const reply = await answer(arrival);
      return head.method === 'HEAD' ? { ...reply, body: undefined } : reply;
    } catch (error) {
      if (error instanceof Refusal) return toRefusalReply(error);
      const { detail, line } = explainError(error, undefined);
      core.onError(`500 ${head.method} ${head.path}: ${line}`);
      return toRefusalReply(new ControlRefusal('internal-error', detail));
    }
  };

  async function answer({ head, localAddress, readBody }: Arrival): Promise<ControlReply> {
    const matched = match(head.method, head.path);
    const found = matched.kind === 'operation' ? served.get(matched.operation.id) : undefined;
    // Whoever leaves the slash out means the page.
    const isPage = head.path === '/__mock' && head.method === 'GET';
    const isOpen = isPage || found?.operation.secured === false;
    const turnedAway =
      checkOrigin(head, localAddress, isOpen) ?? (isOpen ? undefined : checkToken(head));
    if (turnedAway !== undefined) return toRefusalReply(turnedAway);
    if (isPage) return toEmptyReply(308, ['Location', '/__mock/']);
    if (matched.kind !== 'operation') return toRefusalReply(refuseUnmatched(head, matched));
    if (found === undefined) throw new Error(`${matched.operation.id} is not served`);
    return run(found, matched.parameters, head, readBody);
  }

  async function run<Id extends ControlOperationId>(
    served: ServedControlOperation<Id>,
    path: Record<string, string>,
    head: RequestHead,
    readBody: Arrival['readBody'],
  ): Promise<ControlReply> {
    const session = core.sessions.open(readSession(head));
    if (session instanceof Refusal) return toRefusalReply(session);
    const parameters = served.readParameters(path, head.query);
    if (parameters instanceof Refusal) return toRefusalReply(parameters);
    let bytes: Uint8Array | undefined;
    if (served.operation.requestBody !== undefined && head.hasBody) {
      const refused = checkMediaType(head);
      if (refused !== undefined) return toRefusalReply(refused);
      bytes = await readBody(controlBodyLimit);
      if (bytes === undefined) return toRefusalReply(refuseTooLarge(controlBodyLimit));
    } else if (head.hasBody && served.operation.method !== 'GET') {
      // Not used, but read before anything happens: a request that turns out to be malformed must have no effect.
      if ((await readBody(unusedBodyLimit)) === undefined)
        return toRefusalReply(refuseTooLarge(unusedBodyLimit));
    }
    const body = served.readBody(bytes);
    if (body instanceof Refusal) return toRefusalReply(body);
    const baseUrl = `http://${head.header('host')}`;
    const reply = await served.run({ head, baseUrl, session }, parameters, body.value);
    if (served.operation.method !== 'GET' && reply.status < 300)
      core.events.emit({ type: 'changed', data: { session: session.name } });
    return reply;
  }
}

function serveOperations(context: ControlContext): Map<string, ServedControlOperation> {
  const validators = createValidators(schemas);
  const handlers = createHandlers(context);
  return new Map(
    controlOperations.map((operation) => [
      operation.id,
      serveControlOperation(operation, handlers, validators),
    ]),
  );
}
