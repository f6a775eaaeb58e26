import type { RequestHandler } from './handle-request.ts';
import { refuseTooLarge } from './http/body-size.ts';
import type { MockReply, MockRequest, RequestHead } from './mock-request.ts';
import type { Answer } from './store/answer.ts';

/** Answers a request whose body is already there. */
export function handleWhole(
  handler: RequestHandler,
  request: MockRequest,
  bodyLimit: number,
): Answer<MockReply> {
  const { method, path, query, body } = request;
  const size = body?.length ?? 0;
  const header = (name: string) => request.header(name);
  const head: RequestHead = { method, path, query, header, hasBody: size > 0 };
  const opened = handler.open(head);
  if ('status' in opened) return opened;
  const { id, takesBody } = opened.operation;
  if (!takesBody) return handler.answer(opened, undefined);
  return size > bodyLimit
    ? handler.refuse(head, id, refuseTooLarge(bodyLimit))
    : handler.answer(opened, body);
}
