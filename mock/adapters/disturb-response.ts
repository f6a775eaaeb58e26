import type { MockReply } from '../mock-request.ts';

/**
 * Answers a request of the Fetch API later, with a body that breaks off, with a network error or not at all, as the
 * reply asks for. It rejects as `fetch` itself does.
 */
export async function disturbResponse(
  reply: MockReply,
  signal: AbortSignal,
  toResponse: (reply: MockReply) => Response,
): Promise<Response> {
  const { delayMs = 0, injected } = reply;
  if (delayMs > 0) await pause(delayMs, signal);
  switch (injected?.disruption) {
    case 'reset':
      throw new TypeError('fetch failed', { cause: new Error(`reset by ${injected.id}`) });
    case 'hang':
      return pause(undefined, signal);
    case 'truncate':
      return truncate(toResponse(reply), new TextEncoder().encode(reply.body));
    default:
      return toResponse(reply);
  }
}

/** Waits for a time, or for ever, unless the request is aborted. */
function pause(delayMs: undefined, signal: AbortSignal): Promise<never>;
function pause(delayMs: number, signal: AbortSignal): Promise<void>;
function pause(delayMs: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const end = (): void => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = delayMs === undefined ? undefined : setTimeout(end, delayMs);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function truncate(whole: Response, bytes: Uint8Array): Response {
  if (bytes.length === 0) return whole;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      isSent = true;
    },
  });
  const { status, headers } = whole;
  return new Response(body, { status, headers });
}
