import {
  type Contract,
  type Fault,
  matchStatus,
  type Operation,
  type OperationId,
  type Parameters,
  type ParsedParameters,
  parseParameters,
  type RequestBody,
  successReply,
} from '../contract/index.ts';
import { createNegotiator } from './http/accept.ts';
import { createBodyCheck } from './http/check-body.ts';
import { ContractBreach } from './http/contract-breach.ts';
import { refuseInvalidBody, refuseInvalidParameters } from './http/invalid.ts';
import { createMediaTypeCheck } from './http/media-type.ts';
import { createMissingBodyReader, missingBody } from './http/missing-body.ts';
import { readJson } from './http/read-json.ts';
import { createReplyWriter } from './http/write-reply.ts';
import type { RequestHead } from './mock-request.ts';
import type {
  Behaviour,
  BehaviourContext,
  BehaviourReply,
  BehaviourRequest,
} from './operations/behaviour.ts';
import type { Behaviours } from './operations/index.ts';
import type { TextRules } from './operations/rules/text-rules.ts';
import { Refusal } from './refusal.ts';
import type { Answer } from './store/answer.ts';

/** How many values and fields a body may hold. A megabyte of localized variants holds fewer. */
const mostValues = 100_000;

/** The steps of one operation, with everything that the contract says about it worked out beforehand. */
export interface ServedOperation<Id extends OperationId> {
  readonly id: Id;
  /** Whether the operation asks for the API key. */
  readonly secured: boolean;
  /** Whether a body means anything to the operation. */
  readonly takesBody: boolean;
  /** The media type of the reply. */
  readonly mediaType: string;
  negotiate(head: RequestHead): Refusal | undefined;
  readParameters(path: Record<string, string>, query: string): Parameters<Id> | Refusal;
  checkMediaType(head: RequestHead): Refusal | undefined;
  readBody(bytes: Uint8Array | undefined, parameters: object): { value: RequestBody<Id> } | Refusal;
  behave(request: BehaviourRequest<Id>): Answer<BehaviourReply<Id> | Refusal>;
  /**
   * The status and the JSON of a reply.
   * @throws ContractBreach when the contract does not allow the reply
   */
  writeReply(reply: BehaviourReply<Id>): { status: number; text: string };
}

export interface Serving {
  contract: Contract;
  behaviours: Behaviours;
  context: BehaviourContext;
  textRules: TextRules;
}

export function serveOperation<Id extends OperationId>(
  operation: Operation<Id>,
  { contract, behaviours, context, textRules }: Serving,
): ServedOperation<Id> {
  const { id, method, requestBody, secured } = operation;
  const behaviour: Behaviour<Id> = behaviours[id];
  const { assumptions, validators } = contract;
  const replies = operation.replies.filter(({ status }) => status.startsWith('2'));
  const { mediaType, status: success } = successReply(operation);
  const documentedStatus = Number(success);
  const writers = replies.map((reply) => ({
    documented: reply.status,
    write: createReplyWriter(contract, operation, reply),
  }));
  const checkBody = createBodyCheck(contract, operation, textRules);
  const readMissingBody = createMissingBodyReader(operation, assumptions);
  const refusesUnknown = assumptions['unknown-query-parameters'] === 'refused';
  return {
    id,
    secured,
    takesBody: requestBody !== undefined,
    mediaType,
    negotiate: createNegotiator(mediaType),
    checkMediaType: createMediaTypeCheck(requestBody?.mediaType ?? '', method),
    readParameters: (path, query) => {
      const parsed = parseParameters(operation, path, query, validators);
      if (refusesUnknown) {
        for (const parameter of parsed.unknown) {
          parsed.faults.push({ parameter, detail: 'is not a known query parameter' });
        }
      }
      return areParameters(id, parsed) ? parsed.values : refuseInvalidParameters(parsed.faults);
    },
    readBody: (bytes, parameters) => {
      const json =
        bytes === undefined || bytes.length === 0 ? readMissingBody() : readJson(bytes, mostValues);
      if (json instanceof Refusal) return json;
      const faults = json === missingBody ? [] : checkBody(json.value, parameters);
      return isBody(id, json, faults) ? json : refuseInvalidBody(faults);
    },
    behave: (request) => behaviour(request, context),
    writeReply: ({ status = documentedStatus, body }) => {
      for (const { documented, write } of writers) {
        if (matchStatus(documented, status)) return { status, text: write(body) };
      }
      throw new ContractBreach(`the reply of ${id}`, [
        { detail: `has the status ${status}, which is not documented` },
      ]);
    },
  };
}

/** Parameters in which the operation's schemas found no fault are what those schemas say. */
function areParameters<Id extends OperationId>(
  _id: Id,
  parsed: ParsedParameters,
): parsed is ParsedParameters & { values: Parameters<Id> } {
  return parsed.faults.length === 0;
}

/** So is a body. */
function isBody<Id extends OperationId>(
  _id: Id,
  _json: { value: unknown },
  faults: readonly Fault[],
): _json is { value: RequestBody<Id> } {
  return faults.length === 0;
}
