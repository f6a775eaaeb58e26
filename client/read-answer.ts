import type { Problem } from '../contract/types.ts';
import type { OperationId } from '../generated/names.ts';
import { ApiProblem } from './api-problem.ts';
import type { Answered } from './operation-types.ts';
import { parseProblem } from './parse-problem.ts';

/** The call that is being answered. */
export interface OpenCall<Id extends OperationId> {
  operation: Id;
  request: Request;
  /** Takes secrets out of a text. */
  redact: (text: string) => string;
}

/**
 * Reads the JSON body of a success. It is taken at its word: whether a deployment keeps the contract is for the
 * conformance suite to tell.
 * @throws ApiProblem when the answer is no success, or its body no JSON
 */
export async function readAnswer<Id extends OperationId>(
  call: OpenCall<Id>,
  response: Response,
): Promise<Answered<Id>> {
  if (!response.ok) throw await readRefusal(call, response);
  const text = await response.text();
  try {
    const body: Answered<Id> = JSON.parse(text);
    return body;
  } catch {
    const what = text === '' ? 'without a body' : 'with a body that is not JSON';
    throw toProblem(call, response, { body: text, explanation: `It answered ${what}` });
  }
}

async function readRefusal<Id extends OperationId>(
  call: OpenCall<Id>,
  response: Response,
): Promise<ApiProblem> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    // The status is known; what was to follow got lost on the way. Whoever called it off hears that, and nothing else.
    if (call.request.signal.aborted) throw cause;
    return toProblem(call, response, { cause, explanation: 'Its body broke off' });
  }
  const body = parseJson(text);
  const problem = parseProblem(response, body);
  return toProblem(call, response, { body, problem, explanation: problem && explain(problem) });
}

interface Outcome {
  body?: unknown;
  problem?: Problem | undefined;
  cause?: unknown;
  explanation: string | undefined;
}

function toProblem<Id extends OperationId>(
  { operation, request, redact }: OpenCall<Id>,
  response: Response,
  { explanation, ...outcome }: Outcome,
): ApiProblem {
  const { method, url } = request;
  const status = `${response.status} ${response.statusText}`.trim();
  const reason = explanation === undefined ? '' : `. ${explanation}`;
  const message = `${operation}: ${status}${reason} (${method} ${url})`;
  return new ApiProblem({ operation, message: redact(message), response, ...outcome });
}

/** One line: what it is, and every fault with its place; the detail where no single faults are told. */
function explain({ title, detail, errors = [] }: Problem): string {
  const faults = errors.map((fault) => {
    const place = fault.pointer ?? fault.parameter ?? fault.header;
    return place === undefined || place === '' ? fault.detail : `${place}: ${fault.detail}`;
  });
  const reason = faults.length === 0 ? detail : faults.join('; ');
  return [title, reason]
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/[.]$/, ''))
    .join('. ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
