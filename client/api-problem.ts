import type { Problem } from '../generated/models.ts';
import type { OperationId } from '../generated/names.ts';

export interface ApiProblemOptions {
  /** The operation that was called. */
  operation: OperationId;
  /** The message of the error. */
  message: string;
  /** The response, its body already read. */
  response: Response;
  /** The problem details. Default: none. */
  problem?: Problem | undefined;
  /** The response body. Default: undefined. */
  body?: unknown;
  /** The error that interrupted the response. Default: none. */
  cause?: unknown;
}

/**
 * A call failed: the service, or a gateway in front of it, sent a response that is not a success.
 * @example
 * try {
 *   await client.createSite({ workspaceId, body: { name: '' } });
 * } catch (error) {
 *   if (error instanceof ApiProblem) console.log(error.status, error.problem?.errors);
 * }
 */
export class ApiProblem extends Error {
  /** Always `ApiProblem`. */
  override readonly name = 'ApiProblem';
  /** The operation that was called. */
  readonly operation: OperationId;
  /** The status of the response. */
  readonly status: number;
  /** The problem details (RFC 9457), if the response contains any. */
  readonly problem: Problem | undefined;
  /** The response body, as a JSON value or otherwise as text. Undefined if it could not be read. */
  readonly body: unknown;
  /** The response, for its headers. Its body has already been read. */
  readonly response: Response;

  constructor({ operation, message, response, problem, body, cause }: ApiProblemOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.status = response.status;
    this.problem = problem;
    this.body = body;
    this.response = response;
  }
}
