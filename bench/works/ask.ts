import { toHeaders } from './request-headers.ts';
import type { WorkRequest } from './work.ts';

export interface AskedReply {
  status: number;
  mediaType: string;
  body: string;
}

/** Sends one request of a work. */
export async function ask(baseUrl: string, request: WorkRequest): Promise<AskedReply> {
  const { method, path, body } = request;
  const reply = await fetch(baseUrl + path, {
    method,
    headers: toHeaders(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const mediaType = reply.headers.get('content-type') ?? '';
  return { status: reply.status, mediaType, body: await reply.text() };
}
