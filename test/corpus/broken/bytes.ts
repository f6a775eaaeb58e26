import { changeReply, isLaterPage } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import { type OperationId, operationIds } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

function changeBytes(
  operations: readonly OperationId[],
  change: (bytes: Buffer) => Buffer,
): Deviation {
  return changeReply(operations, (reply) => ({ ...reply, bytes: change(reply.bytes) }));
}

const changeJson = (operations: readonly OperationId[], change: (json: string) => string) =>
  changeBytes(operations, (bytes) => Buffer.from(change(bytes.toString())));

/** Announces all bytes, sends fewer, and disconnects. */
const cutConnection: Deviation = (service) => {
  const { send } = service;
  service.send = (request, reply, response) => {
    if (request.method !== 'GET' || reply.status >= 400) return send(request, reply, response);
    response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.bytes.length });
    response.write(reply.bytes.subarray(0, reply.bytes.length >> 1), () => response.destroy());
  };
};

export const bytes: readonly Entry[] = [
  {
    id: 'bytes/byte-order-mark',
    title: 'Every response starts with a byte order mark.',
    deviate: changeJson(operationIds, (json) => `\ufeff${json}`),
  },
  {
    id: 'bytes/utf-16',
    title: 'Every response is encoded in UTF-16.',
    deviate: changeBytes(operationIds, (bytes) => Buffer.from(bytes.toString(), 'utf16le')),
  },
  {
    id: 'bytes/mojibake',
    title: 'Responses are encoded in UTF-8 twice.',
    deviate: changeBytes(operationIds, (bytes) => Buffer.from(bytes.toString('latin1'))),
  },
  {
    id: 'bytes/connection-cut',
    title: 'The connection breaks in the middle of a list.',
    deviate: cutConnection,
  },
  ...operationIds.map((operationId) => ({
    id: `bytes/empty-${operationId}`,
    title: `A successful ${operationId} returns an empty body.`,
    deviate: changeBytes([operationId], () => Buffer.alloc(0)),
  })),
  {
    id: 'bytes/encoded-twice-update-route',
    title: 'Updating a route returns a JSON string that holds the JSON.',
    deviate: changeJson(['updateRoute'], (json) => JSON.stringify(json)),
  },
  {
    id: 'bytes/single-quotes',
    title: 'Creating a webhook returns JSON with single quotes.',
    deviate: changeJson(['createWebhook'], (json) => json.replaceAll('"', "'")),
  },
  {
    id: 'bytes/wrapped-in-data',
    title: 'Single resources are wrapped in an object named data.',
    deviate: changeJson(
      operationIds.filter((operationId) => operationId !== 'listSites'),
      (json) => `{"data":${json}}`,
    ),
  },
  {
    id: 'bytes/truncated-later-page',
    title: 'The pages of a list after the first lack the last brace.',
    deviate: changeReply(['listSites'], (reply, exchange) =>
      isLaterPage(exchange) ? { ...reply, bytes: reply.bytes.subarray(0, -1) } : reply,
    ),
  },
];
