import type { ServerResponse } from 'node:http';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  501: 'Not Implemented',
  502: 'Bad Gateway',
};

function toProblem(status: number, detail: string): string {
  return `${JSON.stringify({ type: 'about:blank', title: titles[status] ?? 'Error', status, detail })}\n`;
}

/** Responds with a problem of the proxy itself (RFC 9457). */
export function writeProblem(response: ServerResponse, status: number, detail: string): void {
  const body = toProblem(status, detail);
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** The same for a connection that no response belongs to. */
export function toRawProblem(status: number, detail: string): string {
  const body = toProblem(status, detail);
  return `HTTP/1.1 ${status} ${titles[status] ?? 'Error'}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
