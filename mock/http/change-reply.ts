import type { WireReply } from '../mock-request.ts';
import { toWireText } from './wire-text.ts';

/** A reply with another status and body. The headers that go with neither stay, such as those for pages of other origins. */
export function replaceBody(
  reply: WireReply,
  status: number,
  mediaType: string,
  text: string,
): WireReply {
  const whole = toWireText(text);
  const headers = ['Content-Type', mediaType, 'Content-Length', String(whole.length)];
  for (let at = 0; at + 1 < reply.headers.length; at += 2) {
    const name = reply.headers[at] ?? '';
    if (!/^(?:content-type|content-length|www-authenticate)$/i.test(name))
      headers.push(name, reply.headers[at + 1] ?? '');
  }
  // A reply to HEAD has no body, whatever its length (RFC 9110, section 9.3.2).
  const wireText = reply.wireText === undefined ? undefined : whole;
  return { ...reply, status, headers, wireText, rewrite: undefined };
}

/** A reply with one more header, which a page of another origin may read as well. */
export function addHeader(reply: WireReply, name: string, value: string): WireReply {
  const headers = [...reply.headers];
  const exposed = headers.indexOf('Access-Control-Expose-Headers') + 1;
  if (exposed > 0) headers[exposed] = `${headers[exposed]}, ${name}`;
  headers.push(name, value);
  return { ...reply, headers };
}
