import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../support/listen.ts';
import { crash, createService } from './create-service.ts';
import type { ServiceRequest } from './exchange.ts';
import type { Deviation, Service, ServiceOptions } from './service.ts';

export interface RunningService {
  readonly url: string;
  close(): Promise<void>;
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function toServiceRequest(service: Service, incoming: IncomingMessage) {
  const [path = '', ...search] = (incoming.url ?? '').split('?');
  const request: ServiceRequest = {
    method: incoming.method ?? '',
    path: path.startsWith(service.basePath) ? path.slice(service.basePath.length) : '',
    query: new URLSearchParams(search.join('?')),
    headers: incoming.headers,
    bytes: await readBytes(incoming),
    connection: incoming.socket,
  };
  return request;
}

/** Starts the service on a free port, with the deviations applied in order. */
export async function startService(
  options: ServiceOptions,
  deviations: readonly Deviation[] = [],
): Promise<RunningService> {
  const service = createService(options);
  for (const deviate of deviations) deviate(service);
  const server = createServer(async (incoming, response) => {
    try {
      const request = await toServiceRequest(service, incoming);
      const reply = await service.respond(request).catch(crash);
      service.send(request, reply, response);
    } catch {
      response.destroy();
    }
  });
  server.keepAliveTimeout = service.keepAliveTimeout;
  const { port, close } = await listen(server);
  const stops = service.background.map((start) => start());
  return {
    url: `http://127.0.0.1:${port}${service.basePath}`,
    close: () => {
      for (const stop of stops) stop();
      return close();
    },
  };
}
