import {
  type Contract,
  type DocumentedReply,
  type Fault,
  type Match,
  matchStatus,
  type Operation,
  parseParameters,
} from '../../contract/index.ts';
import { parseJson } from '../../contract/resolve-reference.ts';

/** A request and its response, as recorded from the network. */
export interface TrafficExchange {
  method: string;
  /** The absolute URL. */
  url: string;
  requestHeaders: Readonly<Record<string, string>>;
  /** The body as text; undefined if there was none. */
  requestBody: string | undefined;
  /** Whether the recorder left out an existing body. Default: false. */
  isRequestBodyLeftOut?: boolean;
  /** Undefined if no response arrived. */
  response:
    | { status: number; headers: Readonly<Record<string, string>>; body: string | undefined }
    | undefined;
  /** The recorded text, or milliseconds since 1970. */
  startedAt: string | number;
  durationMs: number;
}

/** A violation of the contract in an exchange. */
export interface Violation {
  side: 'request' | 'response';
  /** What is wrong, in one line. */
  message: string;
  expected: string;
  /** In full: it may be a whole body, and contain secrets. */
  received: string;
  /** JSON Pointer into the body of that side, if applicable. */
  pointer?: string;
}

export interface JudgedExchange {
  exchange: TrafficExchange;
  /** Undefined if the request does not match any operation. */
  operation: Operation | undefined;
  violations: readonly Violation[];
  /** Names of the sent parameters, except path parameters. */
  parameters?: readonly string[];
  /** Parsed; undefined if it is not valid JSON of the documented media type. */
  requestBody?: unknown;
  /** The documented response that covers the status. */
  documented?: DocumentedReply | undefined;
  responseBody?: unknown;
}

interface JudgeOptions {
  /** Checks only URLs below this one. Default: every URL that ends with a path of the contract. */
  baseUrl?: string | undefined;
  /** Whether the recording contains credentials. Browsers remove them from exports. */
  hasCredentials: boolean;
}

/** Creates a function that checks an exchange, or returns undefined if it says nothing about the service. */
export function createJudge(contract: Contract, { baseUrl, hasCredentials }: JudgeOptions) {
  const readPath = createPathReader(contract, baseUrl);
  return (exchange: TrafficExchange): JudgedExchange | undefined => {
    // Browsers send preflight requests themselves (Fetch standard, "CORS-preflight fetch"). They are not operations.
    if (exchange.method === 'OPTIONS' || isForced(exchange)) return undefined;
    const path = readPath(new URL(exchange.url));
    return path === undefined ? undefined : judgeExchange(contract, exchange, path, hasCredentials);
  };
}

/** Whether a mock was configured to send this response. Such a response says nothing about the request or the service. */
function isForced({ response }: TrafficExchange): boolean {
  const headers = response?.headers ?? {};
  return (
    readHeader(headers, 'x-mock-fault') !== undefined ||
    /\b(?:code|example)=/.test(readHeader(headers, 'preference-applied') ?? '')
  );
}

/** If an invalid request is refused, only the request counts as a violation. */
function judgeExchange(
  contract: Contract,
  exchange: TrafficExchange,
  path: string,
  hasCredentials: boolean,
): JudgedExchange {
  const query = readQuery(exchange.url);
  const match = contract.matchOperation(exchange.method, path);
  const operation = match.kind === 'operation' ? match.operation : undefined;
  if (operation === undefined || match.kind !== 'operation')
    return { exchange, operation, violations: judgeUnmatched(match, exchange.method, path) };
  const violations: Violation[] = [];
  const parsed = parseParameters(operation, match.parameters, query, contract.validators);
  for (const { parameter = '', detail } of parsed.faults)
    violations.push({
      side: 'request',
      message: `parameter ${parameter} ${detail}`,
      expected: `a value that matches the schema of ${parameter}`,
      received: query === '' ? path : `?${query}`,
    });
  for (const name of parsed.unknown)
    violations.push({
      side: 'request',
      message: `query parameter ${name} is not documented`,
      expected: toNames(operation),
      received: name,
    });
  const isOpen = readHeader(exchange.requestHeaders, 'authorization') === undefined;
  if (operation.secured && isOpen && hasCredentials)
    violations.push({
      side: 'request',
      message: 'the request has no credentials',
      expected: 'Authorization: Bearer <API_KEY>',
      received: 'no Authorization header',
    });
  const requestBody = judgeRequestBody(contract, operation, exchange, violations);
  const { documented, responseBody } = judgeResponse(contract, operation, exchange, violations);
  return {
    exchange,
    operation,
    violations,
    parameters: [...new URLSearchParams(query).keys(), ...Object.keys(match.parameters)],
    requestBody,
    documented,
    responseBody,
  };
}

/** Reports a request that does not match any path or method of the contract. */
function judgeUnmatched(match: Match, method: string, path: string): Violation[] {
  const violation = { side: 'request', received: `${method} ${path}` } as const;
  switch (match.kind) {
    case 'unknown-path':
      return [
        {
          ...violation,
          message: `${path} is not a path of the contract`,
          expected: `a documented path, such as ${match.nearest}`,
        },
      ];
    case 'method-not-allowed':
      return [
        {
          ...violation,
          message: `${method} is not a method of ${match.path}`,
          expected: match.allow.join(', '),
        },
      ];
    default:
      return [];
  }
}

/** The query of a URL. Parsing the whole URL would take longer than the rest of the work on a small request. */
function readQuery(url: string): string {
  const [target = ''] = url.split('#', 1);
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

function toNames({ parameters }: Operation): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.length === 0 ? 'no query parameters' : names.join(', ');
}

function judgeRequestBody(
  contract: Contract,
  { id, requestBody }: Operation,
  { requestHeaders, requestBody: text, isRequestBodyLeftOut = false }: TrafficExchange,
  violations: Violation[],
): unknown {
  if (requestBody === undefined || isRequestBodyLeftOut) return undefined;
  if (text === undefined || text === '') {
    if (requestBody.required)
      violations.push({
        side: 'request',
        message: 'the request body is missing',
        expected: requestBody.mediaType,
        received: 'no body',
      });
    return undefined;
  }
  const judge = () => judgeText(text, (copy) => contract.validators.body(id, copy));
  const sent = { headers: requestHeaders, text };
  return judgeContent('request', requestBody.mediaType, sent, judge, violations);
}

function judgeResponse(
  contract: Contract,
  operation: Operation,
  { response, method: sent }: TrafficExchange,
  violations: Violation[],
): { documented: DocumentedReply | undefined; responseBody: unknown } {
  const { replies, method } = operation;
  const nothing = { documented: undefined, responseBody: undefined };
  // Missing and cached responses are not evidence about the service.
  if (response === undefined || response.status === 304 || response.status === 0) return nothing;
  const { status, headers, body } = response;
  const documented = replies.find((reply) => matchStatus(reply.status, status));
  if (documented === undefined) {
    violations.push({
      side: 'response',
      message: `status ${status} is not documented`,
      expected: replies.map((reply) => reply.status).join(', '),
      received: String(status),
    });
    return nothing;
  }
  const { mediaType } = documented;
  // The interface does not document error bodies, so other media types are not validated.
  const isOwnFailure = status >= 400 && readMediaType(headers) !== mediaType;
  if (mediaType === undefined || sent === 'HEAD' || method === 'HEAD' || isOwnFailure)
    return { documented, responseBody: undefined };
  const judge = (text: string) =>
    judgeText(text, (copy) => contract.validators.reply(operation.id, documented.status, copy));
  const received = { headers, text: body };
  return {
    documented,
    responseBody: judgeContent('response', mediaType, received, judge, violations),
  };
}

/** The value of a body, and its violations. */
type JudgedBody = { value: unknown; faults: readonly Fault[] } | undefined;

/** @returns undefined if the text is not JSON */
function judgeText(text: string, validate: (copy: unknown) => readonly Fault[]): JudgedBody {
  const value = parseJson(text);
  // Validators fill in defaults, so they get a copy. Parsing twice is faster than cloning.
  return value === undefined ? undefined : { value, faults: validate(JSON.parse(text)) };
}

/** @returns the value of a body; undefined if it is not JSON of the documented media type */
function judgeContent(
  side: Violation['side'],
  mediaType: string,
  { headers, text }: { headers: Readonly<Record<string, string>>; text: string | undefined },
  judge: (text: string) => JudgedBody,
  violations: Violation[],
): unknown {
  const add = (violation: Omit<Violation, 'side'>): void => {
    violations.push({ side, ...violation });
  };
  const given = readMediaType(headers);
  if (given !== mediaType)
    add({
      message: `the ${side} body has the wrong media type`,
      expected: mediaType,
      received: given ?? 'no Content-Type',
    });
  // Some recorders leave out bodies, which is not a fault of the service.
  if (given !== mediaType || text === undefined) return undefined;
  const judged = judge(text);
  if (judged === undefined)
    add({
      message: `the ${side} body is not valid JSON`,
      expected: 'JSON',
      received: text,
    });
  for (const { pointer = '', detail } of judged?.faults ?? [])
    add({
      message: `${side} body: ${pointer || 'the whole body'} ${detail}`,
      expected: 'a body that matches the schema',
      received: text,
      pointer,
    });
  return judged?.value;
}

export function readHeader(
  headers: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  // Most names are in lower case.
  const value = headers[name];
  if (value !== undefined) return value;
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function readMediaType(headers: Readonly<Record<string, string>>): string | undefined {
  return readHeader(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** Reads the path of the contract from a URL; undefined if the URL does not belong to the service. */
type PathReader = (url: URL) => string | undefined;

/**
 * Extracts the contract's path from a URL. With a base URL, the service comprises only URLs below it. Without one, tries the
 * whole path, then the path without its first segments.
 */
function createPathReader(contract: Contract, baseUrl?: string): PathReader {
  if (baseUrl !== undefined) {
    const base = new URL(baseUrl);
    const prefix = base.pathname.replace(/\/+$/, '');
    return ({ origin, pathname }) =>
      origin === base.origin && (pathname === prefix || pathname.startsWith(`${prefix}/`))
        ? pathname.slice(prefix.length) || '/'
        : undefined;
  }
  const starts = new Set(
    contract.operations.map(({ path }) =>
      path.split('/').slice(0, 3).join('/').replace(/\{.*$/, ''),
    ),
  );
  return ({ pathname }) => {
    const segments = pathname.split('/');
    for (let skipped = 1; skipped < segments.length; skipped += 1) {
      const path = `/${segments.slice(skipped).join('/')}`;
      if (
        [...starts].some(
          (start) =>
            path === start ||
            path.startsWith(`${start}/`) ||
            (start.endsWith('/') && path.startsWith(start)),
        )
      )
        return path;
    }
    return undefined;
  };
}
