import { isJson } from '../../contract/media-types.ts';
import { findResponse } from '../../contract/operation.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Failure } from '../results.ts';
import type { Sent } from '../runner/target.ts';
import { assertOwn } from '../world/assert-allowed.ts';
import { callOperation } from '../world/call-operation.ts';
import { toPath } from '../world/handle.ts';
import { sendToRecord } from '../world/read-records.ts';
import { findStep } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { adoptCreated } from './adopt-created.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { judgeContent } from './documented-reply.ts';
import { listInvalidBodies } from './invalid-bodies.ts';
import { survivesNonsense } from './nonsense.ts';
import { assertCallable, callValidly } from './valid-call.ts';

export const documentedRefusal: ProtocolCheck = {
  slug: 'refuses-as-documented',
  stage: 'refusal',
  sentence: 'A refusal has the media type and the body that the document shows for its status.',
  applies: (_, { responses }) =>
    responses.some(({ status, content }) => content.length > 0 && !/^[1235]/.test(status)),
  async run(scope) {
    if (listRefusals(scope).length === 0) await provokeRefusal(scope);
    const refusals = listRefusals(scope);
    if (refusals.length === 0) throw new Inconclusive('no request was refused');
    const failures: Failure[] = [];
    const watched = { ...scope, fail: (failure: Failure) => failures.push(failure) };
    for (const sent of refusals) {
      const response = findResponse(scope.operation, sent.reply?.status ?? 0);
      if (response !== undefined && failures.length === 0) judgeContent(watched, sent, response);
    }
    for (const failure of failures) scope.fail(failure);
  },
};

/** Statuses that a service itself answers with, even if the document shows only a fallback. Others may come from a gateway. */
const ownStatuses = new Set([400, 404, 409, 422]);

/** The refusals of the run whose status an operation documents. Gateways refuse requests that are no HTTP or no JSON. */
function listRefusals({ world, operation }: ProtocolScope): Sent[] {
  const refusals: Sent[] = [];
  for (const { operation: called, sent, check } of world.journal) {
    const status = sent.reply?.status ?? 0;
    if (called !== operation || status < 400 || status >= 500 || status === 429) continue;
    const documented = findResponse(operation, status)?.status;
    const isExact = documented === String(status) || (documented === '4XX' && status === 401);
    const isOdd = check.endsWith(`/${survivesNonsense.slug}`) || !isReadable(sent);
    // A client understands the status without a body.
    const isEmpty = sent.reply?.bytes.length === 0;
    if (!isOdd && !isEmpty && (isExact || ownStatuses.has(status))) refusals.push(sent);
  }
  return refusals;
}

/** Whether the body of a request is text, JSON where it says so. */
function isReadable({ request: { headers, body } }: Sent): boolean {
  if (body === undefined || !/json/.test(headers['Content-Type'] ?? '')) return true;
  try {
    JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}

/** Sends an invalid body, or reads a record that the run has deleted, if nothing else was refused. */
async function provokeRefusal(scope: ProtocolScope): Promise<void> {
  const { world, check, operation } = scope;
  const { requestBody, method } = operation;
  if (method === 'GET') return askForDeleted(scope);
  if (requestBody === undefined || !isJson(requestBody.mediaType)) return;
  const valid = await callValidly(scope);
  const [invalid] = listInvalidBodies(scope, valid);
  if (invalid === undefined) return;
  const { value: body } = invalid;
  const sent = await callOperation(world, check, { ...valid.call, body, isValid: false });
  if (isDone(sent)) adoptCreated(scope, valid.handle, sent);
}

/** Reads a record that the run has deleted. */
async function askForDeleted(scope: ProtocolScope): Promise<void> {
  const { world, check, operation, records } = scope;
  const role = assertCallable(world, operation);
  const last = role.bindings.at(-1);
  const resource = world.model.resources.get(last?.resource ?? '');
  const deletion = resource && findStep(world, resource, 'delete');
  if (resource === undefined || deletion === undefined) return;
  const handle = await records.create(check, resource);
  assertOwn(world, operation, handle);
  const deleted = await sendToRecord(world, check, deletion, handle);
  if (!isDone(deleted)) return;
  handle.isDeleted = true;
  const path = toPath({ operation, role }, handle);
  await callOperation(world, check, { operation, path, isValid: false });
}
