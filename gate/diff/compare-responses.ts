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
import { findContent } from './compare-bodies.ts';
import { isWrittenOtherwise } from './compare-parameters.ts';
import type { OperationContext, ToWitness } from './operation-context.ts';
import { pickValue } from './requests.ts';

/** Compares statuses, bodies and headers of responses. */
export function compareResponses(context: OperationContext): void {
  const { before, after, isOutgoing } = context;
  const [from, to] = isOutgoing ? [before, after] : [after, before];
  const compared = new Set<string>();
  for (const status of listStatuses(from.responses, to.responses)) {
    const answered = findResponse(from.responses, status);
    const expected = findResponse(to.responses, status);
    if (answered === undefined) continue;
    const key = `${answered.pointer} ${expected?.pointer ?? ''}`;
    if (compared.has(key)) continue;
    compared.add(key);
    if (expected === undefined) addStatus(context, answered);
    else if (isOutgoing) compareResponse(context, status, answered, expected);
    else compareResponse(context, status, expected, answered);
  }
  addLostStatuses(context);
}

function addStatus(context: OperationContext, answered: ApiResponse): void {
  const { isOutgoing, addBreaking, addCompatible, witnessResponse } = context;
  const { status, pointer } = answered;
  const at = isOutgoing ? { old: pointer } : { new: pointer };
  if (/^[45]|^DEFAULT/i.test(status)) {
    addCompatible('error-status-added', `error status ${status} is documented`, at);
    return;
  }
  const example = toExampleStatus(status);
  addBreaking(
    'success-status-added',
    isOutgoing
      ? `receivers may no longer respond with ${status}`
      : `status ${status} may be returned`,
    'Clients that follow the old document do not expect it.',
    at,
    witnessResponse(
      example,
      `the ${isOutgoing ? 'new' : 'old'} document has no status ${example}`,
      exampleBody(context, answered),
    ),
  );
}

function exampleBody(
  { comparison, isOutgoing }: OperationContext,
  { content: [content] }: ApiResponse,
): { body?: { value: unknown }; headers?: Record<string, string> } {
  if (content === undefined) return {};
  const value = pickValue(comparison.sets[isOutgoing ? 'old' : 'new'].response, content);
  return { body: { value }, headers: { 'Content-Type': content.mediaType } };
}

/** Reports statuses that are no longer documented. */
function addLostStatuses(context: OperationContext): void {
  const { before, after, isOutgoing, addBreaking, addCompatible, witnessRequest } = context;
  const isLeft = listSuccesses(after.responses).length > 0;
  for (const { status, pointer } of listSuccesses(before.responses)) {
    if (isCovered(status, after.responses)) continue;
    if (isLeft || isOutgoing)
      addCompatible('status-removed', `status ${status} is no longer documented`, { old: pointer });
    else
      addBreaking(
        'success-status-removed',
        `status ${status} is removed, and no success status is left`,
        'Keep a success status.',
        { old: pointer },
        witnessRequest({}, 'the new document has no success status for the operation'),
      );
  }
  for (const { status, pointer } of before.responses) {
    if (!/^[345]/.test(status) || findResponse(after.responses, toExampleStatus(status))) continue;
    addCompatible('status-removed', `status ${status} is no longer documented`, { old: pointer });
  }
}

function compareResponse(
  context: OperationContext,
  status: string,
  was: ApiResponse,
  is: ApiResponse,
): void {
  const { isOutgoing, addCompatible } = context;
  const what = `response ${status} body`;
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing)
    addRemovedBody(context, status, was, is);
  else for (const content of was.content) compareOffered(context, status, content, is);
  for (const { mediaType, pointer } of is.content)
    if (findContent(was.content, mediaType) === undefined)
      addCompatible('response-media-type-added', `${what} may be sent as ${mediaType}`, {
        new: pointer,
      });
  for (const header of was.headers) compareHeader(context, status, header, is);
  for (const { key, name, pointer } of is.headers)
    if (!was.headers.some((header) => header.key === key))
      addCompatible('response-header-added', `response ${status} has the header "${name}"`, {
        new: pointer,
      });
}

function addRemovedBody(
  { add, witnessResponse }: OperationContext,
  status: string,
  was: ApiResponse,
  is: ApiResponse,
): void {
  // An error status that is listed for the first time may be described briefly, because the service still sends the same
  // response.
  const isBreaking = was.status === is.status || !/^[45]/.test(status);
  const mediaTypes = was.content.map(({ mediaType }) => mediaType).join(' or ');
  const reason = `the old document has a body of ${mediaTypes}`;
  add(
    isBreaking ? 'breaking' : 'compatible',
    'response-body-removed',
    is.pointer,
    `response ${status} body is removed`,
    'Keep the body; clients read it.',
    {
      old: was.pointer,
      new: is.pointer,
      witness: witnessResponse(toExampleStatus(status), reason),
    },
  );
}

/** Compares a body that clients expect with the offered ones of its media type. */
function compareOffered(
  context: OperationContext,
  status: string,
  content: ApiContent,
  is: ApiResponse,
): void {
  const { comparison, add, addValues, witnessResponse } = context;
  const what = `response ${status} body`;
  const shown = toExampleStatus(status);
  const offered = findOffered(is.content, content.mediaType);
  for (const current of offered) {
    const headers = { 'Content-Type': current.mediaType };
    const toWitness: ToWitness = ({ value, reason }, provenBy) =>
      witnessResponse(shown, reason, { body: { value }, headers, provenBy });
    addValues({ what, isSent: false, old: content, current, fromText: false, toWitness });
  }
  if (offered.length > 0) return;
  const [first] = is.content;
  const value = pickValue(comparison.sets.new.response, first);
  add(
    'breaking',
    'response-media-type-removed',
    content.pointer,
    `${content.mediaType} is no longer a media type of ${what}`,
    'Keep the media type.',
    {
      old: content.pointer,
      new: is.pointer,
      witness: witnessResponse(shown, `the old document has a body of ${content.mediaType}`, {
        body: { value },
        headers: { 'Content-Type': first?.mediaType ?? '' },
      }),
    },
  );
}

function compareHeader(
  context: OperationContext,
  status: string,
  header: ApiParameter,
  is: ApiResponse,
): void {
  const { comparison, addBreaking, addValues, witnessResponse } = context;
  const what = `header "${header.name}" of response ${status}`;
  const other = is.headers.find(({ key }) => key === header.key);
  if (other === undefined || (header.isRequired && !other.isRequired))
    addLostHeader(context, status, header, is);
  if (other === undefined) return;
  const toWitness: ToWitness = ({ value, reason }, provenBy) =>
    witnessResponse(toExampleStatus(status), reason, {
      headers: { [header.name]: String(value) },
      provenBy,
    });
  if (isWrittenOtherwise(header, other)) {
    const [from, to] = [header, other].map(({ mediaType, style }) => mediaType ?? style);
    const value = pickValue(comparison.sets.new.response, other, true);
    addBreaking(
      'response-header-style-changed',
      `${what} is serialized differently (${from} → ${to})`,
      'Keep explode and the media type as they were.',
      { old: header.pointer, new: other.pointer },
      toWitness({ value, reason: `the old document reads ${what} as ${from}` }, 'rule'),
    );
  }
  addValues({ what, isSent: false, old: header, current: other, fromText: true, toWitness });
}

/** Reports a header that is no longer sent, or not always. */
function addLostHeader(
  context: OperationContext,
  status: string,
  header: ApiParameter,
  is: ApiResponse,
): void {
  const { add, witnessResponse } = context;
  const what = `header "${header.name}" of response ${status}`;
  const other = is.headers.find(({ key }) => key === header.key);
  const title = `${what} ${other === undefined ? 'is removed' : 'may now be missing'}`;
  if (!header.isRequired) {
    add(
      'unproven',
      'response-header-removed',
      header.pointer,
      title,
      'It was optional; clients that read it find nothing.',
      { old: header.pointer },
    );
    return;
  }
  const example = exampleBody(context, is);
  add('breaking', 'response-header-removed', header.pointer, title, 'Keep sending it.', {
    old: header.pointer,
    ...(other && { new: other.pointer }),
    witness: witnessResponse(toExampleStatus(status), `${what} is missing`, example),
  });
}

/** The content that a client receives if it expects a media type: that media type, or all within the expected range. */
function findOffered(content: readonly ApiContent[], expected: string): readonly ApiContent[] {
  const found = findContent(content, expected);
  if (found !== undefined) return [found];
  const range = /^(?:(\*)|([^/]+))\/\*$/.exec(expected);
  return range === null
    ? []
    : content.filter(({ mediaType }) => range[1] === '*' || mediaType.startsWith(`${range[2]}/`));
}
