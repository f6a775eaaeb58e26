import type { Fault, OperationId } from '../contract/index.ts';
import { ContractBreach } from './http/contract-breach.ts';

interface ErrorExplanation {
  /** For the client, who has no use for the mock's insides. */
  detail: string;
  /** For the log. */
  line: string;
  faults: readonly Fault[];
}

/** Says what went wrong in the mock itself, in one line. */
export function explainError(error: unknown, operation: OperationId | undefined): ErrorExplanation {
  const where = operation === undefined ? '' : `${operation}: `;
  if (error instanceof ContractBreach) {
    const line = `${where}${error.message}`;
    const detail = `This is a bug of the mock and not of the request. ${line}.`;
    return { detail, line, faults: error.faults };
  }
  return {
    detail: `${where}a bug of the mock and not of the request. Its log has the error.`,
    line: `${where}${describe(error)}`,
    faults: [],
  };
}

/** The message and where it was thrown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return [`${error.name}: ${error.message}`, place].join(' ').replaceAll(/\s+/g, ' ').trim();
}
