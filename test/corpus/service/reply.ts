import type { ServerResponse } from 'node:http';
import type { Body, Exchange, Reply, ServiceRequest } from './exchange.ts';
import { endpoints } from './operations.ts';
import type { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

const json = { 'content-type': 'application/json' } as const;

export function serialise(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body) ?? '');
}

export function toReply(service: Service, exchange: Exchange, body: Body): Reply {
  const { operationId } = exchange;
  const status = operationId === 'unmatched' ? 404 : service.statuses[operationId];
  if (operationId !== 'unmatched' && endpoints[operationId].status === 204)
    return { status, headers: {}, bytes: Buffer.alloc(0) };
  return { status, headers: json, bytes: service.serialise(body, exchange) };
}

export function refuse(_exchange: Exchange, refusal: Refusal): Reply {
  const error = { code: refusal.reason, message: refusal.message };
  const headers = { ...json, ...refusal.headers };
  return { status: refusal.status, headers, bytes: serialise({ error }) };
}

export function crash(): Reply {
  const error = { code: 'internal', message: 'internal server error' };
  return { status: 500, headers: json, bytes: serialise({ error }) };
}

export function send(_request: ServiceRequest, reply: Reply, response: ServerResponse): void {
  const length = { 'content-length': String(reply.bytes.length) };
  response.writeHead(
    reply.status,
    reply.status === 204 ? reply.headers : { ...length, ...reply.headers },
  );
  response.end(reply.bytes);
}
