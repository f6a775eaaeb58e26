import type { RequestHandler } from '../handle-request.ts';
import type { MockReply, RequestHead } from '../mock-request.ts';
import { isDisturbed } from '../reply/is-disturbed.ts';
import { refuseTooLarge } from '../request/body-size.ts';
import { disturbResponse } from './disturb-response.ts';

/** Makes the function that answers requests of the Fetch API: service workers, Mock Service Worker, Bun, Deno, tests. */
export function createFetch(
  handler: RequestHandler,
  bodyLimit: number,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const head = toHead(request);
    const reply = await answer(handler, request, head, bodyLimit);
    return isDisturbed(reply)
      ? disturbResponse(reply, request.signal, toResponse)
      : toResponse(reply);
  };
}

async function answer(
  handler: RequestHandler,
  request: Request,
  head: RequestHead,
  bodyLimit: number,
): Promise<MockReply> {
  const opened = handler.open(head);
  if ('status' in opened) return opened;
  const { id, takesBody } = opened.operation;
  if (!takesBody) return handler.answer(opened, undefined);
  const body = await readBody(request, bodyLimit);
  return body === undefined
    ? handler.refuse(head, id, refuseTooLarge(bodyLimit))
    : handler.answer(opened, body);
}

function toHead({ method, url, headers, body }: Request): RequestHead {
  const { pathname, search } = new URL(url);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    listHeaders: () => [...headers].flat(),
    // Where `body` is not implemented (Firefox), the media type tells.
    hasBody: body === undefined ? headers.has('content-type') : body !== null,
  };
}

/** The whole body, or undefined as soon as it passes the limit. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.body === undefined) {
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.length > limit ? undefined : whole;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > limit) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  return join(chunks, size);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  if (chunks.length < 2) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toResponse({ status, headers, body }: MockReply): Response {
  const list = new Headers();
  for (let at = 0; at + 1 < headers.length; at += 2) {
    list.append(headers[at] ?? '', headers[at + 1] ?? '');
  }
  return new Response(body ?? null, { status, headers: list });
}
