import type { Witness } from './change.ts';
import type { OperationContext } from './context.ts';
import { isSame } from './json.ts';
import { comparePlace } from './places.ts';
import {
  type ApiBody,
  type ApiContent,
  type ApiField,
  type ApiResponse,
  coversMediaType,
  findContent,
  findResponse,
  isSuccess,
} from './read-api.ts';
import type { Way } from './schemas.ts';
import type { Wire } from './validator.ts';
import { toText } from './witnesses.ts';

type MessagePart = ApiField | ApiBody | ApiContent;

/**
 * A request, or a response with a status, in both documents. A client of the old document sends requests to a service of the
 * new one, which sends responses back. The requests that the service makes (`isOutgoing`: webhooks, callbacks) go the other
 * way, and so do their responses.
 */
interface Message {
  way: Way;
  /** Whether the sender follows the old document: true for requests, and for the responses to outgoing ones. */
  isForward: boolean;
  context: OperationContext;
  describe(part: MessagePart): string;
  /** Shows the message with a value of a part, or without it. */
  show(part: MessagePart, value: unknown, reason: string, by?: Witness['provenBy']): Witness;
}

const isField = (part: MessagePart): part is ApiField => 'in' in part;

/** The simplest value of a part. */
function pick(context: OperationContext, part: MessagePart | undefined): unknown {
  if (part === undefined) return undefined;
  if ('content' in part) return pick(context, part.content[0]);
  return context.comparison.pick(part.schema, part.wire);
}

/** Reports the differences between the two schemas of a part. */
function compareValues(
  { way, isForward, context, describe, show }: Message,
  was: ApiField | ApiContent,
  is: ApiField | ApiContent,
  wire: Wire,
): void {
  const { comparison, isOutgoing, found, before } = context;
  const [old, current] = [comparison.view(was.schema, wire), comparison.view(is.schema, wire)];
  const [sender, receiver, sent] = isForward ? [old, current, was] : [current, old, is];
  const place = {
    ...{ what: describe(was), way, isForward, wire, sender, receiver },
    hasRules: way === 'request' && !isOutgoing,
    show: (value: unknown, reason: string, by: Witness['provenBy']) =>
      show(sent, value, reason, by),
  };
  const findings = comparePlace(place, comparison);
  found.push(...findings.map((each) => ({ ...each, operation: before.name })));
}

/** Compares parameters and request bodies. */
export function compareRequests(context: OperationContext): void {
  const { before, after, isOutgoing, witnessRequest } = context;
  const message: Message = {
    ...{ way: 'request', isForward: !isOutgoing, context },
    describe: (part) => (isField(part) ? `${part.in} parameter "${part.name}"` : 'request body'),
    show: (part, value, reason, by) => {
      if (isField(part))
        return witnessRequest({ parameters: new Map([[part.key, value]]) }, reason, by);
      const body = value === undefined ? {} : { value };
      const type = 'mediaType' in part && { mediaType: part.mediaType };
      return witnessRequest({ body, ...type }, reason, by);
    },
  };
  compareFields(message, 'parameter', before.parameters, after.parameters);
  comparePresence(message, 'request-body', before.body, after.body);
  if (before.body && after.body) compareContent(message, before.body.content, after.body.content);
}

/** Compares parameters or headers. */
function compareFields(
  message: Message,
  rule: string,
  old: readonly ApiField[],
  current: readonly ApiField[],
): void {
  const pairs = old.map((was) => [was, current.find(({ key }) => key === was.key)] as const);
  const added = current.filter(({ key }) => !old.some((was) => was.key === key));
  for (const [was, is] of [...pairs, ...added.map((is) => [undefined, is] as const)]) {
    // Every sender fills in the whole path.
    if ((was ?? is)?.in !== 'path') comparePresence(message, rule, was, is);
    if (was !== undefined && is !== undefined) compareField(message, rule, was, is);
  }
}

/**
 * Compares whether a parameter, a header or a body exists, and is required. The sender must still send what the receiver
 * requires, and the service must read what clients send:
 *
 *                removed                            now optional   now required   new, and required
 * in a request   breaking: the service ignores it   compatible     breaking       breaking
 * in a response  breaking if it was required,       breaking       compatible     compatible
 *                otherwise not proven
 */
function comparePresence(
  { way, isForward, context, describe, show }: Message,
  rule: string,
  was: ApiField | ApiBody | undefined,
  is: ApiField | ApiBody | undefined,
): void {
  const part = was ?? is;
  if (part === undefined || was?.isRequired === is?.isRequired) return;
  const what = describe(part);
  const at = { ...(was && { old: was.pointer }), ...(is && { new: is.pointer }) };
  const isNeeded = (isForward ? is : was)?.isRequired === true;
  const missing =
    isNeeded && (() => show(part, undefined, `${what} is missing`, was && 'validation'));
  if (is === undefined) {
    const reason = `the new document does not describe the ${what}`;
    const isIgnored = isForward && way === 'request';
    const ignored = isIgnored && (() => show(part, pick(context, part), reason));
    const isDoubt = !isForward && !isNeeded;
    context.add(`${rule}-removed`, `${what} is removed`, at, ignored || missing, {
      ...(isDoubt && { severity: 'unproven' }),
    });
  } else if (was !== undefined) {
    const need = is.isRequired ? 'required' : 'optional';
    context.add(`${rule}-${need}`, `${what} is now ${need}`, at, missing);
  } else if (isNeeded) context.add(`${rule}-required`, `${what} is new, and required`, at, missing);
  else context.add(`${rule}-added`, `${what} is new`, at);
}

function compareField(message: Message, rule: string, was: ApiField, is: ApiField): void {
  const { way, isForward, context, describe, show } = message;
  const { add } = context;
  const [what, sent] = [describe(was), isForward ? was : is];
  const at = { old: was.pointer, new: is.pointer };
  const [from, to] = [was, is].map((field) => field.mediaType ?? toStyle(context, field));
  if (isWrittenOtherwise(from, to))
    add(`${rule}-style-changed`, `${what} is serialized differently (${from} → ${to})`, at, () =>
      show(sent, pick(context, sent), `it was serialized as ${from}, and is now ${to}`),
    );
  if (!was.isDeprecated && is.isDeprecated) add(`${rule}-deprecated`, `${what} is deprecated`, at);
  compareValues(message, was, is, (context.comparison.hasParts(was.schema) ? was : is).wire);
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

/** Values without parts are written alike, except where a style adds a prefix. */
function toStyle({ comparison }: OperationContext, { schema, style }: ApiField): string {
  return /^(?:label|matrix)/.test(style) || comparison.hasParts(schema) ? style : 'plain';
}

/** If one side accepts only plain values, the serialization of lists and objects does not matter. */
function isWrittenOtherwise(from = '', to = ''): boolean {
  const isUsual = [from, to].every((style) => /^(?:plain|form|simple)/.test(style));
  return from !== to && !(isUsual && [from, to].includes('plain'));
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
    const verb = isNew ? 'is now' : 'is no longer';
    const title = `${content.mediaType} ${verb} a media type of the ${describe(content)}`;
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
      compareValues(message, was, is, other.wire);
      if (way === 'request') compareEncodings(message, was, is);
    }
    if (found !== undefined) continue;
    const [shown = content] = way === 'request' ? [] : offered;
    const reason = `the other document does not describe ${shown.mediaType}`;
    const witness = (): Witness => show(shown, pick(context, shown), reason);
    addChange(lost, content, narrow.length === 0 ? witness : undefined);
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
    const changes = Object.entries(old.terms).flatMap(([term, from]) => {
      const to: unknown = Reflect.get(current.terms, term);
      const isPlain = term === 'style' && !hasParts;
      return isPlain || isSame(from, to) ? [] : [`${term}: ${from || 'none'} → ${to || 'none'}`];
    });
    if (changes.length === 0) continue;
    const [sent, taken] = isForward ? [old.terms, current.terms] : [current.terms, old.terms];
    const isAccepted =
      sent.contentType.every((each) => taken.contentType.some((by) => coversMediaType(by, each))) &&
      (sent.style === taken.style || !hasParts) &&
      (taken.allowReserved || !sent.allowReserved) &&
      taken.headers.every((each) => sent.headers.includes(each));
    const title = `the part "${name}" of the request body is encoded differently (${changes.join('; ')})`;
    const part = isForward ? was : is;
    const witness = (): Witness => show(part, pick(context, part), title);
    const at = { old: old.pointer, new: current.pointer };
    context.add('request-encoding-changed', title, at, !isAccepted && witness);
  }
}

/** Compares statuses, bodies and headers of responses. */
export function compareResponses(context: OperationContext): void {
  const { before, after, isOutgoing, add, witnessRequest } = context;
  const compared = new Set<string>();
  for (const status of listStatuses([...before.responses, ...after.responses])) {
    const was = findResponse(before.responses, status);
    const is = findResponse(after.responses, status);
    const answered = isOutgoing ? was : is;
    const key = `${was?.pointer} ${is?.pointer}`;
    if (answered === undefined || compared.has(key)) continue;
    compared.add(key);
    if (was !== undefined && is !== undefined) compareResponse(context, status, was, is);
    else addStatus(context, answered);
  }
  const isLeft = isOutgoing || after.responses.some((each) => isSuccess(each, after.responses));
  for (const response of before.responses) {
    const { status, pointer } = response;
    if (findResponse(after.responses, status) !== undefined) continue;
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
      const body = 'mediaType' in part &&
        !isField(part) && { body: { mediaType: part.mediaType, value } };
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

/** Every status that is listed, and one of each range, and of errors, that is not. */
function listStatuses(responses: readonly ApiResponse[]): Set<string> {
  const listed = responses.map(({ status }) => status);
  const ranges = listed.filter((status) => status.endsWith('XX'));
  const others = [...ranges, '5XX', '4XX'].flatMap((range) => {
    const codes = Array.from({ length: 100 }, (_, index) => `${Number(range[0]) * 100 + index}`);
    return codes.find((code) => !listed.includes(code)) ?? [];
  });
  return new Set([...listed.filter((status) => /^\d+$/.test(status)), ...others]);
}

function toExampleStatus(status: string): string {
  return status === 'default' ? '500' : status.replace('XX', '00');
}
