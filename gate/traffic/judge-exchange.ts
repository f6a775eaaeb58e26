import {
  type Contract,
  type DocumentedReply,
  type Fault,
  matchStatus,
  type Operation,
  parseParameters,
} from '../../contract/index.ts';
import { parseJson } from '../../contract/resolve-reference.ts';

/** Headers by name in lower case. */
type Headers = Readonly<Record<string, string>>;

/** A request and its response, as recorded from the network. */
export interface TrafficExchange {
  method: string;
  /** The absolute URL. */
  url: string;
  requestHeaders: Headers;
  /** The body as text; undefined if there was none. */
  requestBody: string | undefined;
  /** Whether the recorder left out an existing body. Default: false. */
  isRequestBodyLeftOut?: boolean;
  /** Undefined if no response arrived. */
  response: { status: number; headers: Headers; body: string | undefined } | undefined;
  /** RFC 3339. */
  startedAt: string;
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
  /** The path in the contract, without the prefix of the service. */
  path: string;
  /** Undefined if the request does not match any operation. */
  operation: Operation | undefined;
  violations: readonly Violation[];
  /** The documented response that covers the status. */
  documented?: DocumentedReply | undefined;
  /** Parsed; undefined if it is not valid JSON of the documented media type. */
  responseBody?: unknown;
}

/**
 * Creates a function that checks an exchange, or returns undefined if it says nothing about the service.
 * @param options `baseUrl` checks only URLs below it, by default every URL that ends with a path of the contract.
 * `hasCredentials` is whether the recording contains credentials: browsers remove them from exports
 */
export function createJudge(
  contract: Contract,
  { baseUrl, hasCredentials }: { baseUrl?: string | undefined; hasCredentials: boolean },
) {
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
  const { 'x-mock-fault': fault, 'preference-applied': preference = '' } = response?.headers ?? {};
  return fault !== undefined || /\b(?:code|example)=/.test(preference);
}

type Report = (side: Violation['side'], violation: Omit<Violation, 'side'>) => void;

function judgeExchange(
  contract: Contract,
  exchange: TrafficExchange,
  path: string,
  hasCredentials: boolean,
): JudgedExchange {
  const { method, requestHeaders } = exchange;
  const violations: Violation[] = [];
  const report: Report = (side, violation) => violations.push({ side, ...violation });
  const query = new URL(exchange.url).search.slice(1);
  const match = contract.matchOperation(method, path);
  if (match.kind !== 'operation') {
    const [message, expected] =
      match.kind === 'method-not-allowed'
        ? [`the method is not allowed on ${match.path}`, match.allow.join(', ')]
        : ['the path is not a path of the contract', `a documented path, such as ${match.nearest}`];
    report('request', { message, expected, received: `${method} ${path}` });
    return { exchange, path, operation: undefined, violations };
  }
  const { operation } = match;
  const parsed = parseParameters(operation, match.parameters, query, contract.validators);
  for (const { parameter = '', detail } of parsed.faults)
    report('request', {
      message: `parameter ${parameter} ${detail}`,
      expected: `a value that matches the schema of ${parameter}`,
      received: query === '' ? path : `?${query}`,
    });
  const documented = operation.parameters.filter((each) => each.in === 'query');
  for (const name of parsed.unknown)
    report('request', {
      message: `query parameter ${name} is not documented`,
      expected: documented.map((each) => each.name).join(', ') || 'no query parameters',
      received: name,
    });
  if (operation.secured && requestHeaders['authorization'] === undefined && hasCredentials)
    report('request', {
      message: 'the request has no credentials',
      expected: 'Authorization: Bearer <API_KEY>',
      received: 'no Authorization header',
    });
  judgeRequestBody(contract, operation, exchange, report);
  const response = judgeResponse(contract, operation, exchange, report);
  return { exchange, path, operation, violations, ...response };
}

function judgeRequestBody(
  contract: Contract,
  { id, requestBody }: Operation,
  { requestHeaders: headers, requestBody: text, isRequestBodyLeftOut = false }: TrafficExchange,
  report: Report,
): void {
  if (requestBody === undefined || isRequestBodyLeftOut) return;
  const { required, mediaType } = requestBody;
  const message = 'the request body is missing';
  if (text) {
    const validate = (copy: unknown) => contract.validators.body(id, copy);
    judgeBody('request', mediaType, { headers, text }, validate, report);
  } else if (required) report('request', { message, expected: mediaType, received: 'no body' });
}

function judgeResponse(
  contract: Contract,
  { id, replies }: Operation,
  { response, method }: TrafficExchange,
  report: Report,
): Pick<JudgedExchange, 'documented' | 'responseBody'> {
  // Missing and cached responses are not evidence about the service.
  if (response === undefined || response.status === 304) return {};
  const { status, headers, body: text } = response;
  const documented = replies.find((reply) => matchStatus(reply.status, status));
  if (documented === undefined) {
    const expected = replies.map((reply) => reply.status).join(', ');
    const message = `status ${status} is not documented`;
    report('response', { message, expected, received: String(status) });
    return {};
  }
  const { mediaType } = documented;
  // The interface does not document error bodies, so other media types are not validated.
  const isOwnFailure = status >= 400 && readMediaType(headers) !== mediaType;
  if (mediaType === undefined || method === 'HEAD' || isOwnFailure) return { documented };
  const validate = (copy: unknown) => contract.validators.reply(id, documented.status, copy);
  const responseBody = judgeBody('response', mediaType, { headers, text }, validate, report);
  return { documented, responseBody };
}

/** @returns the value of a body; undefined if it is not JSON of the documented media type */
function judgeBody(
  side: Violation['side'],
  mediaType: string,
  { headers, text }: { headers: Headers; text: string | undefined },
  validate: (copy: unknown) => readonly Fault[],
  report: Report,
): unknown {
  const received = readMediaType(headers) ?? 'no Content-Type';
  if (received !== mediaType) {
    const message = `the ${side} body has the wrong media type`;
    report(side, { message, expected: mediaType, received });
    return undefined;
  }
  // Some recorders leave out bodies, which is not a fault of the service.
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (value === undefined) {
    const message = `the ${side} body is not valid JSON`;
    report(side, { message, expected: 'JSON', received: text });
    return undefined;
  }
  // Validators fill in defaults, so they get a copy.
  for (const { pointer = '', detail } of validate(JSON.parse(text))) {
    const message = `${side} body: ${pointer || 'the whole body'} ${detail}`;
    report(side, { message, expected: 'a body that matches the schema', received: text, pointer });
  }
  return value;
}

function readMediaType(headers: Headers): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/**
 * Creates a function that extracts the contract's path from a URL, or returns undefined if the URL does not belong to the
 * service. With a base URL, the service comprises only URLs below it. Without one, tries the whole path, then the path
 * without its first segments.
 */
function createPathReader(contract: Contract, baseUrl: string | undefined) {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const prefix = base?.pathname.replace(/\/+$/, '') ?? '';
  const starts = contract.operations.map(({ path }) =>
    path.split('/').slice(0, 3).join('/').replace(/\{.*$/, ''),
  );
  return ({ origin, pathname }: URL): string | undefined => {
    if (base !== undefined)
      return origin === base.origin && `${pathname}/`.startsWith(`${prefix}/`)
        ? pathname.slice(prefix.length) || '/'
        : undefined;
    const segments = pathname.split('/').slice(1);
    return segments
      .map((_, skipped) => `/${segments.slice(skipped).join('/')}`)
      .find((path) => starts.some((start) => `${path}/`.startsWith(start.replace(/\/?$/, '/'))));
  };
}
