/*
 * gate/traffic/: exchanges from a HAR file or the proxy, judged by the contract. It imports contract/, writers/, the results of
 * conformance/, and of mock/ its sockets and the form of fixtures. Start here; check-traffic.ts makes results of many,
 * serve-proxy.ts is the proxy.
 */

import { stripBasePath } from '../../contract/base-paths.ts';
import {
  type Contract,
  createParameterParser,
  type DocumentedResponse,
  type Fault,
  findResponse,
  type Operation,
} from '../../contract/index.ts';
import { isJson } from '../../contract/media-types.ts';
import { normalizePath } from '../../contract/parse-url.ts';
import { parseJson, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import { redactedMark } from '../../writers/redact.ts';
import { isSecretName } from '../../writers/secret-names.ts';
import { Credentials, showCredential } from './credentials.ts';

/** Headers by name in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A request and its response, as recorded from the network. */
export interface TrafficExchange {
  method: string;
  /** The absolute URL. */
  url: string;
  requestHeaders: Headers;
  /** The body as text, empty if there was none; undefined if it was not recorded. */
  requestBody: string | undefined;
  /** Undefined if no response arrived. Its body is undefined if it was not recorded. */
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
  pointer: string | undefined;
}

export interface JudgedExchange {
  exchange: TrafficExchange;
  /** The path in the contract, without the prefix of the service. */
  path: string;
  /** Undefined if the request does not match any operation. */
  operation: Operation | undefined;
  violations: readonly Violation[];
  /** The documented response that covers the status. */
  documented?: DocumentedResponse;
  /** Parsed; undefined if it is not valid JSON of the documented media type. */
  responseBody?: unknown;
  /** What should have been checked, but was not recorded. */
  leftOut: readonly LeftOutPart[];
}

/** A part of an exchange that a recording can leave out. */
export type LeftOutPart = 'request body' | 'response body' | 'response';

export interface JudgeOptions {
  /** Checks only URLs below it. Default: every URL that ends with a path of the contract. */
  baseUrl?: string | undefined;
  /** Whether the recording contains credentials. Browsers remove them from exports. */
  hasCredentials: boolean;
}

/** Creates a function that checks an exchange, or returns undefined if it says nothing about the service. */
export function createJudge(contract: Contract, { baseUrl, hasCredentials }: JudgeOptions) {
  const readPath = createPathReader(contract, baseUrl);
  const credentials = new Credentials(contract);
  return (exchange: TrafficExchange): JudgedExchange | undefined => {
    const { method, requestHeaders, requestBody } = exchange;
    const url = new URL(exchange.url);
    const path = readPath(url);
    // Browsers send preflight requests themselves (Fetch standard, "CORS-preflight fetch"). They are not operations.
    if (path === undefined || method === 'OPTIONS' || isForced(exchange)) return undefined;
    const violations: Violation[] = [];
    const toReport =
      (side: Violation['side']): Report =>
      (message, expected, received, pointer) =>
        violations.push({ side, message, expected, received, pointer });
    const report = toReport('request');
    const match = contract.matchOperation(method, path);
    if (match.kind !== 'operation') {
      const [message, expected] =
        match.kind === 'method-not-allowed'
          ? [`the method is not allowed on ${match.path}`, match.allow.join(', ')]
          : [
              'the path is not a path of the contract',
              `a documented path, such as ${match.nearest}`,
            ];
      report(message, expected, `${method} ${path}`);
      return { exchange, path, operation: undefined, violations, leftOut: [] };
    }
    const { operation } = match;
    const query = url.search.slice(1);
    const parsed = createParameterParser(operation, contract)({ path: match.encoded, query });
    for (const { parameter = '', detail } of parsed.faults) {
      const expected = `a value that matches the schema of ${parameter}`;
      report(`parameter ${parameter} ${detail}`, expected, query === '' ? path : `?${query}`);
    }
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
    const names = parameters.map((parameter) => parameter.name).join(', ') || 'no query parameters';
    for (const name of parsed.unknown)
      if (!credentials.isParameter(operation, name))
        report(`query parameter ${name} is not documented`, names, name);
    const missing = hasCredentials ? credentials.findMissing(operation, exchange) : undefined;
    if (missing !== undefined) {
      const received = `no ${missing.in === 'query' ? 'parameter' : missing.in} ${missing.name}`;
      report('the request has no credentials', showCredential(missing), received);
    }
    const { required = false, mediaType } = operation.requestBody ?? {};
    if (required && requestBody === '')
      report('the request body is missing', mediaType ?? '', 'no body');
    else if (mediaType !== undefined && requestBody) {
      const validate = contract.validators.body(operation.id);
      judgeBody('request', mediaType, requestHeaders, requestBody, validate, report);
    }
    const judged = judgeResponse(contract, operation, exchange, toReport('response'));
    const leftOut = listLeftOut(operation, exchange, judged.documented);
    return { exchange, path, operation, violations, leftOut, ...judged };
  };
}

/** Lists what cannot be checked because it was not recorded. A response from a cache has no body of its own. */
function listLeftOut(
  operation: Operation,
  { method, requestBody, response }: TrafficExchange,
  documented: DocumentedResponse | undefined,
): LeftOutPart[] {
  const parts: LeftOutPart[] = [];
  const { mediaType } = operation.requestBody ?? {};
  if (mediaType !== undefined && requestBody === undefined) parts.push('request body');
  const hasBody = method !== 'HEAD' && isValidated(documented, response);
  if (response === undefined) parts.push('response');
  else if (hasBody && response.body === undefined) parts.push('response body');
  return parts;
}

/** The interface does not document error bodies, so those of other media types are not validated. */
function isValidated(
  documented: DocumentedResponse | undefined,
  response: TrafficExchange['response'],
): boolean {
  if (documented?.mediaType === undefined || response === undefined) return false;
  return response.status < 400 || readMediaType(response.headers) === documented.mediaType;
}

type Report = (message: string, expected: string, received: string, pointer?: string) => void;

/** Whether a mock was configured to send this response, not only to delay it: it says nothing about the service. */
function isForced({ response }: TrafficExchange): boolean {
  const { 'x-mock-fault': fault, 'preference-applied': applied } = response?.headers ?? {};
  return /; (?!latency=)|\b(?:code|example)=/.test(`${fault}, ${applied}`);
}

function judgeResponse(
  contract: Contract,
  operation: Operation,
  { method, response }: TrafficExchange,
  report: Report,
): Pick<JudgedExchange, 'documented' | 'responseBody'> {
  // Missing and cached responses are not evidence about the service.
  if (response === undefined || response.status === 304) return {};
  const { status, headers, body } = response;
  const documented = findResponse(operation, status);
  if (documented === undefined) {
    const expected = operation.responses.map((documented) => documented.status).join(', ');
    report(`status ${status} is not documented`, expected, String(status));
    return {};
  }
  const { mediaType } = documented;
  const isChecked = method !== 'HEAD' && isValidated(documented, response);
  if (mediaType === undefined || !isChecked) return { documented };
  const validate = contract.validators.reply(operation.id, documented.status);
  return {
    documented,
    responseBody: judgeBody('response', mediaType, headers, body, validate, report),
  };
}

/** @returns the value of a body; undefined if it is not JSON of the documented media type */
function judgeBody(
  side: Violation['side'],
  mediaType: string,
  headers: Headers,
  text: string | undefined,
  validate: (copy: unknown) => readonly Fault[],
  report: Report,
): unknown {
  const received = readMediaType(headers) ?? 'no Content-Type';
  if (received !== mediaType) {
    report(`the ${side} body has the wrong media type`, mediaType, received);
    return undefined;
  }
  if (text === undefined || !isJson(mediaType)) return undefined;
  const value = parseJson(text);
  if (value === undefined) {
    report(`the ${side} body is not valid JSON`, 'JSON', text);
    return undefined;
  }
  // Validators fill in defaults, so they get a copy.
  for (const { pointer = '', detail } of validate(JSON.parse(text))) {
    const message = `${side} body: ${pointer || 'the whole body'} ${detail}`;
    report(message, 'a body that matches the schema', showReceived(value, text, pointer), pointer);
  }
  return value;
}

/** The value at the place of a fault. A secret is known by the names around it, which an excerpt would lack. */
function showReceived(value: unknown, text: string, pointer: string): string {
  if (pointer === '') return text;
  const received = readAt(value, pointer);
  if (received === undefined) return 'no such field';
  const isSecret = splitPointer(pointer).some(isSecretName);
  return isSecret ? redactedMark : JSON.stringify(received);
}

function readMediaType(headers: Headers): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase();
}

/**
 * Creates a function that extracts the contract's path from a URL, or returns undefined if the URL does not belong to the
 * service: the path must start like one of the contract. With a base URL, it is what follows that URL, and its first segment
 * decides. Without one, other servers may have the same, so two segments decide, after any prefix.
 */
function createPathReader(contract: Contract, baseUrl: string | undefined) {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  const prefix = normalizePath(base?.pathname ?? '').replace(/\/+$/, '');
  const depth = base === undefined ? 2 : 1;
  const starts = new Set(contract.operations.map(({ path }) => readStart(path, depth)));
  const startsLikeOne = (path: string, at: number): boolean =>
    [...starts].some((start) => path.startsWith(start, at));
  return ({ origin, pathname: sentPath }: URL): string | undefined => {
    const pathname = normalizePath(sentPath);
    const closed = `${pathname}/`;
    if (base !== undefined) {
      if (origin !== base.origin || !closed.startsWith(`${prefix}/`)) return undefined;
      const path = pathname.slice(prefix.length) || '/';
      if (startsLikeOne(`${path}/`, 0)) return path;
      const inner = stripBasePath(contract.basePaths, path) ?? path;
      return startsLikeOne(`${inner}/`, 0) ? inner : undefined;
    }
    for (let at = 0; at !== -1; at = pathname.indexOf('/', at + 1))
      if (startsLikeOne(closed, at)) return pathname.slice(at);
    return undefined;
  };
}

/** The first segments of a path up to a parameter, with a slash at the end. */
function readStart(path: string, segments: number): string {
  const start = path.split('/', segments + 1).join('/');
  const fixed = start.replace(/[^/]*\{.*$/, '');
  return normalizePath(fixed).replace(/\/?$/, '/');
}
