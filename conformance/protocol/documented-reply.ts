import type { DocumentedResponse, Fault } from '../../contract/index.ts';
import { isJson } from '../../contract/media-types.ts';
import { findResponse } from '../../contract/operation.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Failure } from '../results.ts';
import type { Sent } from '../runner/target.ts';
import { isDone } from '../world/world.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { mentionsNull } from './mentions-null.ts';
import { assertServed } from './unserved.ts';
import { callValidly } from './valid-call.ts';

export const documentedReply: ProtocolCheck = {
  slug: 'replies-as-documented',
  stage: 'shape',
  sentence: 'A valid request gets a documented status, media type and body.',
  applies: () => true,
  async run(scope) {
    const failures: Failure[] = [];
    const watched = { ...scope, fail: (failure: Failure) => failures.push(failure) };
    let obstacle: Inconclusive | undefined;
    try {
      const { sent } = await callValidly(scope);
      judgeReply(watched, sent);
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      obstacle = error;
    }
    for (const sent of listTrusted(scope)) {
      if (failures.length > 0) break;
      judgeReply(watched, sent);
    }
    if (failures.length === 0) await assertServed(watched);
    for (const failure of failures) scope.fail(failure);
    if (failures.length === 0 && obstacle !== undefined) throw obstacle;
  },
};

/**
 * The successes of the run for valid requests to an operation. After an invalid write was accepted, the service may show what it
 * got, and only the acceptance is its fault.
 */
function listTrusted({ world, operation }: ProtocolScope): Sent[] {
  const { resource } = world.model.operations.get(operation.id) ?? {};
  const trusted: Sent[] = [];
  for (const entry of world.journal) {
    const role = world.model.operations.get(entry.operation.id);
    const isWrite = entry.operation.method !== 'GET';
    if (isWrite && !entry.isValid && isDone(entry.sent) && role?.resource === resource) break;
    const isOwn = entry.operation === operation && entry.isValid;
    if (isOwn && isSuccess(entry.sent)) trusted.push(entry.sent);
  }
  return trusted;
}

const isSuccess = ({ reply }: Sent): boolean => reply !== undefined && reply.status < 300;

/** Fails for a success that the document does not show, and for a reply that does not match what it shows. */
function judgeReply(scope: ProtocolScope, sent: Sent): void {
  const { operation, world } = scope;
  const { reply } = sent;
  if (reply === undefined) return;
  const response = findResponse(operation, reply.status);
  if (response === undefined) {
    if (reply.status >= 400) {
      if (reply.status < 500)
        throw new Inconclusive(`${operation.id} refused a valid request with ${reply.status}`);
      return;
    }
    scope.fail({
      message: `${operation.id} answers with a status that is not documented`,
      expected: operation.responses.map(({ status }) => status).join(', '),
      received: `status ${reply.status}`,
      exchange: world.show(sent),
    });
    return;
  }
  if (reply.status < 500) judgeContent(scope, sent, response);
}

/** Fails for a media type or a body that a documented response does not have. */
export function judgeContent(scope: ProtocolScope, sent: Sent, response: DocumentedResponse): void {
  const { operation, world } = scope;
  const { reply } = sent;
  if (reply === undefined) return;
  const [mediaType = ''] = (reply.headers['content-type'] ?? '').split(';');
  if (response.content.length === 0 || response.mediaType === undefined) return;
  const isDocumented = response.content.some((content) =>
    matchesType(content.mediaType, mediaType),
  );
  // Gateways and frameworks refuse with problem details (RFC 9457) where a document shows JSON.
  const isProblem = reply.status >= 400 && /[/+]json$/.test(mediaType.trim().toLowerCase());
  if (!isDocumented && isProblem && response.content.some((content) => isJson(content.mediaType)))
    return;
  if (!isDocumented) {
    scope.fail({
      message: `${operation.id} answers ${reply.status} in a media type that is not documented`,
      expected: response.content.map((content) => content.mediaType).join(', '),
      received: mediaType === '' ? 'no Content-Type' : mediaType,
      exchange: world.show(sent),
    });
    return;
  }
  if (!/[/+]json\b/.test(response.mediaType) || !matchesType(response.mediaType, mediaType)) return;
  if (reply.json === undefined) {
    scope.fail({
      message: `${operation.id} answers ${reply.status} with a body that is not JSON`,
      expected: 'JSON',
      received: reply.unreadable ?? 'nothing',
      exchange: world.show(sent),
    });
    return;
  }
  const faults = world.contract.validators.reply(
    operation.id,
    response.status,
  )(structuredClone(reply.json));
  const { document } = world.contract;
  const clear = faults.filter(({ pointer = '' }) => {
    const isNull = readAt(reply.json, pointer) === null;
    return !isNull || !mentionsNull(document, response.schema, pointer);
  });
  for (const fault of clear.slice(0, mostFaults)) failFault(scope, sent, fault);
}

/** The faults of one reply that are reported. */
const mostFaults = 3;

function failFault(
  { operation, world, fail }: ProtocolScope,
  sent: Sent,
  { pointer = '', detail }: Fault,
): void {
  fail({
    message: `${pointer || 'the body'} ${detail}`,
    expected: `a body that matches the schema of ${operation.id}`,
    received: detail,
    pointer,
    exchange: world.show(sent),
  });
}

/** Whether a media type is a documented one, or in a documented range. */
function matchesType(documented: string, sent: string): boolean {
  const [name = ''] = documented.toLowerCase().split(';');
  const type = sent.trim().toLowerCase();
  if (name === type || name === '*/*') return true;
  return name.endsWith('/*') && type.startsWith(name.slice(0, -1));
}
