import { type Contract, mostFaults, type Problem, type ProblemType } from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import { ContractBreach } from './contract-breach.ts';

export interface RefusalBody {
  /** Undefined when there is no body. */
  mediaType: string | undefined;
  text: string;
}

type Write = (refusal: Refusal, problem: ProblemType, status: number) => RefusalBody;

/** Makes the function that writes a refusal in the form that the contract's assumption `error-format` says. */
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

/** Problem details as RFC 9457 has them. */
function toProblemDetails(
  { detail, faults }: Refusal,
  { type, title }: ProblemType,
  status: number,
): Problem {
  const problem: Problem = { type, title, status, detail };
  if (faults.length > 0) problem.errors = faults.slice(0, mostFaults);
  return problem;
}
