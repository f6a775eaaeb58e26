import type { Problem } from '../contract/types.ts';
import type { OperationId } from '../generated/names.ts';

/** What an `ApiProblem` is made of. */
export interface ApiProblemOptions {
  operation: OperationId;
  message: string;
  response: Response;
  problem?: Problem | undefined;
  body?: unknown;
  cause?: unknown;
}

/**
 * An answer that is no success: the service refused the call, or something in between did.
 * @example
 * try {
 *   await client.createSite({ workspaceId, body: { name: '' } });
 * } catch (error) {
 *   if (error instanceof ApiProblem) console.log(error.status, error.problem?.errors);
 * }
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The operation that was called. */
  readonly operation: OperationId;
  /** The status of the answer. */
  readonly status: number;
  /** The problem details (RFC 9457), where the answer carries any. */
  readonly problem: Problem | undefined;
  /** What the answer's body says: a JSON value where it is JSON, else its text. Undefined when it could not be read. */
  readonly body: unknown;
  /** The answer, for its headers; its body has been read. */
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
