import {
  type Contract,
  type Fault,
  type Match,
  matchStatus,
  mostFaults,
  type Operation,
  type Problem,
  type ProblemType,
  type Schema,
  successResponse,
} from '../../contract/index.ts';
import { type DocumentedResponse, isSuccess } from '../../contract/operation.ts';
import { isLoopback, parseUrl } from '../../contract/parse-url.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Middleware, MockReply, MockRequest } from '../handler.ts';
import { ContractBreach, Refusal } from '../refusal.ts';
import {
  type ErrorContent,
  type ErrorSource,
  findUsualErrors,
  toProblem,
  writeDocumentedError,
} from './documented-errors.ts';
import type { ReplyContent } from './steps.ts';

/** Why a request matched no operation. */
export type Unmatched = Exclude<Match<string>, { kind: 'operation' }>;

const none: readonly never[] = [];

/**
 * Creates the functions that write the replies of the service.
 * @param source creates errors as the document shows them. Default: the format of the assumption `error-format`
 */
export function createResponder(contract: Contract, source?: ErrorSource) {
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  let usualErrors: readonly DocumentedResponse[] | undefined;
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];
  return {
    reply: (request: MockRequest, operation: string, content: ReplyContent) =>
      toReply(request, content, operation),
    refuse,
    unmatched: (request: MockRequest, match: Unmatched) => {
      const isOptions = request.method === 'OPTIONS';
      if (isOptions && match.kind === 'method-not-allowed') return allow(request, match.allow);
      if (isOptions && request.path === '*') return allow(request, allMethods);
      return refuse(request, undefined, refuseUnmatched(request, match));
    },
  };

  function refuse(
    request: MockRequest,
    operation: string | undefined,
    refusal: Refusal,
  ): MockReply {
    const problem = contract.problems[refusal.problem];
    const status = refusal.status ?? problem.status;
    // Only 401 may have a challenge (RFC 9110, section 15.5.2).
    const headers = refusal.problem !== 'unauthorized' || status === 401 ? refusal.headers : none;
    const written =
      source === undefined
        ? { status, ...writeRefusal(contract, refusal, problem, status) }
        : writeError(source, listErrors(source, operation), { ...problem, ...refusal, status });
    const reply = toReply(request, { ...written, headers }, operation);
    reply.faults = refusal.faults;
    return reply;
  }

  /** The responses of an operation, and the form of the errors that it leaves out. Read with the first error. */
  function listErrors(errors: ErrorSource, operation: string | undefined): DocumentedResponse[] {
    usualErrors ??= findUsualErrors(errors, contract.operations);
    const documented = operations.get(operation ?? '')?.responses ?? [];
    return [...documented, ...usualErrors];
  }

  function allow(request: MockRequest, methods: readonly string[]): MockReply {
    const headers = ['Allow', methods.join(', ')];
    const content = { status: 204, mediaType: undefined, headers, body: undefined };
    return toReply(request, content, undefined);
  }
}

function toReply(
  { method, session }: MockRequest,
  { status, mediaType, headers: further, body, isBytes = false, ignored = none }: ReplyContent,
  operation: string | undefined,
): MockReply {
  const text = typeof body === 'string' ? body : undefined;
  const length = isBytes ? (text?.length ?? 0) : countBytes(text ?? '');
  const headers: string[] = [];
  if (mediaType !== undefined) headers.push('Content-Type', mediaType);
  // A status of 204 allows no length (RFC 9110, section 8.6).
  if (status !== 204) headers.push('Content-Length', String(length));
  headers.push('Date', writeDate(session?.now ?? Date.now()));
  for (const part of further) headers.push(part);
  const sent = method === 'HEAD' ? undefined : text;
  const reply: MockReply = { status, headers, body: sent, operation, faults: none };
  if (isBytes) reply.isBytes = true;
  return ignored.length === 0 ? reply : { ...reply, ignored };
}

/** The last written second, because most requests arrive in the same one. */
let lastDate = { second: Number.NaN, text: '' };

/** Formats a time for a Date header (RFC 9110, section 5.6.7). */
function writeDate(time: number): string {
  const second = Math.floor(time / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(time).toUTCString() };
  return lastDate.text;
}

const encoder = new TextEncoder();
/** Browsers have none. Read once, since Node calls a function for each use of the global. */
const nodeBuffer = typeof Buffer === 'function' ? Buffer : undefined;

/** The length of a text in UTF-8, which is the value of `Content-Length`. */
export function countBytes(text: string): number {
  // It counts without encoding.
  return nodeBuffer?.byteLength(text) ?? encoder.encode(text).length;
}

/**
 * Creates the function that validates a success reply against its documented schema, and writes it as JSON.
 * @throws ContractBreach when the reply does not match
 */
export function createReplyWriter({ validators }: Contract, operation: Operation) {
  const breach = (faults: readonly Fault[]) =>
    new ContractBreach(`the response of ${operation.id}`, faults);
  const documentedStatus = Number(successResponse(operation).status);
  const successes = operation.responses.filter(isSuccess);
  const writers = successes.map(({ status, mediaType, schema }) => {
    const validate = validators.reply(operation.id, status);
    const write = createWriter(schema, (body) => {
      const faults = validate(body);
      if (faults.length > 0) throw breach(faults);
    });
    return { documented: status, mediaType, write };
  });
  return (
    { status = documentedStatus, body }: { status?: number; body: unknown },
    ignored: readonly string[],
  ): ReplyContent => {
    const writer = writers.find(({ documented }) => matchStatus(documented, status));
    if (writer === undefined) throw breach([{ detail: `has the undocumented status ${status}` }]);
    const { mediaType, write } = writer;
    const text = mediaType === undefined ? undefined : write(body);
    return { status, mediaType, headers: none, body: text, ignored };
  };
}

/** Resources are immutable, so each item of a list is validated and written once: a page of 20 sites takes a third of the time. */
function createWriter(
  schema: Schema,
  assertValid: (body: unknown) => void,
): (body: unknown) => string {
  const listName = findList(schema);
  if (listName === undefined)
    return (body = null) => {
      assertValid(body);
      return JSON.stringify(body);
    };
  const start = `{${JSON.stringify(listName)}:[`;
  const written = new WeakMap<object, string>();
  const readWritten = (item: unknown): string | undefined =>
    isRecord(item) ? written.get(item) : undefined;
  return (body = null) => {
    const list = isRecord(body) ? body[listName] : undefined;
    const items: readonly unknown[] = Array.isArray(list) ? list : none;
    const texts = items.map(readWritten);
    if (!isRecord(body) || texts.length === 0 || texts.includes(undefined)) {
      assertValid(body);
      for (const item of items)
        if (isRecord(item) && Object.isFrozen(item)) written.set(item, JSON.stringify(item));
      return JSON.stringify(body);
    }
    const empty = { [listName]: none, ...body, [listName]: none };
    assertValid(empty);
    // The start and the rest become part of the items around them, so that all is copied only once.
    texts[0] = start + texts[0];
    texts[texts.length - 1] += JSON.stringify(empty).slice(start.length);
    return texts.join();
  };
}

/** Finds a list without keywords of its own: a keyword such as maxItems needs the items to be validated. */
function findList({ properties = {} }: Schema): string | undefined {
  return Object.entries(properties).find(([, { items, type, description, ...keywords }]) => {
    return items !== undefined && Object.keys(keywords).length === 0;
  })?.[0];
}

/** Writes an error as the document shows it, otherwise as problem details. */
function writeError(
  source: ErrorSource,
  responses: readonly DocumentedResponse[],
  error: ErrorContent,
): Pick<ReplyContent, 'status' | 'mediaType' | 'body'> {
  const documented = writeDocumentedError(source, responses, error);
  if (documented !== undefined) return { ...documented, body: documented.body ?? '' };
  const mediaType = 'application/problem+json';
  return { status: error.status, mediaType, body: JSON.stringify(toProblem(error)) };
}

/** Writes the body of a refusal in the format of the assumption `error-format`. */
function writeRefusal(
  { assumptions, validators }: Contract,
  { detail, faults }: Refusal,
  { id, type, title }: ProblemType,
  status: number,
): Pick<ReplyContent, 'mediaType' | 'body'> {
  switch (assumptions['error-format']) {
    case 'problem-details': {
      const problem: Problem = { type, title, status, detail };
      if (faults.length > 0) problem.errors = faults.slice(0, mostFaults);
      const wrong = validators.schema('Problem')(problem);
      if (wrong.length > 0) throw new ContractBreach(`the problem ${id}`, wrong);
      return { mediaType: 'application/problem+json', body: JSON.stringify(problem) };
    }
    case 'json': {
      const error = { code: id, message: detail };
      return { mediaType: 'application/json', body: JSON.stringify({ error }) };
    }
    case 'text':
      return { mediaType: 'text/plain; charset=utf-8', body: `${title}. ${detail}\n` };
    case 'empty':
      return { mediaType: undefined, body: '' };
  }
}

/** Creates the refusal of a request that no operation matches, with the closest match. */
export function refuseUnmatched(
  { method, path }: MockRequest,
  match: Exclude<Match, { kind: 'operation' }>,
): Refusal {
  if (match.kind === 'method-not-allowed') {
    const allow = match.allow.join(', ');
    const detail = `${method} is not allowed on ${match.path}. Use one of ${allow}.`;
    return new Refusal('method-not-allowed', detail, { headers: ['Allow', allow] });
  }
  const advice =
    match.suggestion === undefined
      ? `The closest match is ${match.nearest}.`
      : `Did you mean ${match.suggestion}?`;
  const detail = `No operation has the path ${path.slice(0, 200)}. ${advice}`;
  return new Refusal('unknown-path', detail);
}

/** Headers that a page may read in addition to those on the Fetch Standard's safelist. */
const exposed = 'Allow, Date, Retry-After, WWW-Authenticate';
const readable = new Set(['Content-Length', 'Content-Type', ...exposed.split(', ')]);

/** How long a browser may cache the response to a preflight request, in seconds. */
const preflightAge = '600';

/**
 * Creates the middleware that decides which web pages may use the mock (Fetch Standard, CORS protocol). A page of an
 * allowed origin may read replies. A trusted one may also send credentials, and reach this machine from another network
 * (Private Network Access), which a page on the internet must not do by default.
 * @param origins the allowed origins, which are all trusted; `*` allows all others without trusting them. Default: `*`
 * and the pages of this machine.
 * @throws RangeError when one is not an origin
 */
export function createCors(origins: readonly string[] | undefined): Middleware {
  const listed = new Set(origins?.map(readOrigin));
  const isOpen = origins === undefined || listed.has('*');
  return async (request, next) => {
    const origin = request.header('origin');
    const answer = await next(request);
    const isPreflight =
      request.method === 'OPTIONS' && Boolean(request.header('access-control-request-method'));
    // A browser hides the refusal of a request if its preflight fails, so the request itself is refused.
    const isHidden = isPreflight && answer.status >= 300;
    const reply = isHidden ? toReply(request, acceptance, answer.operation) : answer;
    const { headers } = reply;
    // `*` is never the origin of a page; returned in a header, it would be the wildcard.
    if (
      origin === undefined ||
      origin === '' ||
      origin === '*' ||
      !(isOpen || listed.has(origin))
    ) {
      // A cache must not give one page's response to another page.
      if (!isOpen) answer.headers.push('Vary', 'Origin');
      return answer;
    }
    const isTrusted = listed.has(origin) || (isOpen && isLocalOrigin(origin));
    let exposedHere = exposed;
    for (let at = 0; at < headers.length; at += 2)
      if (!readable.has(headers[at] ?? '')) exposedHere += `, ${headers[at]}`;
    headers.push('Access-Control-Allow-Origin', origin);
    if (isTrusted) headers.push('Access-Control-Allow-Credentials', 'true');
    headers.push('Access-Control-Expose-Headers', exposedHere, 'Vary', 'Origin');
    if (isPreflight) allowRequest(request, headers, isTrusted);
    return reply;
  };
}

/** A reply to a preflight request. */
const acceptance = { status: 204, mediaType: undefined, headers: none, body: undefined };

/**
 * Adds the headers that a browser requires in the reply to a preflight request. Every method is allowed, because a page
 * should see the 405.
 */
function allowRequest(request: MockRequest, headers: string[], isTrusted: boolean): void {
  headers.push(
    'Access-Control-Allow-Methods',
    request.header('access-control-request-method') ?? '',
    'Access-Control-Allow-Headers',
    request.header('access-control-request-headers') ?? 'Authorization, Content-Type',
    'Access-Control-Max-Age',
    preflightAge,
    'Vary',
    'Access-Control-Request-Method, Access-Control-Request-Headers',
  );
  const asksForAccess = request.header('access-control-request-private-network') === 'true';
  if (asksForAccess && isTrusted) headers.push('Access-Control-Allow-Private-Network', 'true');
}

/**
 * Normalises an origin as browsers do: `HTTPS://App.example:443` becomes `https://app.example`. `*` means every origin;
 * files and sandboxed frames send `null`.
 * @throws RangeError when the text is not an origin
 */
export function readOrigin(text: string): string {
  if (text === '*' || text === 'null') return text;
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\/[^/?#\s@,]+$/i.exec(text) ?? [];
  if (scheme !== '' && !/^https?$/i.test(scheme)) return text.toLowerCase();
  const origin = scheme === '' ? undefined : parseUrl(text)?.origin;
  if (origin === undefined)
    throw new RangeError(
      `"${text}" is not an origin; write it like http://localhost:5173, without a path, or * for every origin`,
    );
  return origin;
}

/** Whether a page comes from this machine. */
function isLocalOrigin(origin: string): boolean {
  return isLoopback(/^https?:\/\/(.+?)(?::\d{1,5})?$/.exec(origin)?.[1] ?? '');
}
