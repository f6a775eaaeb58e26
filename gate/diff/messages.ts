import type { Witness } from './change.ts';
import { toFieldWire, toWire } from './comparison.ts';
import type { OperationContext } from './context.ts';
import { isSame } from './json.ts';
import {
  type ApiContent,
  type ApiEncoding,
  type ApiField,
  type ApiResponse,
  coversMediaType,
  findContent,
  findResponse,
  isSuccess,
} from './read-api.ts';
import { toText } from './witnesses.ts';

/** A kind of message of an operation: its requests, or its responses with a status. */
interface Message {
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  context: OperationContext;
  /** The name of its body in reports. */
  body: string;
  describe(field: ApiField): string;
  /** Shows the message with a value of a field, or without it. */
  showField(field: ApiField, value: unknown, reason: string, by?: Witness['provenBy']): Witness;
  /** Default of the value: the simplest one. */
  showBody(content: Shown, reason: string, value?: unknown, by?: Witness['provenBy']): Witness;
}

type Shown = Pick<ApiContent, 'mediaType' | 'schema'>;

/** Compares parameters and request bodies. */
export function compareRequests(context: OperationContext): void {
  const { before, after, isOutgoing, witnessRequest } = context;
  const message: Message = {
    ...{ way: 'request', isForward: !isOutgoing, context, body: 'request body' },
    describe: ({ in: place, name }) => `${place} parameter "${name}"`,
    showField: ({ key }, value, reason, by) =>
      witnessRequest({ parameters: new Map([[key, value]]) }, reason, by),
    showBody: (content, reason, value = pickBody(context, content), by) =>
      witnessRequest({ body: { value }, mediaType: content.mediaType }, reason, by),
  };
  compareFields(message, before.parameters, after.parameters);
  compareBodies(message);
}

/** Compares parameters or headers. What only one side describes matters if the receiver needs or promises it. */
function compareFields(message: Message, old: readonly ApiField[], current: readonly ApiField[]) {
  const { way, isForward, context, describe, showField } = message;
  const { add, comparison } = context;
  const rule = way === 'request' ? 'parameter' : 'response-header';
  const [sent, taken] = isForward ? [old, current] : [current, old];
  const find = (fields: readonly ApiField[], { key }: ApiField): ApiField | undefined =>
    fields.find((each) => each.key === key);
  for (const was of old) {
    const is = find(current, was);
    if (is !== undefined) compareField(message, rule, was, is);
  }
  for (const field of taken) {
    // Every sender fills in the whole path.
    if (field.in === 'path' || find(sent, field) !== undefined) continue;
    const [what, at] = [describe(field), { [isForward ? 'new' : 'old']: field.pointer }];
    const title = `${what} is ${isForward ? 'new' : 'no longer sent'}`;
    if (field.isRequired)
      add(`${rule}-${isForward ? 'required' : 'removed'}`, title, at, () =>
        showField(field, undefined, `${what} is required, and missing`),
      );
    else if (isForward) add(`${rule}-added`, title, at);
    else add(`${rule}-removed`, title, at, false, { severity: 'unproven' });
  }
  for (const field of sent) {
    if (field.in === 'path' || find(taken, field) !== undefined) continue;
    const [what, at] = [describe(field), { [isForward ? 'old' : 'new']: field.pointer }];
    if (!isForward) add(`${rule}-added`, `${what} is new`, at);
    else if (way === 'response') add(`${rule}-removed`, `${what} is removed`, at);
    else {
      const renamed = taken.find((each) => each.in === field.in && find(sent, each) === undefined);
      const suffix = renamed === undefined ? '' : ` (renamed to "${renamed.name}"?)`;
      const value = comparison.pick(field.schema, toFieldWire(field));
      add(`${rule}-removed`, `${what} is removed${suffix}`, at, () =>
        showField(field, value, `the new document does not describe ${what}`),
      );
    }
  }
}

function compareField(message: Message, rule: string, was: ApiField, is: ApiField): void {
  const { way, isForward, context, describe, showField } = message;
  const { add, comparison } = context;
  const what = describe(was);
  const [at, sent] = [{ old: was.pointer, new: is.pointer }, isForward ? was : is];
  compareNeed(message, rule, what, was, is, () =>
    showField(was, undefined, `${what} is missing`, 'validation'),
  );
  const pick = (): unknown => comparison.pick(sent.schema, toFieldWire(sent));
  const [from, to] = [was, is].map((field) => field.mediaType ?? toStyle(context, field));
  if (isWrittenOtherwise(from, to))
    add(`${rule}-style-changed`, `${what} is serialized differently (${from} → ${to})`, at, () =>
      showField(sent, pick(), `it was serialized as ${from}, and is now ${to}`),
    );
  if (!was.isDeprecated && is.isDeprecated) add(`${rule}-deprecated`, `${what} is deprecated`, at);
  context.compareValues({
    ...{ what, way, isForward, old: was.schema, current: is.schema },
    wire: toFieldWire(comparison.hasParts(was.schema) ? was : is),
    show: (value, reason, by) => showField(sent, value, reason, by),
  });
  if (way === 'response' || !isForward) return;
  const words = 'characters such as / and :';
  if (was.allowsReserved !== is.allowsReserved) {
    const title = `${what} ${is.allowsReserved ? 'may contain' : 'must now escape'} ${words}`;
    const witness = (): Witness => showField(was, pick(), `${words} must be escaped`);
    add(`${rule}-reserved-changed`, title, at, !is.allowsReserved && witness);
  }
  if (was.in === 'query' && was.allowsEmpty !== is.allowsEmpty) {
    const title = `${what} may ${is.allowsEmpty ? '' : 'no longer '}be empty`;
    const witness = (): Witness => showField(was, '', `${what} is empty`);
    const change = is.allowsEmpty ? 'allowed' : 'refused';
    add(`${rule}-empty-${change}`, title, at, !is.allowsEmpty && witness);
  }
  if (!was.isRequired) compareDefault(message, was, is);
}

function toStyle({ comparison }: OperationContext, { schema, style }: ApiField): string {
  const isUsual = ['form', 'simple'].includes(style.replace(', explode', ''));
  return isUsual && !comparison.hasParts(schema) ? 'plain' : style;
}

/** If one side accepts only plain values, the serialization of lists and objects does not matter. */
function isWrittenOtherwise(from = '', to = ''): boolean {
  const isUsual = [from, to].every((style) => /^(?:plain|form|simple)/.test(style));
  return from !== to && !(isUsual && [from, to].includes('plain'));
}

/** Compares whether a parameter, a header or a body is required. The sender must still send what the receiver requires. */
function compareNeed(
  { isForward, context: { add } }: Message,
  rule: string,
  what: string,
  was: Pick<ApiField, 'isRequired' | 'pointer'>,
  is: Pick<ApiField, 'isRequired' | 'pointer'>,
  witness: () => Witness,
): void {
  if (was.isRequired === is.isRequired) return;
  const [needed, free] = isForward
    ? ['required', 'optional']
    : ['always sent', 'no longer always sent'];
  const title = `${what} is now ${is.isRequired ? needed : free}`;
  const isBreaking = isForward ? is.isRequired : was.isRequired;
  const at = { old: was.pointer, new: is.pointer };
  add(`${rule}-${is.isRequired ? 'required' : 'optional'}`, title, at, isBreaking && witness);
}

/** Defaults apply to requests without the value. Adding one where none was documented does not break a promise. */
function compareDefault({ context, describe, showField }: Message, was: ApiField, is: ApiField) {
  const [old, current] = [was, is].map(({ schema }) => schema?.default);
  if (isSame(old?.value, current?.value)) return;
  const [from, to] = [old, current].map((each) => (each ? JSON.stringify(each.value) : 'none'));
  const title = `the default of ${describe(was)} changed from ${from} to ${to}`;
  const at = { old: was.pointer, new: is.pointer };
  const reason = `without it, the value was ${from} and is now ${to}`;
  const witness = (): Witness => showField(was, undefined, reason);
  const place = `${is.schema?.pointer ?? is.pointer}/default`;
  context.add('default-changed', title, at, old !== undefined && witness, { place });
}

function compareBodies(message: Message): void {
  const { before, after, add, isOutgoing, witnessRequest } = message.context;
  const [was, is] = [before.body, after.body];
  const missing = (): Witness =>
    witnessRequest({ body: {} }, 'the request body is missing', 'validation');
  if (was !== undefined && is !== undefined) {
    compareNeed(message, 'request-body', 'the request body', was, is, missing);
    compareContent(message, was.content, is.content);
  } else if (is !== undefined) {
    const words = `a request body is now ${is.isRequired ? 'required' : 'allowed'}`;
    const title = isOutgoing ? 'the request now has a body' : words;
    add('request-body-added', title, { new: is.pointer }, is.isRequired && !isOutgoing && missing);
  } else if (was !== undefined) {
    const [content = { mediaType: 'application/json', schema: undefined }] = was.content;
    const used = (): Witness =>
      message.showBody(content, 'the new document describes no request body');
    const witness = isOutgoing ? missing : used;
    add('request-body-removed', 'the request body is removed', { old: was.pointer }, witness);
  }
}

function pickBody({ comparison }: OperationContext, { mediaType, schema }: Shown): unknown {
  return comparison.pick(schema, toWire(mediaType));
}

/** Clients choose among the media types of the service, so it must keep them; an outgoing request may only come in known ones. */
function compareContent(
  message: Message,
  old: readonly ApiContent[],
  current: readonly ApiContent[],
): void {
  const { way, isForward, context, body, showBody } = message;
  const { add, compareValues } = context;
  const isSwapped = way === 'request' && !isForward;
  const [needed, offered] = isSwapped ? [current, old] : [old, current];
  const rule = `${way}-media-type`;
  for (const content of needed) {
    const { mediaType, pointer } = content;
    const found = findContent(offered, mediaType);
    // A response may replace a range by media types in it.
    const narrow = offered.filter(
      (each) => way === 'response' && coversMediaType(mediaType, each.mediaType),
    );
    for (const other of found === undefined ? narrow : [found]) {
      const [was, is] = isSwapped ? [other, content] : [content, other];
      const sent = isForward ? was : is;
      compareValues({
        ...{ what: body, way, isForward, old: was.schema, current: is.schema },
        wire: toWire(other.mediaType),
        show: (value, reason, by) => showBody(sent, reason, value, by),
      });
      compareEncodings(message, was, is);
    }
    if (found !== undefined || narrow.length > 0) continue;
    const title = isSwapped
      ? `the ${body} may be sent as ${mediaType}`
      : `${mediaType} is no longer a media type of the ${body}`;
    const [shown = content] = way === 'request' ? [] : offered;
    const at = { [isSwapped ? 'new' : 'old']: pointer };
    add(`${rule}-${isSwapped ? 'added' : 'removed'}`, title, at, () =>
      showBody(shown, `the other document does not describe ${shown.mediaType}`),
    );
  }
  for (const { mediaType, pointer } of offered)
    if (findContent(needed, mediaType) === undefined)
      if (isSwapped)
        add(`${rule}-removed`, `the ${body} is no longer sent as ${mediaType}`, { old: pointer });
      else add(`${rule}-added`, `the ${body} may be sent as ${mediaType}`, { new: pointer });
}

/** Compares how the parts of a form or multipart body are encoded. */
function compareEncodings(message: Message, was: ApiContent, is: ApiContent): void {
  const { isForward, way, context, showBody } = message;
  for (const [name, old] of way === 'request' ? was.encodings : []) {
    const current = is.encodings.get(name);
    // If only one document describes the part, the schema has changed, which is reported there.
    if (current === undefined) continue;
    const [sent, taken] = isForward ? [old, current] : [current, old];
    const hasParts = [was, is].some(({ schema }) => context.comparison.hasParts(schema, name));
    const normal = hasParts ? {} : { style: '' };
    if (isSame({ ...sent, ...normal, pointer: '' }, { ...taken, ...normal, pointer: '' })) continue;
    const problem = findProblem({ ...sent, ...normal }, { ...taken, ...normal });
    const title = `the part "${name}" of the request body ${problem ?? 'has another encoding'}`;
    const witness = (): Witness => showBody(isForward ? was : is, title);
    const at = { old: old.pointer, new: current.pointer };
    context.add('request-encoding-changed', title, at, problem !== undefined && witness);
  }
}

/** Describes which part of the sent encoding the receiver does not accept. */
function findProblem(sent: ApiEncoding, taken: ApiEncoding): string | undefined {
  const lost = sent.contentTypes.find(
    (each) => !taken.contentTypes.some((range) => coversMediaType(range, each)),
  );
  if (lost !== undefined) return `may no longer come as ${lost} (${taken.contentTypes.join(', ')})`;
  if (sent.style !== taken.style)
    return `is serialized differently (${sent.style} → ${taken.style})`;
  if (sent.allowsReserved && !taken.allowsReserved)
    return 'must now escape characters such as / and :';
  const missing = taken.requiredHeaders.find((header) => !sent.requiredHeaders.includes(header));
  return missing === undefined ? undefined : `now needs the header "${missing}"`;
}

/** Compares statuses, bodies and headers of responses. */
export function compareResponses(context: OperationContext): void {
  const { before, after, isOutgoing, add, witnessRequest } = context;
  const [sent, taken] = isOutgoing ? [before, after] : [after, before];
  const compared = new Set<string>();
  for (const status of listStatuses([...before.responses, ...after.responses])) {
    const answered = findResponse(sent.responses, status);
    const expected = findResponse(taken.responses, status);
    const key = `${answered?.pointer} ${expected?.pointer}`;
    if (answered === undefined || compared.has(key)) continue;
    compared.add(key);
    if (expected === undefined) addStatus(context, answered);
    else if (isOutgoing) compareResponse(context, status, answered, expected);
    else compareResponse(context, status, expected, answered);
  }
  const isLeft = isOutgoing || after.responses.some((each) => isSuccess(each, after.responses));
  for (const response of before.responses) {
    const { status, pointer } = response;
    const isWanted = isSuccess(response, before.responses);
    const isIn = (each: ApiResponse): boolean => each.status.startsWith(status.replace('XX', ''));
    const isKept =
      after.responses.some(isIn) ||
      findResponse(after.responses, toExampleStatus(status)) !== undefined;
    if (isKept) continue;
    const title = `status ${status} is no longer documented`;
    if (isLeft || !isWanted) add('status-removed', title, { old: pointer });
    else
      add(
        'success-status-removed',
        `${title}, and no success status is left`,
        { old: pointer },
        () => witnessRequest({}, 'the new document has no success status for the operation'),
      );
  }
}

function addStatus(context: OperationContext, { status, pointer, content }: ApiResponse): void {
  const { isOutgoing, add, witnessResponse } = context;
  const at = { [isOutgoing ? 'old' : 'new']: pointer };
  if (/^[45d]/.test(status)) {
    add('error-status-added', `error status ${status} is documented`, at);
    return;
  }
  const shown = toExampleStatus(status);
  const [first] = content;
  const body = first && { mediaType: first.mediaType, value: pickBody(context, first) };
  const verb = isOutgoing ? 'is no longer accepted' : 'may be returned';
  const reason = `the ${isOutgoing ? 'new' : 'old'} document has no status ${shown}`;
  add('success-status-added', `status ${status} ${verb}`, at, () =>
    witnessResponse(shown, reason, { body }),
  );
}

function compareResponse(
  context: OperationContext,
  status: string,
  was: ApiResponse,
  is: ApiResponse,
): void {
  const { isOutgoing, add, witnessResponse } = context;
  const shown = toExampleStatus(status);
  const message: Message = {
    ...{ way: 'response', isForward: isOutgoing, context, body: `response ${status} body` },
    describe: ({ name }) => `header "${name}" of response ${status}`,
    showField: (field, value, reason, provenBy) =>
      witnessResponse(shown, reason, {
        provenBy,
        headers: value === undefined ? {} : { [field.name]: toText(value, field) },
      }),
    showBody: (content, reason, value = pickBody(context, content), provenBy) =>
      witnessResponse(shown, reason, { provenBy, body: { mediaType: content.mediaType, value } }),
  };
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing) {
    // An error status that is listed for the first time may be described briefly: the service still sends the same response.
    const isBreaking = was.status === is.status || !/^[45]/.test(status);
    const reason = `the old document has a body of ${was.content[0]?.mediaType}`;
    const witness = (): Witness => witnessResponse(shown, reason);
    const at = { old: was.pointer, new: is.pointer };
    add('response-body-removed', `${message.body} is removed`, at, isBreaking && witness);
  } else compareContent(message, was.content, is.content);
  compareFields(message, was.headers, is.headers);
}

/** Every status that is listed, and for each range and the default a status that is not listed. */
function listStatuses(responses: readonly ApiResponse[]): Set<string> {
  const named = responses.map(({ status }) => status);
  const toCode = (status: string): string => {
    if (/^\d{3}$/.test(status)) return status;
    const isDefault = status === 'default';
    const free = ['5', '4'].find((first) => !named.includes(`${first}XX`)) ?? '5';
    const start = 100 * Number(isDefault ? free : status[0]);
    const codes = Array.from({ length: 100 }, (_, index) => String(start + index));
    if (isDefault) codes.reverse();
    return codes.find((code) => !named.includes(code)) ?? status;
  };
  return new Set(named.map(toCode));
}

function toExampleStatus(status: string): string {
  return status === 'default' ? '500' : status.replace('XX', '00');
}
