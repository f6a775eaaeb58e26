import {
  type AssumptionId,
  type AssumptionValues,
  type Fault,
  type Operation,
  type ParsedParameters,
  parseParameters,
  type Validators,
} from '../../contract/index.ts';
import type { RequestHead, WireReply } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import type { Answer } from '../store/store.ts';
import { checkAnnouncedSize, createMediaTypeCheck } from './check-head.ts';
import { refuseInvalidBody, refuseInvalidParameters } from './problems.ts';

/** What an operation gets of a request, once the contract has accepted it. */
interface OperationRequest<Parameters = object, Body = unknown> {
  head: RequestHead;
  parameters: Parameters;
  body: Body;
}

/** A reply of success, before the headers that all replies carry. */
export interface ReplyContent {
  status: number;
  mediaType: string | undefined;
  /** Names and values in turn. */
  headers: readonly string[];
  /** Undefined where there is none. */
  body: WireReply['body'];
}

/** The steps of one operation, with everything that the contract says about it worked out beforehand. */
export interface ServedOperation<
  Id extends string,
  Parameters extends object = object,
  Body = unknown,
> {
  readonly id: Id;
  /** Whether the operation asks for a key. */
  readonly secured: boolean;
  /** Whether a body means anything to the operation. */
  readonly takesBody: boolean;
  /** Refuses a request that does not accept the media type of the reply. */
  negotiate?: ((head: RequestHead) => Refusal | undefined) | undefined;
  readParameters(path: Record<string, string>, query: string): Parameters | Refusal;
  /** Refuses a body by what the head says about it. */
  checkBodyHead(head: RequestHead, limit: number): Refusal | undefined;
  readBody(bytes: Uint8Array | undefined, parameters: Parameters): { value: Body } | Refusal;
  /** @throws ContractBreach when the contract does not allow the reply */
  run(request: OperationRequest<Parameters, Body>): Answer<ReplyContent | Refusal<string>>;
}

interface ServeOptions<Parameters, Body> {
  validators: Validators;
  /** Default: the Accept header is not looked at. */
  negotiate?: ((head: RequestHead) => Refusal | undefined) | undefined;
  /** Whether query parameters that the operation does not have are refused. */
  refusesUnknown: boolean;
  /** What stands for a body that was not sent, or the reason why it is needed. */
  readMissingBody(): typeof missingBody | Refusal;
  /** Finds the faults of a body that was sent. */
  checkBody(body: unknown, parameters: object): readonly Fault[];
  run(request: OperationRequest<Parameters, Body>): Answer<ReplyContent | Refusal<string>>;
}

export function serveOperation<Id extends string, Parameters extends object, Body>(
  operation: Operation<Id>,
  options: ServeOptions<Parameters, Body>,
): ServedOperation<Id, Parameters, Body> {
  const { id, method, requestBody, secured } = operation;
  const { validators, refusesUnknown, readMissingBody, checkBody, negotiate, run } = options;
  const checkMediaType = createMediaTypeCheck(requestBody?.mediaType ?? '', method);
  return {
    id,
    secured,
    takesBody: requestBody !== undefined,
    negotiate,
    checkBodyHead: (head, limit) => checkMediaType(head) ?? checkAnnouncedSize(head, limit),
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
      const json = bytes === undefined || bytes.length === 0 ? readMissingBody() : readJson(bytes);
      if (json instanceof Refusal) return json;
      const faults = json === missingBody ? [] : checkBody(json.value, parameters);
      return isBody<Body>(json, faults) ? json : refuseInvalidBody(faults);
    },
    run,
  };
}

/** Parameters in which the operation's schemas found no fault are what those schemas say. */
function areParameters<Parameters>(
  parsed: ParsedParameters,
): parsed is ParsedParameters & { values: Parameters } {
  return parsed.faults.length === 0;
}

/** So is a body. */
function isBody<Body>(
  _json: { value: unknown },
  faults: readonly Fault[],
): _json is { value: Body } {
  return faults.length === 0;
}

/** How deep arrays and objects may stand in each other. RFC 8259, section 9, lets a reader set that limit. */
const deepest = 500;

/**
 * How many values and fields a body may hold for each megabyte of it, and how many different names of fields. Parsing a
 * megabyte of empty objects, or of fields that all have different names, takes longer than all the rest of a request. A state
 * with sites of short names only has 160,000 values in a megabyte, and a dozen names.
 */
const perMegabyte = { values: 200_000, names: 10_000 };

// The byte order mark is kept, so that it is refused: RFC 8259, section 8.1, forbids it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What a body says: any JSON value, or the reason why it cannot be read. */
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

/** Counts brackets, commas and names of fields, until there are too many. */
function findExcess(
  text: string,
  megabytes: number,
): { fault: string; advice: string } | undefined {
  const mostValues = Math.floor(megabytes * perMegabyte.values);
  const mostNames = Math.floor(megabytes * perMegabyte.names);
  // A field takes five characters at least, and almost no body has room for so many.
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

/** Counts different names by their hashes, without keeping them. Two names can have the same hash, and then count once. */
class NameCounter {
  readonly #most: number;
  readonly #seen: Uint8Array;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#seen = new Uint8Array(2 ** Math.ceil(Math.log2(8 * most)));
  }

  /** Counts a string if it is the name of a field. Returns whether there are too many names now. */
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

/** The index of the quotation mark that ends a string, or the end of a text whose string never ends. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

/** What an operation reads when no body was sent, and none is needed. */
const missingBody = { value: undefined };

/** Where the document lets a body be left out, these decide. */
const deciding = ['missing-update-body', 'missing-duplicate-body'] satisfies AssumptionId[];

/** Makes the step for a request without a body. */
export function createMissingBodyReader(
  { requestBody, assumptions }: Operation<string>,
  values: Partial<AssumptionValues>,
): () => typeof missingBody | Refusal {
  const refused = deciding.some((id) => assumptions.includes(id) && values[id] === 'refused');
  if (requestBody === undefined || !(requestBody.required || refused)) return () => missingBody;
  const refusal = refuseUnreadable(
    'is missing',
    `Send a body with the media type ${requestBody.mediaType}.`,
  );
  return () => refusal;
}
