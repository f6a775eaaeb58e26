import {
  type ApiContent,
  type ApiOperation,
  type ApiResponse,
  findResponse,
  isCovered,
  listStatuses,
  listSuccesses,
  toExampleStatus,
} from './api.ts';
import { compareContent, findContent } from './compare-bodies.ts';
import { isWrittenOtherwise } from './compare-parameters.ts';
import type { OperationContext, ToWitness } from './operation-context.ts';
import { pickValue } from './requests.ts';

/** Compares statuses, bodies and headers of responses. */
export function compareResponses(context: OperationContext): void {
  const { comparison, before, after, isOutgoing, add, addBreaking, addCompatible } = context;
  const { witnessRequest, witnessResponse, addValues } = context;
  const { sets } = comparison;
  const [from, to] = isOutgoing ? [before, after] : [after, before];
  const compared = new Set<string>();
  for (const status of listStatuses(from.responses, to.responses)) {
    const answered = findResponse(from.responses, status);
    const expected = findResponse(to.responses, status);
    if (answered === undefined) continue;
    const key = `${answered.pointer} ${expected?.pointer ?? ''}`;
    if (compared.has(key)) continue;
    compared.add(key);
    if (expected === undefined) addStatus(answered);
    else
      compareResponse(status, isOutgoing ? answered : expected, isOutgoing ? expected : answered);
  }
  addLostStatuses(before, after);

  function addStatus(answered: ApiResponse): void {
    const isFailure = /^[45]|^DEFAULT/i.test(answered.status);
    const at = isOutgoing ? { old: answered.pointer } : { new: answered.pointer };
    if (isFailure) {
      addCompatible('error-status-added', `error status ${answered.status} is documented`, at);
      return;
    }
    const example = toExampleStatus(answered.status);
    addBreaking(
      'success-status-added',
      isOutgoing
        ? `receivers may no longer respond with ${answered.status}`
        : `status ${answered.status} may be returned`,
      'Clients that follow the old document do not expect it.',
      at,
      witnessResponse(
        example,
        `the ${isOutgoing ? 'new' : 'old'} document has no status ${example}`,
        exampleBody(answered),
      ),
    );
  }

  function exampleBody(response: ApiResponse): {
    body?: { value: unknown };
    headers?: Record<string, string>;
  } {
    const [content] = response.content;
    if (content === undefined) return {};
    const value = pickValue(sets[isOutgoing ? 'old' : 'new'].response, content);
    return { body: { value }, headers: { 'Content-Type': content.mediaType } };
  }

  /** Success statuses that are no longer documented. */
  function addLostStatuses(was: ApiOperation, is: ApiOperation): void {
    const lost = listSuccesses(was.responses).filter(
      ({ status }) => !isCovered(status, is.responses),
    );
    const isLeft = listSuccesses(is.responses).length > 0;
    for (const response of lost) {
      if (isLeft || isOutgoing)
        addCompatible('status-removed', `status ${response.status} is no longer documented`, {
          old: response.pointer,
        });
      else
        addBreaking(
          'success-status-removed',
          `status ${response.status} is removed, and no success status is left`,
          'Keep a success status.',
          { old: response.pointer },
          witnessRequest({}, 'the new document has no success status for the operation'),
        );
    }
    for (const { status, pointer } of was.responses)
      if (
        /^[345]/.test(status) &&
        findResponse(is.responses, toExampleStatus(status)) === undefined
      )
        addCompatible('status-removed', `status ${status} is no longer documented`, {
          old: pointer,
        });
  }

  function compareResponse(status: string, was: ApiResponse, is: ApiResponse): void {
    const what = `response ${status} body`;
    const shown = toExampleStatus(status);
    if (was.content.length > 0 && is.content.length === 0 && !isOutgoing)
      // An error status that is listed for the first time may be described briefly, because the service still sends the same.
      add(
        was.status === is.status || !/^[45]/.test(status) ? 'breaking' : 'compatible',
        'response-body-removed',
        is.pointer,
        `${what} is removed`,
        'Keep the body; clients read it.',
        {
          old: was.pointer,
          new: is.pointer,
          witness: witnessResponse(
            shown,
            `the old document has a body of ${was.content.map(({ mediaType }) => mediaType).join(' or ')}`,
          ),
        },
      );
    else
      for (const content of was.content) {
        const other = findOffered(is.content, content.mediaType);
        if (other.length === 0) {
          const [offered] = is.content;
          const value = pickValue(sets.new.response, offered);
          add(
            'breaking',
            'response-media-type-removed',
            content.pointer,
            `${content.mediaType} is no longer a media type of ${what}`,
            'Keep the media type.',
            {
              old: content.pointer,
              new: is.pointer,
              witness: witnessResponse(
                shown,
                `the old document has a body of ${content.mediaType}`,
                { body: { value }, headers: { 'Content-Type': offered?.mediaType ?? '' } },
              ),
            },
          );
        } else {
          for (const offered of other)
            compareContent(context, what, false, content, offered, ({ value, reason }, provenBy) =>
              witnessResponse(shown, reason, {
                body: { value },
                headers: { 'Content-Type': offered.mediaType },
                provenBy,
              }),
            );
        }
      }
    for (const content of is.content)
      if (findContent(was.content, content.mediaType) === undefined)
        addCompatible('response-media-type-added', `${what} may be sent as ${content.mediaType}`, {
          new: content.pointer,
        });
    compareHeaders(status, was, is);
  }

  function compareHeaders(status: string, was: ApiResponse, is: ApiResponse): void {
    const shown = toExampleStatus(status);
    for (const header of was.headers) {
      const what = `header "${header.name}" of response ${status}`;
      const other = is.headers.find(({ key }) => key === header.key);
      if (other === undefined || (header.isRequired && !other.isRequired)) {
        const gone = other === undefined ? 'is removed' : 'may now be missing';
        if (header.isRequired)
          add(
            'breaking',
            'response-header-removed',
            header.pointer,
            `${what} ${gone}`,
            'Keep sending it.',
            {
              old: header.pointer,
              ...(other && { new: other.pointer }),
              witness: witnessResponse(shown, `${what} is missing`, exampleBody(is)),
            },
          );
        else
          add(
            'unproven',
            'response-header-removed',
            header.pointer,
            `${what} ${gone}`,
            'It was optional; clients that read it find nothing.',
            { old: header.pointer },
          );
      }
      if (other === undefined) continue;
      const toWitness: ToWitness = ({ value, reason }, provenBy) =>
        witnessResponse(shown, reason, { headers: { [header.name]: String(value) }, provenBy });
      if (isWrittenOtherwise(header, other))
        addBreaking(
          'response-header-style-changed',
          `${what} is serialized differently (${header.mediaType ?? header.style} → ${other.mediaType ?? other.style})`,
          'Keep explode and the media type as they were.',
          { old: header.pointer, new: other.pointer },
          toWitness(
            {
              value: pickValue(sets.new.response, other, true),
              reason: `the old document reads ${what} as ${header.mediaType ?? header.style}`,
            },
            'rule',
          ),
        );
      const places = { old: header.schemaPointer, new: other.schemaPointer };
      addValues(what, false, places, [...header.known, ...other.known], true, toWitness);
    }
    for (const header of is.headers)
      if (!was.headers.some(({ key }) => key === header.key))
        addCompatible(
          'response-header-added',
          `response ${status} has the header "${header.name}"`,
          { new: header.pointer },
        );
  }
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
