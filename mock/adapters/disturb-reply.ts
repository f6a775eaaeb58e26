import type { ServerResponse } from 'node:http';
import type { MockReply } from '../mock-request.ts';

/**
 * Sends a reply later, breaks it off, resets the connection or says nothing, as the reply asks for.
 * @param write sends the whole reply
 * @param hanging the responses that will never come, for the server to end when it closes
 */
export function disturbReply(
  response: ServerResponse,
  reply: MockReply,
  hanging: Set<ServerResponse>,
  write: () => void,
): void {
  const { delayMs = 0 } = reply;
  if (delayMs <= 0) {
    send();
    return;
  }
  const timer = setTimeout(send, delayMs);
  response.once('close', () => clearTimeout(timer));

  function send(): void {
    switch (reply.injected?.disruption) {
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'truncate':
        truncate(response, reply, write);
        return;
      case 'hang':
        hanging.add(response);
        response.once('close', () => hanging.delete(response));
        return;
      default:
        write();
    }
  }
}

/** Sends the head and half of the body, and closes the connection. */
function truncate(
  response: ServerResponse,
  { status, headers, body }: MockReply,
  write: () => void,
): void {
  const bytes = Buffer.from(body ?? '');
  if (bytes.length === 0) {
    write();
    return;
  }
  response.sendDate = false;
  response.writeHead(status, headers);
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
