import type { RequestEntry } from './schemas.ts';

/** What an answer says of why it refused. */
export interface AnsweredProblem {
  title: string;
  detail: string;
}

/** An entry never changes, so its answer is read once. */
const known = new WeakMap<RequestEntry, AnsweredProblem>();

/** Reads the problem details of an answer; empty texts where it has none. */
export function readProblem(entry: RequestEntry): AnsweredProblem {
  const problem = known.get(entry) ?? parseProblem(entry.response.body?.text ?? '');
  known.set(entry, problem);
  return problem;
}

function parseProblem(text: string): AnsweredProblem {
  try {
    const { title, detail } = JSON.parse(text) ?? {};
    return { title: toText(title), detail: toText(detail) };
  } catch {
    return { title: '', detail: '' };
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
