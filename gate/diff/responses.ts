import {
  type ApiContent,
  type ApiParameter,
  type ApiResponse,
  findResponse,
  isCovered,
  listStatuses,
  listSuccesses,
  toExampleStatus,
} from './api.ts';
import type { Witness } from './change.ts';
import { toParameterWire, toWire } from './comparison.ts';
import type { OperationContext } from './context.ts';
import { coversMediaType, findContent } from './media-types.ts';
import { isWrittenOtherwise } from './requests.ts';

/** Compares statuses, bodies and headers of responses. */
export function compareResponses(context: OperationContext): void {
  const { before, after, isOutgoing } = context;
  const [from, to] = isOutgoing ? [before, after] : [after, before];
  const compared = new Set<string>();
  for (const status of listStatuses(from.responses, to.responses)) {
    const answered = findResponse(from.responses, status);
    const expected = findResponse(to.responses, status);
    const key = `${answered?.pointer} ${expected?.pointer}`;
    if (answered === undefined || compared.has(key)) continue;
    compared.add(key);
    if (expected === undefined) addStatus(context, answered);
    else if (isOutgoing) compareResponse(context, status, answered, expected);
    else compareResponse(context, status, expected, answered);
  }
  addLostStatuses(context);
}

function addStatus(context: OperationContext, answered: ApiResponse): void {
  const { isOutgoing, add, witnessResponse } = context;
  const { status, pointer } = answered;
  const at = { [isOutgoing ? 'old' : 'new']: pointer };
  if (/^[45d]/.test(status)) {
    add('compatible', 'error-status-added', `error status ${status} is documented`, at);
    return;
  }
  const shown = toExampleStatus(status);
  const title = isOutgoing
    ? `receivers may no longer respond with ${status}`
    : `status ${status} may be returned`;
  const reason = `the ${isOutgoing ? 'new' : 'old'} document has no status ${shown}`;
  add('breaking', 'success-status-added', title, at, () =>
    witnessResponse(shown, reason, exampleBody(context, answered)),
  );
}

function exampleBody(
  { comparison, answerer }: OperationContext,
  { content: [content] }: ApiResponse,
): { body?: { value: unknown }; headers?: Record<string, string> } {
  if (content === undefined) return {};
  const { mediaType } = content;
  const value = comparison.pick(answerer, 'response', content, toWire(mediaType));
  return { body: { value }, headers: { 'Content-Type': mediaType } };
}

/** Reports statuses that are no longer documented. */
function addLostStatuses({
  before,
  after,
  isOutgoing,
  add,
  witnessRequest,
}: OperationContext): void {
  const isLeft = isOutgoing || listSuccesses(after.responses).length > 0;
  const successes = listSuccesses(before.responses);
  for (const response of before.responses) {
    const { status, pointer } = response;
    const isKept = successes.includes(response)
      ? isCovered(status, after.responses)
      : !/^[345d]/.test(status) || findResponse(after.responses, toExampleStatus(status));
    const at = { old: pointer };
    if (isKept) continue;
    if (isLeft || !successes.includes(response))
      add('compatible', 'status-removed', `status ${status} is no longer documented`, at);
    else
      add(
        'breaking',
        'success-status-removed',
        `status ${status} is removed, and no success status is left`,
        at,
        () => witnessRequest({}, 'the new document has no success status for the operation'),
      );
  }
}

function compareResponse(
  context: OperationContext,
  status: string,
  was: ApiResponse,
  is: ApiResponse,
): void {
  const { isOutgoing, add, witnessResponse } = context;
  const what = `response ${status} body`;
  const at = { old: was.pointer, new: is.pointer };
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing) {
    // An error status that is listed for the first time may be described briefly, because the service still sends the same
    // response.
    const isBreaking = was.status === is.status || !/^[45]/.test(status);
    const reason = `the old document has a body of ${was.content[0]?.mediaType}`;
    const witness = (): Witness => witnessResponse(toExampleStatus(status), reason);
    if (isBreaking) add('breaking', 'response-body-removed', `${what} is removed`, at, witness);
    else add('compatible', 'response-body-removed', `${what} is removed`, at);
  } else for (const content of was.content) compareOffered(context, status, content, is);
  for (const { mediaType, pointer } of is.content)
    if (findContent(was.content, mediaType) === undefined)
      add('compatible', 'response-media-type-added', `${what} may be sent as ${mediaType}`, {
        new: pointer,
      });
  for (const header of was.headers) compareHeader(context, status, header, is);
  for (const { key, name, pointer } of is.headers)
    if (!was.headers.some((header) => header.key === key))
      add('compatible', 'response-header-added', `response ${status} has the header "${name}"`, {
        new: pointer,
      });
}

/** Compares a body that clients expect with the offered ones: that media type, or all within the expected range. */
function compareOffered(
  context: OperationContext,
  status: string,
  content: ApiContent,
  is: ApiResponse,
): void {
  const { add, compareValues, witnessResponse } = context;
  const { mediaType, pointer } = content;
  const what = `response ${status} body`;
  const shown = toExampleStatus(status);
  const found = findContent(is.content, mediaType);
  const offered =
    found === undefined
      ? is.content.filter((each) => coversMediaType(mediaType, each.mediaType))
      : [found];
  for (const current of offered) {
    const headers = { 'Content-Type': current.mediaType };
    compareValues({
      ...{ what, way: 'response', old: content, current, wire: toWire(current.mediaType) },
      toWitness: (value, reason, provenBy) =>
        witnessResponse(shown, reason, { body: { value }, headers, provenBy }),
    });
  }
  const witness = (): Witness =>
    witnessResponse(shown, `the old document has a body of ${mediaType}`, exampleBody(context, is));
  const title = `${mediaType} is no longer a media type of ${what}`;
  const at = { old: pointer, new: is.pointer };
  if (offered.length === 0)
    add('breaking', 'response-media-type-removed', title, at, witness, pointer);
}

function compareHeader(
  context: OperationContext,
  status: string,
  was: ApiParameter,
  { headers }: ApiResponse,
): void {
  const { comparison, isOutgoing, answerer, add, compareValues, witnessResponse } = context;
  const what = `header "${was.name}" of response ${status}`;
  const is = headers.find(({ key }) => key === was.key);
  const at = { old: was.pointer, ...(is && { new: is.pointer }) };
  const shown = toExampleStatus(status);
  const rule = 'response-header-removed';
  const lost = `${what} ${is === undefined ? 'is removed' : 'may now be missing'}`;
  if (is !== undefined && was.isRequired !== is.isRequired && is.isRequired !== isOutgoing)
    add(
      'compatible',
      'response-header-required',
      `${what} is now ${isOutgoing ? 'optional' : 'always sent'}`,
      at,
    );
  else if (is === undefined && !was.isRequired && !isOutgoing)
    // It could be missing before; clients that read it find nothing.
    add('unproven', rule, lost, at, undefined, was.pointer);
  else if (is === undefined && isOutgoing)
    add('compatible', rule, lost, at, undefined, was.pointer);
  else if (was.isRequired !== (is?.isRequired ?? false))
    add(
      'breaking',
      rule,
      lost,
      at,
      () => witnessResponse(shown, `${what} is missing`),
      was.pointer,
    );
  if (is === undefined) return;
  const toWitness = (value: unknown, reason: string, provenBy: Witness['provenBy']): Witness =>
    witnessResponse(shown, reason, { headers: { [was.name]: String(value) }, provenBy });
  const wire = toParameterWire(was, is);
  if (isWrittenOtherwise(was, is)) {
    const [from, to] = [was, is].map(({ mediaType, style }) => mediaType ?? style);
    const title = `${what} is serialized differently (${from} → ${to})`;
    const pick = (): unknown => comparison.pick(answerer, 'response', isOutgoing ? was : is, wire);
    add('breaking', 'response-header-style-changed', title, at, () =>
      toWitness(pick(), `the old document reads ${what} as ${from}`, 'rule'),
    );
  }
  compareValues({ what, way: 'response', old: was, current: is, wire, toWitness });
}
