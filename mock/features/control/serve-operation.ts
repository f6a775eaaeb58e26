import {
  type DocumentedReply,
  type Fault,
  matchStatus,
  type Operation,
  type ParsedParameters,
  parseParameters,
  type Validators,
} from '../../../contract/index.ts';
import type { ControlOperationId } from '../../../generated/control-names.ts';
import { ContractBreach, refuseInvalidBody, refuseInvalidParameters } from '../../http/problems.ts';
import { readJson, refuseUnreadable } from '../../http/read-body.ts';
import { Refusal } from '../../refusal.ts';
import { ControlRefusal } from './control-refusal.ts';
import {
  type ControlReply,
  toEmptyReply,
  toFileReply,
  toJsonReply,
  toRefusalReply,
  toStreamReply,
} from './control-reply.ts';
import type {
  ControlBody,
  ControlHandler,
  ControlHandlers,
  ControlParameters,
  ControlRequest,
} from './operation-types.ts';
import { FileResult, StreamResult } from './results.ts';

/** What of a request is the same for every operation. */
type Surroundings = Pick<ControlRequest<ControlOperationId>, 'head' | 'baseUrl' | 'session'>;

/** The steps of one operation of the control surface, from its parameters to its answer. */
export interface ServedControlOperation<Id extends ControlOperationId = ControlOperationId> {
  readonly operation: Operation<Id>;
  readParameters(path: Record<string, string>, query: string): ControlParameters<Id> | Refusal;
  readBody(bytes: Uint8Array | undefined): { value: ControlBody<Id> } | Refusal;
  run(
    surroundings: Surroundings,
    parameters: ControlParameters<Id>,
    body: ControlBody<Id>,
  ): Promise<ControlReply>;
}

export function serveControlOperation<Id extends ControlOperationId>(
  operation: Operation<Id>,
  handlers: ControlHandlers,
  validators: Validators,
): ServedControlOperation<Id> {
  const { id, requestBody, replies } = operation;
  const handle: ControlHandler<Id> = handlers[id];
  return {
    operation,
    readParameters: (path, query) => {
      const parsed = parseParameters(operation, path, query, validators);
      for (const parameter of parsed.unknown)
        parsed.faults.push({ parameter, detail: 'is not a known query parameter' });
      return areParameters(id, parsed) ? parsed.values : refuseInvalidParameters(parsed.faults);
    },
    readBody: (bytes) => {
      const isMissing = bytes === undefined || bytes.length === 0;
      if (isMissing && requestBody?.required === true)
        return refuseUnreadable('is missing', 'Send one of the media type application/json.');
      const json = isMissing ? { value: undefined } : readJson(bytes);
      if (json instanceof Refusal) return json;
      const faults = isMissing ? [] : validators.body(id, json.value);
      return isBody(id, json, faults) ? json : refuseInvalidBody(faults);
    },
    run: async (surroundings, parameters, body) => {
      const result = await handle({ ...surroundings, parameters, body });
      return result instanceof ControlRefusal
        ? toRefusalReply(result)
        : toReply(id, result, replies, validators);
    },
  };
}

/** @throws ContractBreach when the description of the control surface does not allow the answer */
function toReply(
  id: ControlOperationId,
  result: object,
  replies: readonly DocumentedReply[],
  validators: Validators,
): ControlReply {
  if (result instanceof StreamResult) return toStreamReply(result);
  if (result instanceof FileResult) return toFileReply(result);
  const status = 'status' in result ? Number(result.status) : 204;
  if (!('body' in result)) return toEmptyReply(status);
  const documented = replies.find((reply) => matchStatus(reply.status, status));
  const faults =
    documented === undefined
      ? [{ detail: `has the status ${status}, which is not documented` }]
      : validators.reply(id, documented.status, result.body);
  if (faults.length > 0) throw new ContractBreach(`the reply of ${id}`, faults);
  return toJsonReply(status, result.body);
}

/** Parameters in which the operation's schemas found no fault are what those schemas say. */
function areParameters<Id extends ControlOperationId>(
  _id: Id,
  parsed: ParsedParameters,
): parsed is ParsedParameters & { values: ControlParameters<Id> } {
  return parsed.faults.length === 0;
}

/** So is a body. */
function isBody<Id extends ControlOperationId>(
  _id: Id,
  _json: { value: unknown },
  faults: readonly Fault[],
): _json is { value: ControlBody<Id> } {
  return faults.length === 0;
}
