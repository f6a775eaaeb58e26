import {
  type Contract,
  type Fault,
  type Match,
  mostFaults,
  type Problem,
  type ProblemType,
} from '../../contract/index.ts';
import type { MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';

export interface RefusalBody {
  /** Undefined if there is no body. */
  mediaType: string | undefined;
  text: string;
}

type Write = (refusal: Refusal, problem: ProblemType, status: number) => RefusalBody;

/** Creates the function that writes a refusal in the format of the assumption `error-format`. */
export function createRefusalWriter({ assumptions, validators }: Contract): Write {
  const format = assumptions['error-format'];
  switch (format) {
    case 'problem-details':
      return (refusal, problem, status) => {
        const details = toProblemDetails(refusal, problem, status);
        const faults = validators.schema('Problem', details);
        if (faults.length > 0) throw new ContractBreach(`the problem ${problem.id}`, faults);
        return { mediaType: 'application/problem+json', text: JSON.stringify(details) };
      };
    case 'json':
      return ({ detail }, { id }) => ({
        mediaType: 'application/json',
        text: JSON.stringify({ error: { code: id, message: detail } }),
      });
    case 'text':
      return ({ detail }, { title }) => ({
        mediaType: 'text/plain; charset=utf-8',
        text: `${title}. ${detail}\n`,
      });
    case 'empty':
      return () => ({ mediaType: undefined, text: '' });
  }
}

/** Problem details as defined in RFC 9457. */
function toProblemDetails(
  { detail, faults }: Refusal,
  { type, title }: ProblemType,
  status: number,
): Problem {
  const problem: Problem = { type, title, status, detail };
  if (faults.length > 0) problem.errors = faults.slice(0, mostFaults);
  return problem;
}

/** Creates the refusal of a request that no operation matches, with the closest match. */
export function refuseUnmatched(
  { method, path }: MockRequest,
  match: Exclude<Match, { kind: 'operation' }>,
): Refusal {
  if (match.kind === 'method-not-allowed') {
    const allow = match.allow.join(', ');
    const detail = `${method} is not allowed on ${match.path}. Use one of ${allow}.`;
    return new Refusal('method-not-allowed', detail, { headers: ['Allow', allow] });
  }
  const advice =
    match.suggestion === undefined
      ? `The closest match is ${match.nearest}.`
      : `Did you mean ${match.suggestion}?`;
  const detail = `No operation has the path ${shorten(path)}. ${advice}`;
  return new Refusal('unknown-path', detail);
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Number of faults in the detail; `errors` lists them all. */
const mostTold = 3;

export function refuseInvalidParameters(faults: readonly Fault[]): Refusal {
  const detail = tell(
    faults,
    ({ parameter, detail: fault }) => `The parameter ${parameter} ${fault}`,
  );
  return new Refusal('invalid-parameter', detail, { faults });
}

export function refuseInvalidBody(faults: readonly Fault[]): Refusal {
  const detail = tell(faults, ({ pointer, detail: fault }) => `${pointer || 'The body'} ${fault}`);
  return new Refusal('invalid-body', detail, { faults });
}

function tell(faults: readonly Fault[], toClause: (fault: Fault) => string): string {
  const told = faults.slice(0, mostTold).map(toClause).join('; ');
  const rest = faults.length - mostTold;
  // The search for faults stops at the limit.
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  return rest > 0 ? `${told}; and ${atLeast}${rest} more.` : `${told}.`;
}

/** A reply of the mock that violates its own contract: a bug, never the client's mistake. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly faults: readonly Fault[];

  /** @param what the text before the faults, for example `the reply of createSite` */
  constructor(what: string, faults: readonly Fault[]) {
    const list = faults.map(({ pointer = '', detail }) => `${pointer || 'the body'} ${detail}`);
    super(`${what} breaks the contract: ${list.join('; ')}`);
    this.faults = faults;
  }
}

interface ErrorExplanation {
  /** For the client, without internals of the mock. */
  detail: string;
  /** For the log. */
  line: string;
  faults: readonly Fault[];
}

/** Explains an error in the mock itself in one line. */
export function explainError(error: unknown, operation: string | undefined): ErrorExplanation {
  const where = operation === undefined ? '' : `${operation}: `;
  if (error instanceof ContractBreach) {
    const line = `${where}${error.message}`;
    const detail = `This is a bug in the mock, not in the request. ${line}.`;
    return { detail, line, faults: error.faults };
  }
  return {
    detail: `${where}a bug in the mock, not in the request. The log has the details.`,
    line: `${where}${describe(error)}`,
    faults: [],
  };
}

/** Returns the message, and where the error was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return [`${error.name}: ${error.message}`, place].join(' ').replaceAll(/\s+/g, ' ').trim();
}
