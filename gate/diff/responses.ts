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
  const { isOutgoing, add, witnessResponse } = context;
  const { status, pointer } = answered;
  const at = isOutgoing ? { old: pointer } : { new: pointer };
  if (/^[45]|^DEFAULT/i.test(status)) {
    add('compatible', 'error-status-added', `error status ${status} is documented`, at);
    return;
  }
  const example = toExampleStatus(status);
  const document = isOutgoing ? 'new' : 'old';
  add(
    'breaking',
    'success-status-added',
    isOutgoing
      ? `receivers may no longer respond with ${status}`
      : `status ${status} may be returned`,
    {
      detail: 'Clients that follow the old document do not expect it.',
      ...at,
      witness: () =>
        witnessResponse(
          example,
          `the ${document} document has no status ${example}`,
          exampleBody(context, answered),
        ),
    },
  );
}

function exampleBody(
  { comparison, isOutgoing }: OperationContext,
  { content: [content] }: ApiResponse,
): { body?: { value: unknown }; headers?: Record<string, string> } {
  if (content === undefined) return {};
  const side = isOutgoing ? 'old' : 'new';
  const value = comparison.pick(side, 'response', content, toWire(content.mediaType));
  return { body: { value }, headers: { 'Content-Type': content.mediaType } };
}

/** Reports statuses that are no longer documented. */
function addLostStatuses(context: OperationContext): void {
  const { before, after, isOutgoing, add, witnessRequest } = context;
  const isLeft = listSuccesses(after.responses).length > 0;
  const rule = 'status-removed';
  for (const { status, pointer } of listSuccesses(before.responses)) {
    if (isCovered(status, after.responses)) continue;
    if (isLeft || isOutgoing)
      add('compatible', rule, `status ${status} is no longer documented`, { old: pointer });
    else
      add(
        'breaking',
        'success-status-removed',
        `status ${status} is removed, and no success status is left`,
        {
          detail: 'Keep a success status.',
          old: pointer,
          witness: () =>
            witnessRequest({}, 'the new document has no success status for the operation'),
        },
      );
  }
  for (const { status, pointer } of before.responses) {
    if (!/^[345D]/i.test(status) || findResponse(after.responses, toExampleStatus(status)))
      continue;
    add('compatible', rule, `status ${status} is no longer documented`, { old: pointer });
  }
}

function compareResponse(
  context: OperationContext,
  status: string,
  was: ApiResponse,
  is: ApiResponse,
): void {
  const { isOutgoing, add } = context;
  const what = `response ${status} body`;
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing)
    addRemovedBody(context, status, was, is);
  else for (const content of was.content) compareOffered(context, status, content, is);
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
  add(
    isBreaking ? 'breaking' : 'compatible',
    'response-body-removed',
    `response ${status} body is removed`,
    {
      detail: 'Keep the body; clients read it.',
      old: was.pointer,
      new: is.pointer,
      witness: () =>
        witnessResponse(toExampleStatus(status), `the old document has a body of ${mediaTypes}`),
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
  const { comparison, add, compareValues, witnessResponse } = context;
  const what = `response ${status} body`;
  const shown = toExampleStatus(status);
  const offered = findOffered(is.content, content.mediaType);
  for (const current of offered) {
    const headers = { 'Content-Type': current.mediaType };
    compareValues({
      what,
      way: 'response',
      old: content,
      current,
      wire: toWire(current.mediaType),
      toWitness: (value, reason, provenBy) =>
        witnessResponse(shown, reason, { body: { value }, headers, provenBy }),
    });
  }
  if (offered.length > 0) return;
  const [first] = is.content;
  const { mediaType } = content;
  add(
    'breaking',
    'response-media-type-removed',
    `${mediaType} is no longer a media type of ${what}`,
    {
      detail: 'Keep the media type.',
      old: content.pointer,
      new: is.pointer,
      witness: () =>
        witnessResponse(shown, `the old document has a body of ${mediaType}`, {
          body: {
            value: comparison.pick('new', 'response', first, toWire(first?.mediaType ?? '')),
          },
          headers: { 'Content-Type': first?.mediaType ?? '' },
        }),
    },
    content.pointer,
  );
}

/** The content that a client receives if it expects a media type: that media type, or all within the expected range. */
function findOffered(content: readonly ApiContent[], expected: string): readonly ApiContent[] {
  const found = findContent(content, expected);
  return found === undefined
    ? content.filter(({ mediaType }) => coversMediaType(expected, mediaType))
    : [found];
}

function compareHeader(
  context: OperationContext,
  status: string,
  header: ApiParameter,
  is: ApiResponse,
): void {
  const { comparison, add, compareValues, witnessResponse } = context;
  const what = `header "${header.name}" of response ${status}`;
  const other = is.headers.find(({ key }) => key === header.key);
  const at = { old: header.pointer, ...(other && { new: other.pointer }) };
  if (other === undefined || (header.isRequired && !other.isRequired))
    addLostHeader(context, status, header, is, at);
  else if (!header.isRequired && other.isRequired)
    add('compatible', 'response-header-required', `${what} is now always sent`, at);
  if (other === undefined) return;
  const toWitness = (value: unknown, reason: string, provenBy: 'validation' | 'rule') =>
    witnessResponse(toExampleStatus(status), reason, {
      headers: { [header.name]: String(value) },
      provenBy,
    });
  if (isWrittenOtherwise(header, other)) {
    const [from, to] = [header, other].map(({ mediaType, style }) => mediaType ?? style);
    const pick = () => comparison.pick('new', 'response', other, toParameterWire(other));
    add(
      'breaking',
      'response-header-style-changed',
      `${what} is serialized differently (${from} → ${to})`,
      {
        detail: 'Keep explode and the media type as they were.',
        ...at,
        witness: () => toWitness(pick(), `the old document reads ${what} as ${from}`, 'rule'),
      },
    );
  }
  const wire = toParameterWire(header, other);
  compareValues({ what, way: 'response', old: header, current: other, wire, toWitness });
}

/** Reports a header that is no longer sent, or not always. */
function addLostHeader(
  context: OperationContext,
  status: string,
  header: ApiParameter,
  is: ApiResponse,
  at: { old: string; new?: string },
): void {
  const { add, isOutgoing, witnessResponse } = context;
  const what = `header "${header.name}" of response ${status}`;
  const title = `${what} ${at.new === undefined ? 'is removed' : 'may now be missing'}`;
  const rule = 'response-header-removed';
  if (isOutgoing) {
    add('compatible', rule, `${what} is no longer needed`, at, header.pointer);
    return;
  }
  if (!header.isRequired) {
    const detail = 'It was optional; clients that read it find nothing.';
    add('unproven', rule, title, { detail, ...at }, header.pointer);
    return;
  }
  add(
    'breaking',
    rule,
    title,
    {
      detail: 'Keep sending it.',
      ...at,
      witness: () =>
        witnessResponse(toExampleStatus(status), `${what} is missing`, exampleBody(context, is)),
    },
    header.pointer,
  );
}
