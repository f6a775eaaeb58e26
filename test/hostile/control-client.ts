import { Agent, request } from 'node:http';
import { adminToken, type MockProgram } from './start-program.ts';

/** A response, whatever its status. */
export interface Answer {
  status: number;
  text: string;
}

export type Send = (
  method: string,
  target: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Sends requests to a mock over separate connections. Rejects only if there is no complete response. */
export function createClient(
  { port }: Pick<MockProgram, 'port'>,
  connections = 1,
): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send: Send = (method, target, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const token = target.startsWith('/__mock') ? adminToken : 'site-contract-key';
      const sent = request({ host: '127.0.0.1', port, agent, method, path: target });
      sent.setHeader('Authorization', `Bearer ${token}`);
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
      if (text !== undefined) {
        sent.setHeader('Content-Type', 'application/json');
        sent.setHeader('Content-Length', Buffer.byteLength(text));
      }
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('close', () => {
          if (!response.complete) reject(new Error('the response was cut off'));
        });
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          resolve({ status, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}
