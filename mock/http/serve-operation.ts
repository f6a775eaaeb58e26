import {
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
import { missingBody, readJson } from './read-body.ts';

/** What an operation gets of a request, once the contract has accepted it. */
export interface OperationRequest<Parameters = object, Body = unknown> {
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

export interface ServeOptions<Parameters, Body> {
  validators: Validators;
  /** Default: the Accept header is not looked at. */
  negotiate?: (head: RequestHead) => Refusal | undefined;
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
