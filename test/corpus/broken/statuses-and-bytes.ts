import { answerStatus, changeReply, isLaterPage } from '../deviations/replies.ts';
import { type Entry, entries, entry } from '../entry.ts';
import { type OperationId, operationIds, type Reply } from '../service/exchange.ts';
import { endpoints } from '../service/operations.ts';
import { around, type Deviation } from '../service/service.ts';

const emptied: Deviation = changeReply(['updateSite'], (reply) => ({
  ...reply,
  status: 204,
  bytes: Buffer.alloc(0),
}));

/** The other one of the two usual statuses of success. */
function swapStatus(id: OperationId): readonly [OperationId, number] {
  return [id, endpoints[id].status === 200 ? 201 : 200];
}

/** Statuses of success that the interface does not document for an operation. */
const wrong: readonly (readonly [OperationId, number])[] = [
  ['createSite', 202],
  // The interface leaves open which status an updated site gets.
  ...operationIds.filter((id) => id !== 'updateSite').map(swapStatus),
];

export const wrongStatuses: readonly Entry[] = wrong.map(([operationId, status]) =>
  entry(
    `status/${operationId}-${status}`,
    `A successful ${operationId} gets status ${status}.`,
    answerStatus(operationId, status),
  ),
);

export const statuses: readonly Entry[] = entries({
  'status/list-200-later-page: Listing sites returns 200 on every page but the first.':
    answerStatus('listSites', 200, isLaterPage),
  'status/update-site-204: Updating a site returns 204 without a body.': emptied,
  'status/update-site-304-unchanged: An update that changes nothing returns 304 without a body.':
    changeReply(['updateSite'], (reply, { input }) =>
      input.name === undefined && input.hostUrl === undefined
        ? { ...reply, status: 304, bytes: Buffer.alloc(0) }
        : reply,
    ),
  'status/create-route-200-with-variants: Creating a route returns 200 when localized variants are given.':
    answerStatus('createRoute', 200, ({ input }) => (input.localizedVariants?.length ?? 0) > 0),
  'status/update-route-204: Updating a route returns 204 without a body.': changeReply(
    ['updateRoute'],
    (reply) => ({
      ...reply,
      status: 204,
      bytes: Buffer.alloc(0),
    }),
  ),
  'status/list-redirects: A list is redirected to the same path with a trailing slash.': around(
    'respond',
    (respond) => async (request) => {
      const { method, path, query } = request;
      if (method !== 'GET') return respond(request);
      if (path.endsWith('/')) return respond({ ...request, path: path.slice(0, -1) });
      const location = `${path}/${query.size > 0 ? `?${query}` : ''}`;
      return { status: 307, headers: { location }, bytes: Buffer.alloc(0) };
    },
  ),
});

function answerType(operations: readonly OperationId[], type: string): Deviation {
  return changeReply(operations, (reply) => withType(reply, type));
}

const withType = (reply: Reply, type: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-type': type },
});

export const mediaTypes: readonly Entry[] = [
  ...entries({
    'media-type/text-html: Every response is JSON labelled text/html.': answerType(
      operationIds,
      'text/html; charset=utf-8',
    ),
    'media-type/json-seq: The list is labelled application/x-ndjson.': answerType(
      ['listSites'],
      'application/x-ndjson',
    ),
  }),
  ...operationIds.map((operationId) =>
    entry(
      `media-type/text-plain-${operationId}`,
      `Only ${operationId} labels its response text/plain.`,
      answerType([operationId], 'text/plain'),
    ),
  ),
];

function changeBytes(
  operations: readonly OperationId[],
  change: (bytes: Buffer) => Buffer,
): Deviation {
  return changeReply(operations, (reply) => ({ ...reply, bytes: change(reply.bytes) }));
}

const changeJson = (operations: readonly OperationId[], change: (json: string) => string) =>
  changeBytes(operations, (bytes) => Buffer.from(change(bytes.toString())));

/** Announces all bytes, sends fewer, and disconnects. */
const cutConnection: Deviation = around('send', (send) => (request, reply, response) => {
  if (request.method !== 'GET' || reply.status >= 400) return send(request, reply, response);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.bytes.length });
  response.write(reply.bytes.subarray(0, reply.bytes.length >> 1), () => response.destroy());
});

export const bytes: readonly Entry[] = [
  ...entries({
    'bytes/byte-order-mark: Every response starts with a byte order mark.': changeJson(
      operationIds,
      (json) => `\ufeff${json}`,
    ),
    'bytes/utf-16: Every response is encoded in UTF-16.': changeBytes(operationIds, (bytes) =>
      Buffer.from(bytes.toString(), 'utf16le'),
    ),
    'bytes/mojibake: Responses are encoded in UTF-8 twice.': changeBytes(operationIds, (bytes) =>
      Buffer.from(bytes.toString('latin1')),
    ),
    'bytes/connection-cut: The connection breaks in the middle of a list.': cutConnection,
  }),
  ...operationIds.map((operationId) =>
    entry(
      `bytes/empty-${operationId}`,
      `A successful ${operationId} returns an empty body.`,
      changeBytes([operationId], () => Buffer.alloc(0)),
    ),
  ),
  ...entries({
    'bytes/encoded-twice-update-route: Updating a route returns a JSON string that holds the JSON.':
      changeJson(['updateRoute'], (json) => JSON.stringify(json)),
    'bytes/single-quotes: Creating a webhook returns JSON with single quotes.': changeJson(
      ['createWebhook'],
      (json) => json.replaceAll('"', "'"),
    ),
    'bytes/wrapped-in-data: Single resources are wrapped in an object named data.': changeJson(
      operationIds.filter((operationId) => operationId !== 'listSites'),
      (json) => `{"data":${json}}`,
    ),
    'bytes/truncated-later-page: The pages of a list after the first lack the last brace.':
      changeReply(['listSites'], (reply, exchange) =>
        isLaterPage(exchange) ? { ...reply, bytes: reply.bytes.subarray(0, -1) } : reply,
      ),
  }),
];
