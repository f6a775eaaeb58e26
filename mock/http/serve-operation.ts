import {
  type AssumptionId,
  type AssumptionValues,
  type Fault,
  type Operation,
  type ParsedParameters,
  parseParameters,
  type Validators,
} from '../../contract/index.ts';
import type { AnyReply, MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { checkAnnouncedSize, createMediaTypeCheck } from './check-head.ts';
import { refuseInvalidBody, refuseInvalidParameters } from './problems.ts';

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

/** The faults of a body, and the fields that are ignored. */
interface CheckedBody {
  faults: readonly Fault[];
  ignored: readonly string[];
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

/** Maximum depth of nested arrays and objects. RFC 8259, section 9, allows such a limit. */
const deepest = 500;

/**
 * Maximum number of values and fields, and of different field names, for each megabyte of a body. Parsing a megabyte of
 * empty objects, or of fields with different names, takes longer than the rest of a request. A state whose sites only
 * have short names contains 160,000 values in a megabyte, and a dozen names.
 */
const perMegabyte = { values: 200_000, names: 10_000 };

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
  if (text.startsWith('\ufeff')) {
    return refuseUnreadable('starts with a byte order mark', 'Send the JSON without it.');
  }
  if (text.length > 2 * deepest) {
    const excess = findExcess(text, Math.max(1, bytes.length / 1_000_000));
    if (excess !== undefined) return refuseUnreadable(excess.fault, excess.advice);
  }
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

/** Counts brackets, commas and field names, until a limit is exceeded. */
function findExcess(
  text: string,
  megabytes: number,
): { fault: string; advice: string } | undefined {
  const mostValues = Math.floor(megabytes * perMegabyte.values);
  const mostNames = Math.floor(megabytes * perMegabyte.names);
  // A field takes at least five characters, so most bodies are too short for that many.
  const names = text.length > 5 * mostNames ? new NameCounter(mostNames) : undefined;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const start = at + 1;
        at = findEndOfString(text, at);
        if (names?.add(text, start, at) === true)
          return {
            fault: `has more than ${mostNames} different field names`,
            advice: 'Send fewer.',
          };
        break;
      }
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > deepest)
          return {
            fault: `is nested more than ${deepest} levels deep`,
            advice: 'Send a flatter body.',
          };
        values += 1;
        break;
      case 0x2c:
        values += 1;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
    if (values > mostValues)
      return { fault: `has more than ${mostValues} values`, advice: 'Send fewer.' };
  }
  return undefined;
}

/** Counts different names by their hashes, without storing them. Two names with the same hash count once. */
class NameCounter {
  readonly #most: number;
  readonly #seen: Uint8Array;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#seen = new Uint8Array(2 ** Math.ceil(Math.log2(8 * most)));
  }

  /** Counts a string if it is a field name. Returns whether there are too many names. */
  add(text: string, start: number, end: number): boolean {
    let next = end + 1;
    while (isBlank(text.charCodeAt(next))) next += 1;
    if (text.charCodeAt(next) !== 0x3a) return false;
    let hash = 0;
    for (let at = start; at < end; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) + 1;
    const slot = (hash ^ (hash >>> 15)) & (this.#seen.length - 1);
    if (this.#seen[slot] === 0) this.#count += 1;
    this.#seen[slot] = 1;
    return this.#count > this.#most;
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the index of the quotation mark that ends a string, or the end of the text if the string is not closed. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
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
