import { request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with headers that `fetch` would not send, and a target that it would normalise. */
export function sendRaw(
  port: number,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path: target, headers }, (message) => {
      let text = '';
      message.setEncoding('utf8');
      message.on('data', (chunk: string) => {
        text += chunk;
      });
      message.once('end', () =>
        resolve({ status: message.statusCode ?? 0, headers: message.headers, text }),
      );
      message.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
