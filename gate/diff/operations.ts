import { toExactJson } from '../../contract/exact-numbers.ts';
import { isSame, toStableText } from '../../contract/json.ts';
import { type Deadline, TimeOver } from '../../contract/time-limit.ts';
import type {
  ApiBody,
  ApiContent,
  ApiEncoding,
  ApiField,
  ApiOperation,
  ApiResponse,
  ApiScheme,
  ApiServer,
} from './api.ts';
import { type FoundChange, type Severity, toChangeId } from './change.ts';
import type { Comparison } from './comparison.ts';
import { compareComponents } from './library.ts';
import { coversMediaType, findContent } from './media-types.ts';
import { coversUrl } from './normalize-url.ts';
import { pairOperations, toAddress } from './pair-operations.ts';
import { comparePlace } from './places.ts';
import type { Schema, Way } from './schemas.ts';
import { findResponse, isSuccess } from './statuses.ts';
import { json, type Wire } from './validator.ts';
import type { View } from './views.ts';
import {
  createWitness,
  type Example,
  isField,
  type MessagePart,
  type OperationPair,
} from './witnesses.ts';

/**
 * Compares all operations, and all requests that the service makes.
 * @param limit the time after which an operation is not compared
 */
export function compareApis(comparison: Comparison, limit: Deadline): FoundChange[] {
  const changes: FoundChange[] = [];
  compareLibraries(comparison, changes);
  compareOperations({ comparison, changes, limit, isOutgoing: false });
  compareOperations({ comparison, changes, limit, isOutgoing: true });
  return changes;
}

/** Documents without operations only have components. */
function compareLibraries(comparison: Comparison, changes: FoundChange[]): void {
  const { old, new: current, view } = comparison;
  if (old.components === undefined || current.components === undefined) return;
  const toView = (schema: Schema): View => view(schema, json);
  changes.push(...compareComponents(old.components, current.components, toView));
}

interface OperationsContext {
  comparison: Comparison;
  changes: FoundChange[];
  limit: Deadline;
  isOutgoing: boolean;
}

function compareOperations({ comparison, changes, limit, isOutgoing }: OperationsContext): void {
  const { old, new: current } = comparison;
  const before = isOutgoing ? old.outgoing : old.operations;
  const after = isOutgoing ? current.outgoing : current.operations;
  const kind = isOutgoing ? 'webhook' : 'operation';
  const toMessage = (was: ApiOperation, is = was): Message =>
    createMessage({ comparison, before: was, after: is, isOutgoing, changes });
  const pairs = pairOperations(before, after);
  const named = new Map(after.map((operation) => [operation.id, operation]));
  for (const was of before) {
    const is = pairs.get(was);
    const namesake = was.id === undefined ? undefined : named.get(was.id);
    if (is === undefined) addLostOperation(toMessage(was), `${kind}-removed`, namesake);
    else compareWithin(limit, toMessage(was, is));
  }
  const paired = new Set(pairs.values());
  for (const is of after) {
    if (paired.has(is)) continue;
    const title = `${is.method} ${is.path} is new`;
    toMessage(is).add(`${kind}-added`, title, [undefined, is], false, { pointer: is.key });
  }
}

/** @param moved the operation with its id in the new document */
function addLostOperation(
  { before, add }: Message,
  rule: string,
  moved: ApiOperation | undefined,
): void {
  const label = `${before.method} ${before.path}`;
  const change = moved === undefined ? 'is removed' : `moved to ${moved.method} ${moved.path}`;
  const example = { reason: `the new document has no ${label}` };
  add(rule, `${label} ${change}`, [before, moved], example, { pointer: before.key });
}

/** Compares an operation, or reports that there was no time for it. */
function compareWithin(limit: Deadline, message: Message): void {
  const { before, after, add } = message;
  try {
    limit.run(() => compareOperation(message));
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    const title = 'is not compared: the time is over (--max-time)';
    add('not-compared', title, [before, after], false, { severity: 'unproven' });
  }
}

/** A request, or a response with a status, in both documents, with the function that reports differences. */
type Message = ReturnType<typeof createMessage>;

/** The same part in both documents, if it exists. */
type Pair<Part = { pointer: string }> = readonly [was: Part | undefined, is: Part | undefined];

/** @param status of a response. Default: a request */
function createMessage(pair: OperationPair, status?: string) {
  const way: Way = status === undefined ? 'request' : 'response';
  return {
    ...pair,
    status,
    way,
    /**
     * Whether the sender follows the old document. A client of the old document sends requests to a service of the new one,
     * which sends responses back. With outgoing requests, it is the other way round.
     */
    isForward: (way === 'request') !== pair.isOutgoing,
    /**
     * Reports a change. It is breaking if it has an example, otherwise compatible.
     * @param pointer the deciding part, for the id
     */
    add: (
      rule: string,
      title: string,
      [was, is]: Pair,
      example?: Example | false,
      {
        severity,
        pointer = (is ?? was)?.pointer ?? '',
      }: { severity?: Severity | undefined; pointer?: string } = {},
    ): void => {
      pair.changes.push({
        id: toChangeId(rule, pointer),
        rule,
        operation: pair.before.name,
        title,
        ...(was && { old: was.pointer }),
        ...(is && { new: is.pointer }),
        severity: severity ?? (example ? 'breaking' : 'compatible'),
        ...(example && { witness: () => createWitness(pair, example, status) }),
      });
    },
  };
}

function namePart({ status }: Message, part: MessagePart): string {
  const message = status === undefined ? 'request' : `response ${status}`;
  if (!isField(part)) return `${message} body`;
  const noun = status === undefined ? `${part.in} parameter` : 'header';
  return `${noun} "${part.name}"${status === undefined ? '' : ` of ${message}`}`;
}

/**
 * Compares one operation. The service must still accept what clients send, and clients must be able to read what the service
 * sends. For an outgoing request (a webhook), the two are swapped.
 */
function compareOperation(request: Message): void {
  const { before, after, isOutgoing, add } = request;
  compareFields(request, 'parameter', before.parameters, after.parameters);
  comparePresence(request, 'request-body', [before.body, after.body]);
  if (before.body && after.body) compareContent(request, before.body, after.body);
  compareResponses(request);
  if (!isOutgoing) {
    compareSecurity(request);
    compareServers(request);
  }
  if (!before.isDeprecated && after.isDeprecated)
    add('operation-deprecated', 'the operation is deprecated', [before, after]);
  // Nothing changes on the wire, but generated clients rename a function.
  if (after.id !== before.id && before.id !== undefined)
    add('operation-id-changed', `operationId is now ${after.id ?? 'removed'}`, [before, after]);
}

/** A part with a schema. */
type Valued = ApiField | ApiContent;

/** Reports the differences between the two schemas of a part. */
function compareValues(message: Message, was: Valued, is: Valued, wire: Wire): void {
  const { comparison, isOutgoing, changes, before, status, way, isForward } = message;
  const old = comparison.view(was.schema, wire);
  const current = comparison.view(is.schema, wire);
  const part = isForward ? was : is;
  const findings = comparePlace(
    {
      what: namePart(message, was),
      way,
      isForward,
      wire,
      sender: isForward ? old : current,
      receiver: isForward ? current : old,
      hasRules: way === 'request' && !isOutgoing,
      show: (value, reason, provenBy) =>
        createWitness(message, { part, value, reason, provenBy }, status),
    },
    comparison,
  );
  changes.push(...findings.map((finding) => ({ ...finding, operation: before.name })));
}

/** Compares parameters or headers. */
function compareFields(
  message: Message,
  rule: string,
  old: readonly ApiField[],
  current: readonly ApiField[],
): void {
  for (const key of new Set([...old, ...current].map((field) => field.key))) {
    const was = old.find((field) => field.key === key);
    const is = current.find((field) => field.key === key);
    // Every sender fills in the whole path.
    if (!key.startsWith('path ')) comparePresence(message, rule, [was, is]);
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
function comparePresence(message: Message, rule: string, at: Pair<ApiField | ApiBody>): void {
  const [was, is] = at;
  const part = was ?? is;
  if (part === undefined || was?.isRequired === is?.isRequired) return;
  const { way, isForward, add } = message;
  const what = namePart(message, part);
  const isNeeded = (isForward ? is : was)?.isRequired === true;
  const provenBy = was && ('validation' as const);
  const missing = isNeeded && { part, isOmitted: true, reason: `${what} is missing`, provenBy };
  if (is === undefined) {
    const reason = `the new document does not describe the ${what}`;
    const ignored = isForward && way === 'request' && { part, reason };
    const severity = isForward || isNeeded ? undefined : 'unproven';
    add(`${rule}-removed`, `${what} is removed`, at, ignored || missing, { severity });
    return;
  }
  const need = is.isRequired ? 'required' : 'optional';
  const change = was !== undefined || isNeeded ? need : 'added';
  const words = was !== undefined ? `now ${need}` : isNeeded ? 'new, and required' : 'new';
  add(`${rule}-${change}`, `${what} is ${words}`, at, missing);
}

function compareField(message: Message, rule: string, was: ApiField, is: ApiField): void {
  const { comparison, way, isForward, add } = message;
  const what = namePart(message, was);
  const from = was.mediaType ?? toStyle(message, was);
  const to = is.mediaType ?? toStyle(message, is);
  if (isWrittenOtherwise(from, to))
    add(`${rule}-style-changed`, `${what} is serialized differently (${from} → ${to})`, [was, is], {
      part: isForward ? was : is,
      reason: `it was serialized as ${from}, and is now ${to}`,
    });
  if (!was.isDeprecated && is.isDeprecated)
    add(`${rule}-deprecated`, `${what} is deprecated`, [was, is]);
  compareValues(message, was, is, (comparison.hasParts(was.schema) ? was : is).wire);
  if (way === 'response' || !isForward) return;
  const addRight = (id: string, isKept: boolean, words: string, value?: string): void => {
    const title = `${what} may ${isKept ? '' : 'no longer '}${words}`;
    add(`${rule}-${id}`, title, [was, is], !isKept && { part: was, value, reason: title });
  };
  if (was.allowsReserved !== is.allowsReserved)
    addRight('reserved-changed', is.allowsReserved, 'contain / and : without an escape');
  if (was.allowsEmpty !== is.allowsEmpty)
    addRight(is.allowsEmpty ? 'empty-allowed' : 'empty-refused', is.allowsEmpty, 'be empty', '');
  // Defaults apply to requests without the value. A new one breaks no promise.
  const old = was.schema?.default;
  const current = is.schema?.default;
  if (was.isRequired || isSame(old?.value, current?.value)) return;
  const first = old === undefined ? 'none' : toExactJson(old.value);
  const second = current === undefined ? 'none' : toExactJson(current.value);
  const title = `the default of ${what} changed from ${first} to ${second}`;
  const reason = `without it, the value was ${first} and is now ${second}`;
  const example = old !== undefined && { part: was, isOmitted: true, reason };
  const pointer = `${is.schema?.pointer ?? is.pointer}/default`;
  add('default-changed', title, [was, is], example, { pointer });
}

/** Values without parts are written alike, except where a style adds a prefix. */
function toStyle({ comparison }: Message, { schema, style }: ApiField): string {
  return /^(?:label|matrix)/.test(style) || comparison.hasParts(schema) ? style : 'plain';
}

/** If one side accepts only plain values, the serialization of lists and objects does not matter. */
function isWrittenOtherwise(from = '', to = ''): boolean {
  const isUsual = [from, to].every((style) => /^(?:plain|form|simple)/.test(style));
  return from !== to && !(isUsual && [from, to].includes('plain'));
}

type WithContent = ApiBody | ApiResponse;

/** Clients choose among the media types of the service, so it must keep them; an outgoing request may only come in known ones. */
function compareContent(message: Message, was: WithContent, is: WithContent): void {
  const old = was.content;
  const current = is.content;
  const { way, isForward, add } = message;
  const isSwapped = way === 'request' && !isForward;
  const [needed, offered] = isSwapped ? [current, old] : [old, current];
  const addChange = (content: ApiContent, example?: Example | false): void => {
    const isOld = old.includes(content);
    const [change, verb] = isOld ? ['removed', 'is no longer'] : ['added', 'is now'];
    const title = `${content.mediaType} ${verb} a media type of the ${namePart(message, content)}`;
    const at: Pair = isOld ? [content, undefined] : [undefined, content];
    add(`${way}-media-type-${change}`, title, at, example);
  };
  for (const content of needed) {
    const counterpart = findContent(offered, content.mediaType);
    // A response may replace a range by media types in it.
    const narrow = offered.filter(
      (candidate) => way === 'response' && coversMediaType(content.mediaType, candidate.mediaType),
    );
    for (const partner of counterpart === undefined ? narrow : [counterpart]) {
      const at = isSwapped ? ([partner, content] as const) : ([content, partner] as const);
      compareValues(message, ...at, partner.wire);
      if (way === 'request') compareEncodings(message, ...at);
    }
    if (counterpart !== undefined) continue;
    const [part = content] = way === 'request' ? [] : offered;
    const reason = `the other document does not describe ${part.mediaType}`;
    addChange(content, narrow.length === 0 && { part, reason });
  }
  for (const content of offered)
    if (findContent(needed, content.mediaType) === undefined) addChange(content);
}

/** Compares how the parts of a form or multipart body are encoded. */
function compareEncodings(message: Message, was: ApiContent, is: ApiContent): void {
  const { comparison, isForward, add } = message;
  for (const [name, old] of was.encodings) {
    const current = is.encodings.get(name);
    // If only one document describes the part, the schema has changed, which is reported there.
    if (current === undefined) continue;
    const hasParts = [was, is].some(({ schema }) => comparison.hasParts(schema, name));
    const changes = Object.entries(old.terms).flatMap(([term, from]) => {
      const to: unknown = Reflect.get(current.terms, term);
      const isPlain = term === 'style' && !hasParts;
      return isPlain || isSame(from, to) ? [] : [`${term}: ${from || 'none'} → ${to || 'none'}`];
    });
    if (changes.length === 0) continue;
    const [sent, accepted] = isForward ? [old.terms, current.terms] : [current.terms, old.terms];
    const isAccepted = acceptsEncoding(sent, accepted, hasParts);
    const reason = `the part "${name}" of the request body is encoded differently (${changes.join('; ')})`;
    const example = !isAccepted && { part: isForward ? was : is, reason };
    add('request-encoding-changed', reason, [old, current], example);
  }
}

/** @param hasParts whether the style matters */
function acceptsEncoding(
  sent: ApiEncoding['terms'],
  accepted: ApiEncoding['terms'],
  hasParts: boolean,
): boolean {
  const isCovered = (mediaType: string): boolean =>
    accepted.contentType.some((range) => coversMediaType(range, mediaType));
  const isSameStyle = sent.style === accepted.style || !hasParts;
  const isEscaped = accepted.allowReserved || !sent.allowReserved;
  const hasHeaders = accepted.headers.every((header) => sent.headers.includes(header));
  return sent.contentType.every(isCovered) && isSameStyle && isEscaped && hasHeaders;
}

/** Compares statuses, bodies and headers of responses. */
function compareResponses(request: Message): void {
  const { before, after } = request;
  const compared = new Set<string>();
  for (const status of listStatuses(before.responses, after.responses)) {
    const was = findResponse(before.responses, status);
    const is = findResponse(after.responses, status);
    // A status that is added differs from an error that is added, although `default` describes both.
    const kind = was === undefined || is === undefined ? toStatusKind(status) : '';
    const key = `${was?.pointer} ${is?.pointer} ${kind}`;
    if (compared.has(key)) continue;
    compared.add(key);
    if (was !== undefined && is !== undefined)
      compareResponse(createMessage(request, status), was, is);
    else compareCoverage(request, status, [was, is]);
  }
  addLostStatuses(request);
}

/** Compares a status that only one document describes. */
function compareCoverage(request: Message, status: string, at: Pair<ApiResponse>): void {
  const [was, is] = at;
  const { isOutgoing, add } = createMessage(request, status);
  // Who reads the responses has to expect a new status. With outgoing requests, that is the service.
  const response = isOutgoing ? was : is;
  if (response === undefined) return;
  if (toStatusKind(status) === 'error') {
    add('error-status-added', `error status ${response.status} is documented`, at);
    return;
  }
  const verb = isOutgoing ? 'is no longer accepted' : 'may be returned';
  const isDefault = response.status === 'default';
  const cause = isDefault ? ', as "default" describes success without another success status' : '';
  const label = isDefault ? status : response.status;
  const reason = `the ${isOutgoing ? 'new' : 'old'} document has no status ${status}`;
  const example = { part: response.content[0], reason };
  add('success-status-added', `status ${label} ${verb}${cause}`, at, example);
}

/** Reports the responses that the new document no longer describes. */
function addLostStatuses({ before, after, isOutgoing, add }: Message): void {
  const isLeft =
    isOutgoing || after.responses.some((response) => isSuccess(response, after.responses));
  const reason = 'the new document has no success status for the operation';
  for (const response of before.responses) {
    const { status } = response;
    if (findResponse(after.responses, status) !== undefined) continue;
    const title = `status ${status} is no longer documented`;
    const at: Pair = [response, undefined];
    if (isLeft || !isSuccess(response, before.responses)) add('status-removed', title, at);
    else add('success-status-removed', `${title}, and no success status is left`, at, { reason });
  }
}

/** Clients have to expect errors, but no other status that the document does not describe. */
function toStatusKind(status: string): 'error' | 'success' {
  return /^[45]/.test(status) ? 'error' : 'success';
}

function compareResponse(message: Message, was: ApiResponse, is: ApiResponse): void {
  const { status, isOutgoing, add } = message;
  if (was.content.length > 0 && is.content.length === 0 && !isOutgoing) {
    // An error status that is listed for the first time may be described briefly: the service still sends the same response.
    const isBreaking = was.status === is.status || !/^[45]/.test(`${status}`);
    const reason = `the old document has a body of ${was.content[0]?.mediaType}`;
    const title = `response ${status} body is removed`;
    add('response-body-removed', title, [was, is], isBreaking && { reason });
  } else compareContent(message, was, is);
  compareFields(message, 'response-header', was.headers, is.headers);
}

/** Every status that is listed, and one of each range, of errors and of what `default` describes, that is not. */
function listStatuses(
  before: readonly ApiResponse[],
  after: readonly ApiResponse[],
): ReadonlySet<string> {
  const listed = [...before, ...after].map(({ status }) => status);
  const ranges = listed.filter((status) => status.endsWith('XX'));
  if (hasOpenSuccess(before) || hasOpenSuccess(after)) ranges.push('2XX');
  const statuses = new Set(listed.filter((status) => /^\d+$/.test(status)));
  for (const range of [...ranges, '5XX', '4XX']) {
    const codes = Array.from({ length: 100 }, (_, index) => `${Number(range[0]) * 100 + index}`);
    const unlisted = codes.find((code) => !listed.includes(code));
    if (unlisted !== undefined) statuses.add(unlisted);
  }
  return statuses;
}

/** Whether `default` describes every success. */
function hasOpenSuccess(responses: readonly ApiResponse[]): boolean {
  const open = responses.find(({ status }) => status === 'default');
  return open !== undefined && isSuccess(open, responses);
}

/** Credentials that were sufficient in the old document must be sufficient in the new one. */
function compareSecurity({ before, after, add }: Message): void {
  if (toSetText(before.security) === toSetText(after.security)) return;
  const was = { pointer: before.securityPointer };
  const is = { pointer: after.securityPointer };
  const names = after.security.map(toWords);
  const needed = names.join(', or ');
  const isAccepted = (credentials: readonly ApiScheme[]): boolean =>
    after.security.some((alternative) => isEnough(credentials, alternative));
  const lost = before.security.find((credentials) => !isAccepted(credentials));
  const at = [was, is] as const;
  const pointer = after.pointer;
  if (lost === undefined) {
    add('security-widened', `accepted credentials: ${needed}`, at, false, { pointer });
    return;
  }
  // The names may be equal, but their meaning differs: another header, flow or token URL.
  const change = names.includes(toWords(lost))
    ? `the security scheme ${toWords(lost)} has changed`
    : `${toWords(lost)} → ${needed}`;
  const title = `credentials that were sufficient no longer are: ${change}`;
  const example = { isAnonymous: lost.length === 0, reason: `the new document requires ${needed}` };
  add('security-changed', title, at, example, { pointer });
}

/** Equal for the same alternatives, schemes, flows and scopes: their order has no meaning. */
function toSetText(security: ApiOperation['security']): string {
  const alternatives = security.map((schemes) => {
    const texts = schemes.map((scheme) => {
      const flows = scheme.flows.toSorted();
      const scopes = [...new Set(scheme.scopes)].sort();
      return toStableText({ ...scheme, flows, scopes });
    });
    return texts.sort().join();
  });
  return [...new Set(alternatives)].sort().join('\n');
}

/** Whether credentials include all required ones. The names of schemes are ignored. */
function isEnough(credentials: readonly ApiScheme[], needed: readonly ApiScheme[]): boolean {
  return needed.every((scheme) =>
    credentials.some(
      (credential) =>
        isSame(credential.terms, scheme.terms) &&
        // Each listed flow can provide a token.
        credential.flows.every((flow) => scheme.flows.includes(flow)) &&
        scheme.scopes.every((scope) => credential.scopes.includes(scope)),
    ),
  );
}

function toWords(alternative: readonly ApiScheme[]): string {
  const words = alternative.map(({ name, scopes }) =>
    scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`,
  );
  return words.join(' and ') || 'none';
}

/** Clients keep calling the servers of the old document. */
function compareServers({ before, after, add }: Message): void {
  const covers = (now: ApiServer, was: ApiServer): boolean =>
    coversUrl(toAddress(now, after), toAddress(was, before));
  const listNamed = ({ servers }: ApiOperation): ApiServer[] =>
    servers.filter((server) => !server.isImplied);
  for (const server of listNamed(before)) {
    if (after.servers.some((now) => covers(now, server))) continue;
    const url = server.url || '/';
    const title = `the server ${url} is removed, or accepts fewer values`;
    const reason = `the new document no longer allows every value of the server ${url}`;
    const example = { server: server.url, reason };
    add('server-removed', title, [server, undefined], example, { pointer: url });
  }
  const addresses = before.servers.map((was) => toAddress(was, before));
  for (const server of listNamed(after))
    if (!addresses.includes(toAddress(server, after)))
      add('server-added', `the server ${server.url || '/'} is added`, [undefined, server]);
}
