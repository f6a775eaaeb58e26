import {
  type AssumptionId,
  type AssumptionValues,
  type createParameterParser,
  type Fault,
  mostFaults,
  type Operation,
} from '../../contract/index.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import type { SentFile } from '../behaviours/index.ts';
import type { AnyReply, MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';

/** A request that the contract has accepted, for its operation. */
export interface ValidRequest<Parameters = object, Body = unknown> {
  request: MockRequest;
  parameters: Parameters;
  body: Body;
  /** Whether each character of the body is a byte. */
  isBytes?: boolean;
  /** The files in a multipart form. */
  files?: readonly SentFile[];
  /** JSON Pointers to fields of the body that are ignored. */
  ignored: readonly string[];
}

/** A successful reply, without the headers that all replies have. */
export interface ReplyContent {
  status: number;
  mediaType: string | undefined;
  /** Alternating names and values. */
  headers: readonly string[];
  /** Undefined if there is no body. */
  body: AnyReply['body'];
  /** Whether each character of the body is a byte. */
  isBytes?: boolean;
  /** JSON Pointers to fields of the request body that were ignored. */
  ignored?: readonly string[];
}

/** The faults of a body, and JSON Pointers to the fields that the schema does not define. */
export interface CheckedBody {
  faults: readonly Fault[];
  ignored: readonly string[];
}

/** What the steps need of an operation, prepared from the contract. */
export interface ServedOperation<
  Id extends string,
  Parameters extends object = object,
  Body = unknown,
> {
  readonly operation: Operation<Id>;
  readonly parseParameters: ReturnType<typeof createParameterParser>;
  /** The media type that the Accept header has to allow. Undefined: the header is ignored. */
  readonly replyType?: string | undefined;
  /** Whether unknown query parameters are refused. */
  readonly refusesUnknown: boolean;
  readonly isBodyRequired: boolean;
  /** For bodies that are not JSON. Default: all are JSON. */
  readonly document?: OpenApiDocument;
  /** @param mediaType as documented */
  checkBody(body: unknown, parameters: object, mediaType: string): CheckedBody;
  /** @throws ContractBreach when the reply violates the contract */
  run(request: ValidRequest<Parameters, Body>): Promise<ReplyContent>;
}

/** @throws Refusal of invalid parameters */
export function readParameters(
  { parseParameters, refusesUnknown }: ServedOperation<string>,
  path: Record<string, string>,
  request: MockRequest,
): object {
  const { query } = request;
  const header = (name: string): string | undefined => request.header(name);
  const { values, faults, unknown } = parseParameters({ path, query, header });
  if (refusesUnknown)
    for (const parameter of unknown)
      faults.push({ parameter, detail: 'is not a known query parameter' });
  if (faults.length > 0) throw refuseInvalidParameters(faults);
  return values;
}

/** The assumptions that decide where the document makes a body optional. */
const deciding = ['missing-update-body', 'missing-duplicate-body'] satisfies AssumptionId[];

export function isBodyRequired(
  { requestBody, assumptions }: Operation<string>,
  values: Partial<AssumptionValues>,
): boolean {
  const isRefused = deciding.some((id) => assumptions.includes(id) && values[id] === 'refused');
  return requestBody !== undefined && (requestBody.required || isRefused);
}

/**
 * Creates the step that refuses requests without one of the keys as bearer token (RFC 6750, section 2.1).
 * @param name what a key is called, and how to send one
 */
export function createAuthoriser(
  keys: readonly string[],
  realm: string,
  name = 'API key',
  advice = 'Send the API key of the App as "Authorization: Bearer <API_KEY>".',
): (request: MockRequest) => void {
  const challenge = `Bearer realm="${realm.replaceAll(/["\\]/g, '')}"`;
  const missing = refuseKey(challenge, `The request has no ${name}. ${advice}`, 'is required');
  const wrong = refuseKey(
    `${challenge}, error="invalid_token"`,
    `The request has an unknown ${name}. ${advice}`,
    `is not a known ${name}`,
  );
  return (request) => {
    const key = parseBearer(request.header('authorization'));
    if (key === '') throw missing;
    let hasScheme = false;
    // Comparing every key keeps the time independent of the keys.
    for (const candidate of keys) hasScheme = isSameText(key, candidate) || hasScheme;
    if (!hasScheme) throw wrong;
  };
}

function refuseKey(challenge: string, detail: string, fault: string): Refusal<'unauthorized'> {
  return new Refusal('unauthorized', detail, {
    faults: [{ header: 'Authorization', detail: fault }],
    headers: ['WWW-Authenticate', challenge],
  });
}

/** Returns the token after the scheme, which is case-insensitive (RFC 9110, section 11.1), or an empty string. */
function parseBearer(credentials: string | undefined): string {
  if (credentials === undefined || credentials.slice(0, 7).toLowerCase() !== 'bearer ') return '';
  return credentials.slice(7).trim();
}

/** Compares in constant time: it takes as long for a difference at the start as for one at the end. */
export function isSameText(sent: string, key: string): boolean {
  // Past the end of the key, `charCodeAt` returns NaN, which changes no bit; the lengths differ anyway.
  let difference = sent.length ^ key.length;
  for (let at = 0; at < sent.length; at += 1) {
    difference |= sent.charCodeAt(at) ^ key.charCodeAt(at);
  }
  return difference === 0;
}

/** @throws Refusal of a request that does not accept the media type of the response */
export function checkAccept({ replyType }: ServedOperation<string>, request: MockRequest): void {
  const accept = request.header('accept');
  if (replyType === undefined || accept === undefined || accept === '*/*') return;
  if (accept === replyType || isAccepted(accept, replyType)) return;
  throw new Refusal(
    'not-acceptable',
    `The response is ${replyType}, which the Accept header does not allow. Accept it, or omit the header.`,
    { faults: [{ header: 'Accept', detail: `must allow ${replyType}` }] },
  );
}

/** Whether a browser requests a page: only browsers name `text/html`. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept);
}

/** Whether an Accept header accepts a media type. The most specific range decides (RFC 9110, section 12.5.1). */
export function isAccepted(accept: string, mediaType: string): boolean {
  const ranges = ['*/*', `${mediaType.slice(0, mediaType.indexOf('/'))}/*`, mediaType];
  let best = -1;
  let quality = 0;
  let isEmpty = true;
  for (const element of accept.split(',')) {
    const [range = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (range === '') continue;
    isEmpty = false;
    const specificity = ranges.indexOf(range.toLowerCase());
    if (specificity <= best) continue;
    best = specificity;
    quality = readQuality(parameters);
  }
  // A header without any range counts as missing.
  return isEmpty || quality > 0;
}

/** Returns the weight of a range, or 1 if it is malformed. */
function readQuality(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return Number.isNaN(quality) ? 1 : quality;
}

/** Shortens the value of a header in a message. */
export function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Maximum depth of nested arrays and objects. RFC 8259, section 9, allows such a limit. */
const deepest = 500;

/**
 * Maximum number of values and fields for each megabyte of a body: millions of empty objects would fill the memory. A
 * state whose sites only have short names contains 160,000 values in a megabyte.
 */
const mostValues = 200_000;

// The byte order mark is kept, and then refused: RFC 8259, section 8.1, forbids it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws Refusal when the body is not JSON */
export function readJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw refuseUnreadable('has bytes that are not UTF-8', 'Send the JSON in UTF-8.');
  }
  if (text.startsWith('\ufeff'))
    throw refuseUnreadable('starts with a byte order mark', 'Send the JSON without it.');
  const excess = text.length > 2 * deepest ? findExcess(text, bytes.length / 1_000_000) : undefined;
  if (excess !== undefined) throw refuseUnreadable(excess, 'Send a smaller one.');
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuseUnreadable(`is not JSON: ${reason}`, 'Send one JSON text (RFC 8259).');
  }
}

export function refuseUnreadable(fault: string, advice: string): Refusal {
  const faults = [{ pointer: '', detail: fault }];
  return new Refusal('unreadable-body', `The request body ${fault}. ${advice}`, { faults });
}

/** Counts brackets and commas outside of strings, until a limit is exceeded. */
function findExcess(text: string, megabytes: number): string | undefined {
  const most = Math.floor(Math.max(1, megabytes) * mostValues);
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (isString) continue;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    if (values > most) return `has more than ${most} values`;
  }
  return undefined;
}

/** Number of faults in the detail; `errors` lists them all. */
const mostTold = 3;

export function refuseInvalidParameters(faults: readonly Fault[]): Refusal {
  const detail = tell(faults, ({ parameter, header, detail: fault }) =>
    header === undefined ? `The parameter ${parameter} ${fault}` : `The header ${header} ${fault}`,
  );
  return new Refusal('invalid-parameter', detail, { faults });
}

export function refuseInvalidBody(faults: readonly Fault[]): Refusal<'invalid-body'> {
  const detail = tell(faults, ({ pointer, detail: fault }) => `${pointer || 'The body'} ${fault}`);
  return new Refusal('invalid-body', detail, { faults });
}

function tell(faults: readonly Fault[], toClause: (fault: Fault) => string): string {
  const clauses = faults.slice(0, mostTold).map(toClause).join('; ');
  const omitted = faults.length - mostTold;
  // The search for faults stops at the limit.
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  return omitted > 0 ? `${clauses}; and ${atLeast}${omitted} more.` : `${clauses}.`;
}
