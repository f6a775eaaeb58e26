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
import type { CheckedBody } from '../operations/check-body.ts';
import { Refusal } from '../refusal.ts';
import { checkAnnouncedSize, createMediaTypeCheck } from './check-head.ts';
import { refuseInvalidBody, refuseInvalidParameters } from './problems.ts';
import { readJson, refuseUnreadable } from './read-json.ts';

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
