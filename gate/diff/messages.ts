import type { Witness } from './change.ts';
import { toFieldWire, toWire } from './comparison.ts';
import type { OperationContext } from './context.ts';
import { isSame } from './json.ts';
import {
  type ApiContent,
  type ApiField,
  type ApiResponse,
  coversMediaType,
  findContent,
  findResponse,
  isSuccess,
} from './read-api.ts';
import type { Way } from './schemas.ts';
import { toText } from './witnesses.ts';

type Part = ApiField | ApiContent;

/** A request, or a response with a status, in both documents. */
interface Message {
  way: Way;
  /** Whether the sender follows the old document. */
  isForward: boolean;
  context: OperationContext;
  describe(part: Part): string;
  /** Shows the message with a value of a part, or without it. */
  show(part: Part, value: unknown, reason: string, by?: Witness['provenBy']): Witness;
}

const isField = (part: Part): part is ApiField => 'in' in part;

/** The simplest value of a part. */
function pick({ comparison }: OperationContext, part: Part): unknown {
  return comparison.pick(part.schema, isField(part) ? toFieldWire(part) : toWire(part.mediaType));
}

/** Compares parameters and request bodies. */
export function compareRequests(context: OperationContext): void {
  const { before, after, isOutgoing, witnessRequest } = context;
  const message: Message = {
    ...{ way: 'request', isForward: !isOutgoing, context },
    describe: (part) => (isField(part) ? `${part.in} parameter "${part.name}"` : 'request body'),
    show: (part, value, reason, by) =>
      witnessRequest(
        isField(part)
          ? { parameters: new Map([[part.key, value]]) }
          : { body: { value }, mediaType: part.mediaType },
        reason,
        by,
      ),
  };
  compareFields(message, 'parameter', before.parameters, after.parameters);
  compareBodies(message);
}

/** Compares parameters or headers. */
function compareFields(
  message: Message,
  rule: string,
  old: readonly ApiField[],
  current: readonly ApiField[],
): void {
  const find = (fields: readonly ApiField[], key: string): ApiField | undefined =>
    fields.find((each) => each.key === key);
  for (const was of old) {
    const is = find(current, was.key);
    if (is === undefined) compareSingle(message, rule, was, false);
    else compareField(message, rule, was, is);
  }
  for (const is of current)
    if (find(old, is.key) === undefined) compareSingle(message, rule, is, true);
}

/** What only one side describes matters if the receiver needs it, or if the service ignores what it used to read. */
function compareSingle(message: Message, rule: string, field: ApiField, isNew: boolean): void {
  const { way, isForward, context, describe, show } = message;
  // Every sender fills in the whole path.
  if (field.in === 'path') return;
  const [what, at] = [describe(field), { [isNew ? 'new' : 'old']: field.pointer }];
  const missing = (): Witness => show(field, undefined, `${what} is required, and missing`);
  const ignored = (): Witness =>
    show(field, pick(context, field), `the new document does not describe ${what}`);
  const isNeeded = field.isRequired && isNew === isForward;
  if (isNew) {
    const change = isNeeded ? 'required' : 'added';
    context.add(`${rule}-${change}`, `${what} is new`, at, isNeeded && missing);
    return;
  }
  const witness = isForward ? way === 'request' && ignored : isNeeded && missing;
  const isOpen = !isForward && !isNeeded;
  const severity = isOpen ? { severity: 'unproven' as const } : {};
  context.add(`${rule}-removed`, `${what} is removed`, at, witness, severity);
}

function compareField(message: Message, rule: string, was: ApiField, is: ApiField): void {
  const { way, isForward, context, describe, show } = message;
  const { add, comparison } = context;
  const [what, sent] = [describe(was), isForward ? was : is];
  const at = { old: was.pointer, new: is.pointer };
  compareNeed(message, rule, what, was, is, () =>
    show(was, undefined, `${what} is missing`, 'validation'),
  );
  const [from, to] = [was, is].map((field) => field.mediaType ?? toStyle(context, field));
  if (isWrittenOtherwise(from, to))
    add(`${rule}-style-changed`, `${what} is serialized differently (${from} → ${to})`, at, () =>
      show(sent, pick(context, sent), `it was serialized as ${from}, and is now ${to}`),
    );
  if (!was.isDeprecated && is.isDeprecated) add(`${rule}-deprecated`, `${what} is deprecated`, at);
  context.compareValues({
    ...{ what, way, isForward, old: was.schema, current: is.schema },
    wire: toFieldWire(comparison.hasParts(was.schema) ? was : is),
    show: (value, reason, by) => show(sent, value, reason, by),
  });
  if (way === 'response' || !isForward) return;
  const compareRight = (had: boolean, has: boolean, words: string, id: string, value: unknown) => {
    const title = `${what} may ${has ? '' : 'no longer '}${words}`;
    if (had !== has) add(`${rule}-${id}`, title, at, !has && (() => show(was, value, title)));
  };
  const reserved = 'contain / and : without an escape';
  compareRight(
    was.allowsReserved,
    is.allowsReserved,
    reserved,
    'reserved-changed',
    pick(context, was),
  );
  const empty = `empty-${is.allowsEmpty ? 'allowed' : 'refused'}`;
  compareRight(was.allowsEmpty, is.allowsEmpty, 'be empty', empty, '');
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
  const need = is.isRequired ? 'required' : 'optional';
  const at = { old: was.pointer, new: is.pointer };
  add(`${rule}-${need}`, `${what} is now ${need}`, at, is.isRequired === isForward && witness);
}

/** Defaults apply to requests without the value. Adding one where none was documented does not break a promise. */
function compareDefault({ context, describe, show }: Message, was: ApiField, is: ApiField): void {
  const [old, current] = [was.schema?.default, is.schema?.default];
  if (isSame(old?.value, current?.value)) return;
  const [from, to] = [old, current].map((each) => (each ? JSON.stringify(each.value) : 'none'));
  const title = `the default of ${describe(was)} changed from ${from} to ${to}`;
  const at = { old: was.pointer, new: is.pointer };
  const witness = (): Witness =>
    show(was, undefined, `without it, the value was ${from} and is now ${to}`);
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
    const title = `a request body is now ${is.isRequired ? 'required' : 'allowed'}`;
    add('request-body-added', title, { new: is.pointer }, is.isRequired && !isOutgoing && missing);
  } else if (was !== undefined) {
    const [content] = was.content;
    const used = (): Witness =>
      witnessRequest(
        { body: { value: content && pick(message.context, content) } },
        'the new document describes no request body',
      );
    const witness = isOutgoing ? missing : used;
    add('request-body-removed', 'the request body is removed', { old: was.pointer }, witness);
  }
}

/** Clients choose among the media types of the service, so it must keep them; an outgoing request may only come in known ones. */
function compareContent(
  message: Message,
  old: readonly ApiContent[],
  current: readonly ApiContent[],
): void {
  const { way, isForward, context, describe, show } = message;
  const isSwapped = way === 'request' && !isForward;
  const [needed, offered] = isSwapped ? [current, old] : [old, current];
  const [lost, gained] = isSwapped ? ['added', 'removed'] : ['removed', 'added'];
  const addChange = (change: string, content: ApiContent, witness?: () => Witness): void => {
    const isNew = change === 'added';
    const title = `the ${describe(content)} ${isNew ? 'may be' : 'is no longer'} sent as ${content.mediaType}`;
    const at = { [isNew ? 'new' : 'old']: content.pointer };
    context.add(`${way}-media-type-${change}`, title, at, witness);
  };
  for (const content of needed) {
    const found = findContent(offered, content.mediaType);
    // A response may replace a range by media types in it.
    const narrow = offered.filter(
      (each) => way === 'response' && coversMediaType(content.mediaType, each.mediaType),
    );
    for (const other of found === undefined ? narrow : [found]) {
      const [was, is] = isSwapped ? [other, content] : [content, other];
      const sent = isForward ? was : is;
      context.compareValues({
        ...{ what: describe(sent), way, isForward, old: was.schema, current: is.schema },
        wire: toWire(other.mediaType),
        show: (value, reason, by) => show(sent, value, reason, by),
      });
      if (way === 'request') compareEncodings(message, was, is);
    }
    if (found !== undefined || narrow.length > 0) continue;
    const [shown = content] = way === 'request' ? [] : offered;
    const reason = `the other document does not describe ${shown.mediaType}`;
    addChange(lost, content, () => show(shown, pick(context, shown), reason));
  }
  for (const content of offered)
    if (findContent(needed, content.mediaType) === undefined) addChange(gained, content);
}

/** Compares how the parts of a form or multipart body are encoded. */
function compareEncodings(message: Message, was: ApiContent, is: ApiContent): void {
  const { isForward, context, show } = message;
  for (const [name, old] of was.encodings) {
    const current = is.encodings.get(name);
    // If only one document describes the part, the schema has changed, which is reported there.
    if (current === undefined) continue;
    const hasParts = [was, is].some(({ schema }) => context.comparison.hasParts(schema, name));
    const [from, to] = [old, current].map(({ terms }) =>
      hasParts ? terms : { ...terms, style: '' },
    );
    if (from === undefined || to === undefined || isSame(from, to)) continue;
    const problem = isForward ? findProblem(from, to) : findProblem(to, from);
    const title = `the part "${name}" of the request body ${problem ?? 'has another encoding'}`;
    const sent = isForward ? was : is;
    const witness = (): Witness => show(sent, pick(context, sent), title);
    const at = { old: old.pointer, new: current.pointer };
    context.add('request-encoding-changed', title, at, problem !== undefined && witness);
  }
}

type Encoding = NonNullable<ReturnType<ApiContent['encodings']['get']>>['terms'];

/** Describes which part of the sent encoding the receiver does not accept. */
function findProblem(sent: Encoding, taken: Encoding): string | undefined {
  const lost = sent.contentTypes.find(
    (each) => !taken.contentTypes.some((range) => coversMediaType(range, each)),
  );
  const header = taken.requiredHeaders.find((each) => !sent.requiredHeaders.includes(each));
  if (lost !== undefined) return `may no longer come as ${lost} (${taken.contentTypes.join(', ')})`;
  if (sent.style !== taken.style)
    return `is serialized differently (${sent.style} → ${taken.style})`;
  if (sent.allowsReserved && !taken.allowsReserved)
    return 'must now escape characters such as / and :';
  return header === undefined ? undefined : `now needs the header "${header}"`;
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
    const isIn = (each: ApiResponse): boolean => each.status.startsWith(status.replace('XX', ''));
    if (after.responses.some(isIn) || findResponse(after.responses, toExampleStatus(status)))
      continue;
    const isLast = !isLeft && isSuccess(response, before.responses);
    const title = `status ${status} is no longer documented${isLast ? ', and no success status is left' : ''}`;
    const reason = 'the new document has no success status for the operation';
    const witness = isLast && (() => witnessRequest({}, reason));
    add(`${isLast ? 'success-status' : 'status'}-removed`, title, { old: pointer }, witness);
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
  const body = first && { mediaType: first.mediaType, value: pick(context, first) };
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
  const name = `response ${status}`;
  const message: Message = {
    ...{ way: 'response', isForward: isOutgoing, context },
    describe: (part) => (isField(part) ? `header "${part.name}" of ${name}` : `${name} body`),
    show: (part, value, reason, provenBy) => {
      const headers = isField(part) &&
        value !== undefined && { headers: { [part.name]: toText(value, part) } };
      const body = !isField(part) && { body: { mediaType: part.mediaType, value } };
      return witnessResponse(status, reason, { provenBy, ...headers, ...body });
    },
  };
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing) {
    // An error status that is listed for the first time may be described briefly: the service still sends the same response.
    const isBreaking = was.status === is.status || !/^[45]/.test(status);
    const reason = `the old document has a body of ${was.content[0]?.mediaType}`;
    const witness = (): Witness => witnessResponse(status, reason);
    const at = { old: was.pointer, new: is.pointer };
    add('response-body-removed', `${name} body is removed`, at, isBreaking && witness);
  } else compareContent(message, was.content, is.content);
  compareFields(message, 'response-header', was.headers, is.headers);
}

/** Every status that is listed, and for each range and the default a status that is not listed. */
function listStatuses(responses: readonly ApiResponse[]): Set<string> {
  const named = new Set(responses.map(({ status }) => status));
  const free = [5, 4, 3, 2, 1]
    .flatMap((first) => Array.from({ length: 100 }, (_, index) => String(first * 100 + index)))
    .filter((code) => !named.has(code));
  const toCode = (status: string): string | undefined => {
    if (/^\d{3}$/.test(status)) return status;
    const isIn = (code: string): boolean =>
      status === 'default' ? !named.has(`${code[0]}XX`) : code[0] === status[0];
    return free.find(isIn);
  };
  return new Set([...named].map((status) => toCode(status) ?? status));
}

function toExampleStatus(status: string): string {
  return status === 'default' ? '500' : status.replace('XX', '00');
}
