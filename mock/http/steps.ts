import {
  type AssumptionId,
  type AssumptionValues,
  type Contract,
  type Fault,
  mostFaults,
  type Operation,
  type ParsedParameters,
  parseParameters,
  type Validators,
} from '../../contract/index.ts';
import { type AnyReply, type MockRequest, Refusal, refuseTooLarge } from '../handler.ts';
import type { CheckedBody } from '../operations/rules.ts';

/** A request that the contract has accepted, for its operation. */
export interface ValidRequest<Parameters = object, Body = unknown> {
  request: MockRequest;
  parameters: Parameters;
  body: Body;
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
  /** JSON Pointers to fields of the request body that were ignored. */
  ignored?: readonly string[];
}

/** The steps of one operation, prepared from the contract. */
export interface ServedOperation<
  Id extends string,
  Parameters extends object = object,
  Body = unknown,
> {
  readonly id: Id;
  /** Whether the operation requires a key. */
  readonly secured: boolean;
  /** Whether the operation has a request body. */
  readonly takesBody: boolean;
  /** Refuses a request that does not accept the media type of the reply. */
  negotiate?: ((request: MockRequest) => Refusal | undefined) | undefined;
  readParameters(path: Record<string, string>, query: string): Parameters | Refusal;
  /** Refuses a body because of its headers. */
  checkBodyHead(request: MockRequest, limit: number): Refusal | undefined;
  readBody(
    bytes: Uint8Array | undefined,
    parameters: Parameters,
  ): { value: Body; ignored: readonly string[] } | Refusal;
  /** @throws ContractBreach when the reply violates the contract */
  run(request: ValidRequest<Parameters, Body>): Promise<ReplyContent | Refusal<string>>;
}

interface ServeOptions<Parameters, Body> {
  validators: Validators;
  /** Default: the Accept header is ignored. */
  negotiate?: ((request: MockRequest) => Refusal | undefined) | undefined;
  /** Whether unknown query parameters are refused. */
  refusesUnknown: boolean;
  /** The refusal of a missing body; undefined if none is required. */
  missing: Refusal | undefined;
  checkBody(body: unknown, parameters: object): CheckedBody;
  run(request: ValidRequest<Parameters, Body>): Promise<ReplyContent | Refusal<string>>;
}

const none: readonly never[] = [];

export function serveOperation<Id extends string, Parameters extends object, Body>(
  operation: Operation<Id>,
  options: ServeOptions<Parameters, Body>,
): ServedOperation<Id, Parameters, Body> {
  const { id, method, requestBody, secured } = operation;
  const { validators, refusesUnknown, missing, checkBody, negotiate, run } = options;
  const checkMediaType = createMediaTypeCheck(requestBody?.mediaType ?? '', method);
  const takesBody = requestBody !== undefined;
  return {
    id,
    secured,
    takesBody,
    negotiate,
    checkBodyHead: (request, limit) =>
      takesBody && request.hasBody
        ? (checkMediaType(request) ?? checkAnnouncedSize(request, limit))
        : undefined,
    readParameters: (path, query) => {
      const parsed = parseParameters(operation, path, query, validators);
      if (refusesUnknown) {
        for (const parameter of parsed.unknown)
          parsed.faults.push({ parameter, detail: 'is not a known query parameter' });
      }
      return areParameters<Parameters>(parsed)
        ? parsed.values
        : refuseInvalidParameters(parsed.faults);
    },
    readBody: (bytes, parameters) => {
      const isMissing = !takesBody || bytes === undefined || bytes.length === 0;
      if (isMissing && missing !== undefined) return missing;
      const json = isMissing ? noBody : readJson(bytes);
      if (json instanceof Refusal) return json;
      const { faults, ignored } = isMissing ? unchecked : checkBody(json.value, parameters);
      return isBody<Body>(json, faults)
        ? { value: json.value, ignored }
        : refuseInvalidBody(faults);
    },
    run,
  };
}

const noBody: { value: unknown } = { value: undefined };
const unchecked: CheckedBody = { faults: none, ignored: none };

/** Parameters without faults have the types in the operation's schemas. */
function areParameters<Parameters>(
  parsed: ParsedParameters,
): parsed is ParsedParameters & { values: Parameters } {
  return parsed.faults.length === 0;
}

/** So does a body. */
function isBody<Body>(
  _json: { value: unknown },
  faults: readonly Fault[],
): _json is { value: Body } {
  return faults.length === 0;
}

/** The assumptions that decide where the document makes a body optional. */
const deciding = ['missing-update-body', 'missing-duplicate-body'] satisfies AssumptionId[];

/** Returns the refusal of a request without a body; undefined if the operation needs none. */
export function refuseMissingBody(
  { requestBody, assumptions }: Operation<string>,
  values: Partial<AssumptionValues>,
): Refusal | undefined {
  const refused = deciding.some((id) => assumptions.includes(id) && values[id] === 'refused');
  if (requestBody === undefined || !(requestBody.required || refused)) return undefined;
  return refuseUnreadable(
    'is missing',
    `Send a body with the media type ${requestBody.mediaType}.`,
  );
}

/**
 * Creates the step that accepts only requests with one of the keys as bearer token (RFC 6750, section 2.1).
 * @param name what a key is called, and how to send one
 */
export function createAuthoriser(
  keys: readonly string[],
  realm: string,
  name = 'API key',
  advice = 'Send the API key of the App as "Authorization: Bearer <API_KEY>".',
): (request: MockRequest) => Refusal<'unauthorized'> | undefined {
  const challenge = `Bearer realm="${realm.replaceAll(/["\\]/g, '')}"`;
  const missing = refuseKey(challenge, `The request has no ${name}. ${advice}`, 'is required');
  const wrong = refuseKey(
    `${challenge}, error="invalid_token"`,
    `The request has an unknown ${name}. ${advice}`,
    `is not a known ${name}`,
  );
  return (request) => {
    const key = parseBearer(request.header('authorization'));
    if (key === '') return missing;
    let known = false;
    // Comparing every key keeps the time independent of the keys.
    for (const candidate of keys) known = isSameText(key, candidate) || known;
    return known ? undefined : wrong;
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
function isSameText(sent: string, key: string): boolean {
  // Past the end of the key, `charCodeAt` returns NaN, which changes no bit; the lengths differ anyway.
  let difference = sent.length ^ key.length;
  for (let at = 0; at < sent.length; at += 1) {
    difference |= sent.charCodeAt(at) ^ key.charCodeAt(at);
  }
  return difference === 0;
}

/** Creates the step that refuses requests that do not accept the media type of the response. */
export function createNegotiator(mediaType: string): (request: MockRequest) => Refusal | undefined {
  const refusal = new Refusal(
    'not-acceptable',
    `The response is ${mediaType}, which the Accept header does not allow. Accept it, or omit the header.`,
    { faults: [{ header: 'Accept', detail: `must allow ${mediaType}` }] },
  );
  return (request) => {
    const accept = request.header('accept');
    if (accept === undefined || accept === '*/*' || accept === mediaType) return undefined;
    return isAccepted(accept, mediaType) ? undefined : refusal;
  };
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

/** The usable workspaces: the given ones, otherwise the example in the contract. */
export function listWorkspaces(
  contract: Contract,
  given: readonly string[] | undefined,
): readonly string[] {
  if (given !== undefined) return given;
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const example = parameters.find(({ name }) => name === 'workspaceId')?.example;
  return typeof example === 'string' ? [example] : [];
}

/** Number of workspaces in a message. */
const mostNamed = 5;

/** Creates the step that refuses unknown workspaces, unless every UUID is a workspace. */
export function createWorkspaceCheck(
  contract: Contract,
  given: readonly string[] | undefined,
): (path: Record<string, string>) => Refusal | undefined {
  const assumed = contract.assumptions['unknown-workspace'];
  if (given === undefined && assumed === 'exists') return () => undefined;
  const existing = listWorkspaces(contract, given);
  const known = new Set(existing.map((id) => id.toLowerCase()));
  const more = existing.length > mostNamed ? `, and ${existing.length - mostNamed} more` : '';
  const listed = `${existing.slice(0, mostNamed).join(', ')}${more}`;
  return ({ workspaceId }) => {
    if (workspaceId === undefined || known.has(workspaceId.toLowerCase())) return undefined;
    const detail = `Workspace ${workspaceId} not found. The mock has ${listed}.`;
    return new Refusal(
      'unknown-workspace',
      detail,
      typeof assumed === 'number' ? { status: assumed } : {},
    );
  };
}

/**
 * The header that lists the media types that a method accepts (RFC 5789, section 3.1; Linked Data Platform, section
 * 7.1).
 */
const acceptHeaders: Readonly<Record<string, string>> = {
  PATCH: 'Accept-Patch',
  POST: 'Accept-Post',
};

/** Creates the step that refuses a body with another media type, charset or content coding. */
function createMediaTypeCheck(
  mediaType: string,
  method: string,
): (request: MockRequest) => Refusal | undefined {
  const accepted = ['Accept', mediaType];
  const specific = acceptHeaders[method];
  if (specific !== undefined) accepted.push(specific, mediaType);
  return (request) => {
    const sent = request.header('content-type');
    if (sent !== mediaType) {
      const fault = explainMediaType(sent, mediaType);
      if (fault !== undefined) return refuseBody('Content-Type', fault, accepted);
    }
    const coding = request.header('content-encoding');
    if (coding === undefined || /^(?:identity)?$/i.test(coding.trim())) return undefined;
    const fault = `is ${shorten(coding)}; send the body without a content coding`;
    return refuseBody('Content-Encoding', fault, ['Accept-Encoding', 'identity']);
  };
}

function explainMediaType(sent: string | undefined, mediaType: string): string | undefined {
  if (sent === undefined || sent.trim() === '') return `is missing; send ${mediaType}`;
  const [type = '', ...parameters] = sent.split(';');
  if (type.trim().toLowerCase() !== mediaType) return `is ${shorten(sent)}; send ${mediaType}`;
  const charset = parameters.map(readCharset).find((value) => value !== undefined);
  return charset === undefined || charset === 'utf-8'
    ? undefined
    : `has the charset ${shorten(charset)}; send JSON in UTF-8 (RFC 8259, section 8.1)`;
}

function readCharset(parameter: string): string | undefined {
  const equals = parameter.indexOf('=');
  if (parameter.slice(0, equals).trim().toLowerCase() !== 'charset') return undefined;
  return parameter
    .slice(equals + 1)
    .trim()
    .replaceAll('"', '')
    .toLowerCase();
}

function refuseBody(header: string, fault: string, headers: readonly string[]): Refusal {
  const detail = `The header ${header} ${fault}.`;
  return new Refusal('unsupported-media-type', detail, {
    faults: [{ header, detail: fault }],
    headers,
  });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Refuses a body whose announced size exceeds the limit, before any of it arrives. */
function checkAnnouncedSize(request: MockRequest, limit: number): Refusal | undefined {
  const announced = request.header('content-length');
  if (announced === undefined || Number(announced) <= limit) return undefined;
  return refuseTooLarge(limit);
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

/** Parses a body. Returns any JSON value, or the refusal if the body is not JSON. */
export function readJson(bytes: Uint8Array): { value: unknown } | Refusal {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuseUnreadable('has bytes that are not UTF-8', 'Send the JSON in UTF-8.');
  }
  if (text.startsWith('\ufeff'))
    return refuseUnreadable('starts with a byte order mark', 'Send the JSON without it.');
  const excess = text.length > 2 * deepest ? findExcess(text, bytes.length / 1_000_000) : undefined;
  if (excess !== undefined) return refuseUnreadable(excess, 'Send a smaller one.');
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuseUnreadable(`is not JSON: ${reason}`, 'Send one JSON text (RFC 8259).');
  }
}

function refuseUnreadable(fault: string, advice: string): Refusal {
  const faults = [{ pointer: '', detail: fault }];
  return new Refusal('unreadable-body', `The request body ${fault}. ${advice}`, { faults });
}

/** Counts brackets and commas, until a limit is exceeded. */
function findExcess(text: string, megabytes: number): string | undefined {
  const most = Math.floor(Math.max(1, megabytes) * mostValues);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = findEndOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        break;
      case ',':
        values += 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
    }
    if (depth > deepest) return `is nested more than ${deepest} levels deep`;
    if (values > most) return `has more than ${most} values`;
  }
  return undefined;
}

/** Returns the index of the quotation mark that ends a string, or the end of the text if the string is not closed. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

/** Number of faults in the detail; `errors` lists them all. */
const mostTold = 3;

export function refuseInvalidParameters(faults: readonly Fault[]): Refusal {
  const detail = tell(
    faults,
    ({ parameter, detail: fault }) => `The parameter ${parameter} ${fault}`,
  );
  return new Refusal('invalid-parameter', detail, { faults });
}

export function refuseInvalidBody(faults: readonly Fault[]): Refusal<'invalid-body'> {
  const detail = tell(faults, ({ pointer, detail: fault }) => `${pointer || 'The body'} ${fault}`);
  return new Refusal('invalid-body', detail, { faults });
}

function tell(faults: readonly Fault[], toClause: (fault: Fault) => string): string {
  const told = faults.slice(0, mostTold).map(toClause).join('; ');
  const rest = faults.length - mostTold;
  // The search for faults stops at the limit.
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  return rest > 0 ? `${told}; and ${atLeast}${rest} more.` : `${told}.`;
}
