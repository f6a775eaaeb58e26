import type { MockReply } from '../mock-request.ts';
import { countBytes } from './count-bytes.ts';

/** A reply with another status and body. The headers that go with neither stay, such as those for pages of other origins. */
export function replaceBody(
  reply: MockReply,
  status: number,
  mediaType: string,
  text: string,
): MockReply {
  const headers = ['Content-Type', mediaType, 'Content-Length', String(countBytes(text))];
  for (let at = 0; at + 1 < reply.headers.length; at += 2) {
    const name = reply.headers[at] ?? '';
    if (!/^(?:content-type|content-length|www-authenticate)$/i.test(name))
      headers.push(name, reply.headers[at + 1] ?? '');
  }
  // A reply to HEAD has no body, whatever its length (RFC 9110, section 9.3.2).
  const body = reply.body === undefined ? undefined : text;
  return { ...reply, status, headers, body };
}

/** A reply with one more header, which a page of another origin may read as well. */
export function addHeader(reply: MockReply, name: string, value: string): MockReply {
  const headers = [...reply.headers];
  const exposed = headers.indexOf('Access-Control-Expose-Headers') + 1;
  if (exposed > 0) headers[exposed] = `${headers[exposed]}, ${name}`;
  headers.push(name, value);
  return { ...reply, headers };
}
