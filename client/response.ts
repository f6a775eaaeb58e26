import type { OperationResponse } from '../contract/operation-types.ts';
import type { OperationId } from '../generated/names.ts';
import type { Problem } from '../generated/types.ts';

/** The data of an `ApiProblem`. */
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

type Fault = NonNullable<Problem['errors']>[number];

/** The endpoint of an operation. */
export interface Endpoint {
  method: string;
  /** The path template, for example `/v1/sites/{siteId}`. */
  path: string;
  /** True for an operation whose success has no body. */
  noContent?: boolean;
}

/** The call that a response belongs to. */
interface OpenCall<Id extends OperationId> {
  operation: Id;
  endpoint: Endpoint;
  request: Request;
  /** Removes secrets from a text. */
  redact: (text: string) => string;
}

/**
 * Reads the JSON body of a successful response. The body is not validated: the conformance suite checks whether a
 * deployment conforms to the contract.
 * @throws ApiProblem when the response is not successful, or its body is not JSON
 */
export async function readResponse<Id extends OperationId>(
  { operation, endpoint, request, redact }: OpenCall<Id>,
  response: Response,
): Promise<OperationResponse<Id>> {
  const refuse = (reason = '', more: Partial<ApiProblemOptions> = {}): ApiProblem => {
    const parts = [response.statusText, more.problem?.title ?? '', reason];
    // The title of a problem often repeats the status, and its detail the title.
    const sentences = new Set(parts.map((part) => part.replace(/[.]$/, '')));
    sentences.delete('');
    const what = `${response.status} ${[...sentences].join('. ')}`.trim();
    const message = `${operation}: ${what} (${request.method} ${request.url})`;
    return new ApiProblem({ operation, response, ...more, message: redact(message) });
  };
  const text = await response.text().catch((cause: unknown) => {
    // If the caller has cancelled the call, it rejects with the reason of the signal.
    if (request.signal.aborted) throw cause;
    throw refuse('The response body is incomplete', { cause });
  });
  const json = parseJson(text);
  if (!response.ok) {
    const body = json === undefined ? text : json.value;
    const problem = parseProblem(response, body);
    throw refuse(problem && describeProblem(problem), { body, problem });
  }
  if (json !== undefined) return json.value;
  // The type of such an operation's response is undefined.
  if (endpoint.noContent === true && text === '') return undefined as OperationResponse<Id>;
  const what = text === '' ? 'has no body' : 'has a body that is not JSON';
  throw refuse(`The response ${what}`, { body: text });
}

/** The faults of a problem with their places, or its detail if it lists none. */
function describeProblem({ detail, errors = [] }: Problem): string | undefined {
  const faults = errors.map(({ pointer, parameter, header, detail: fault }) => {
    const field = pointer ?? parameter ?? header;
    return [field, fault].filter(Boolean).join(': ');
  });
  return faults.length === 0 ? detail : faults.join('; ');
}

/** Reads problem details (RFC 9457). Members of the wrong type are ignored, as section 3.1 requires. */
function parseProblem(response: Response, body: unknown): Problem | undefined {
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/problem+json') return undefined;
  if (!isObject(body) || Array.isArray(body)) return undefined;
  const { type, title, status, detail, errors, ...extensions } = body;
  return {
    ...extensions,
    // RFC 9457, section 4.2.1: the default type is `about:blank`, with the title of the status.
    type: typeof type === 'string' ? type : 'about:blank',
    title: typeof title === 'string' ? title : response.statusText,
    status: typeof status === 'number' ? status : response.status,
    ...(typeof detail === 'string' && { detail }),
    ...(Array.isArray(errors) && { errors: errors.filter(isFault) }),
  };
}

function isFault(entry: unknown): entry is Fault {
  return isObject(entry) && typeof entry['detail'] === 'string';
}

function parseJson(text: string) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
