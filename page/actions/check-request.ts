import { parseProblem } from '../journal.ts';
import type { Store, Verdict } from '../model.ts';
import type { FinishedRequest } from '../request.ts';
import { sendRequest } from './send-request.ts';

export type Checker = ReturnType<typeof createChecker>;

/** How long to wait after a keystroke before a request is checked, in milliseconds. */
const pause = 120;

/** Asks the mock how it would refuse the request that is being written. */
export function createChecker(store: Store) {
  /** A newer check replaces an older one. */
  let lastCheck: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(lastCheck);
    lastCheck = undefined;
  }

  /** Checks a request once nothing more is typed. */
  function checkSoon(request: FinishedRequest, take: (verdict: Verdict) => void): void {
    stop();
    const check = setTimeout(async () => {
      const verdict = await readVerdict(request);
      if (check === lastCheck && verdict.status > 0) take(verdict);
    }, pause);
    lastCheck = check;
  }

  async function readVerdict(request: FinishedRequest): Promise<Verdict> {
    const headers = [...request.headers, { name: 'X-Mock-Check', value: 'true' }];
    const after = store.model.requests.at(-1)?.id ?? 0;
    const { signal } = new AbortController();
    const { status, body } = await sendRequest({ ...request, headers }, after, signal);
    return { status, ...parseProblem(body) };
  }

  return { checkSoon, stop };
}
