import { UsageError } from '../usage-error.ts';

interface ControlTarget {
  /** The base URL of the mock. */
  url: string;
  token: string;
  /** Default: the default session. */
  session: string | undefined;
}

/** Calls an operation of the control surface, by its path under `/__mock`. */
export type Send = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Body>;

/** @throws UsageError when nobody answers, or with what the control surface has to say */
export function createControlClient({ url, token, session }: ControlTarget): Send {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`--url takes an http or https address, not "${url}"`);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('--admin-token takes ASCII characters without blanks');
  const base = `${new URL(url).origin}/__mock`;
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(session === undefined ? {} : { 'x-mock-session': session }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
    }).catch(() => {
      throw new UsageError(`${base} does not answer; start one with: site-contract mock`);
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    throw new UsageError(`${method} ${base}${path} answered ${response.status}${toDetail(answer)}`);
  };
}

function toDetail(problem: unknown): string {
  const isProblem = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return isProblem ? `: ${String(problem.detail)}` : ', which is no control surface of a mock';
}
