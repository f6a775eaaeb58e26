import type { OperationId } from '../generated/names.ts';
import type { Schema } from './openapi-document.ts';

/** An operation of a document as data, with references resolved. Default: an operation of the service. */
export interface Operation<Id extends string = OperationId> {
  id: Id;
  /** In upper case, as in a request. */
  method: string;
  /** The path template, for example `/v1/sites/{siteId}`. */
  path: string;
  summary: string;
  parameters: readonly Parameter[];
  requestBody: RequestBody | undefined;
  replies: readonly Reply[];
  /** Whether the operation requires the API key. */
  secured: boolean;
  /** Ids of the assumptions about the operation. */
  assumptions: readonly string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  example: unknown;
}

export interface RequestBody {
  required: boolean;
  mediaType: string;
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  examples: readonly unknown[];
}

export interface Reply {
  /** A status such as `201`, or a range such as `2XX`. */
  status: string;
  mediaType: string;
  schema: Schema;
  pointer: string;
  examples: readonly unknown[];
}

/** The documented success response. Every operation of the contract has one. */
export function successReply(operation: Operation<string>): Reply {
  const reply = operation.replies.find(({ status }) => status.startsWith('2'));
  if (reply === undefined) throw new Error(`${operation.id} does not document a success response`);
  return reply;
}

/** Whether a status is the documented one, or in the documented range. */
export function matchStatus(documented: string, status: number): boolean {
  return documented.endsWith('XX')
    ? documented.charAt(0) === String(status).charAt(0)
    : documented === String(status);
}
