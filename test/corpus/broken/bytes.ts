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

/** Encodes each UTF-16 unit of an astral character separately, like faulty converters. */
function toCesu8(text: string): Buffer {
  return Buffer.concat(
    text.split('').map((unit) => {
      const code = unit.charCodeAt(0);
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(unit);
      return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
    }),
  );
}

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
    id: 'bytes/latin-1',
    title: 'Responses are encoded in Latin-1, so that text outside ASCII is not UTF-8.',
    deviate: changeBytes(operationIds, (bytes) => Buffer.from(bytes.toString(), 'latin1')),
  },
  {
    id: 'bytes/latin-1-list',
    title: 'Only the list is encoded in Latin-1.',
    deviate: changeBytes(['listSites'], (bytes) => Buffer.from(bytes.toString(), 'latin1')),
  },
  {
    id: 'bytes/mojibake',
    title: 'Responses are encoded in UTF-8 twice.',
    deviate: changeBytes(operationIds, (bytes) => Buffer.from(bytes.toString('latin1'))),
  },
  {
    id: 'bytes/cesu-8',
    title: 'Characters beyond the basic plane are sent as two encoded surrogates.',
    deviate: changeBytes(operationIds, (bytes) => toCesu8(bytes.toString())),
  },
  {
    id: 'bytes/truncated-json',
    title: 'Every response lacks the last brace.',
    deviate: changeJson(operationIds, (json) => json.slice(0, -1)),
  },
  {
    id: 'bytes/truncated-long-list',
    title: 'Lists of more than 1000 bytes are cut there.',
    deviate: changeJson(['listSites'], (json) => json.slice(0, 1000)),
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
    id: 'bytes/encoded-twice',
    title: 'Responses are a JSON string that holds the JSON.',
    deviate: changeJson(operationIds, (json) => JSON.stringify(json)),
  },
  {
    id: 'bytes/encoded-twice-update-route',
    title: 'Updating a route returns a JSON string that holds the JSON.',
    deviate: changeJson(['updateRoute'], (json) => JSON.stringify(json)),
  },
  {
    id: 'bytes/trailing-garbage',
    title: 'A debug line follows the JSON of every response.',
    deviate: changeJson(operationIds, (json) => `${json}\n<!-- rendered in 3 ms -->`),
  },
  {
    id: 'bytes/leading-warning',
    title: 'A warning precedes the JSON of a list.',
    deviate: changeJson(['listSites'], (json) => `Notice: undefined index\n${json}`),
  },
  {
    id: 'bytes/xssi-prefix',
    title: 'Responses carry a prefix against script inclusion.',
    deviate: changeJson(operationIds, (json) => `)]}',\n${json}`),
  },
  {
    id: 'bytes/json-callback',
    title: 'The list is wrapped in a call, as JSONP.',
    deviate: changeJson(['listSites'], (json) => `callback(${json})`),
  },
  {
    id: 'bytes/trailing-comma',
    title: 'The list ends with a comma that JSON does not allow.',
    deviate: changeJson(['listSites'], (json) => `${json.slice(0, -1)},}`),
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
    id: 'bytes/wrapped-in-data-duplicate',
    title: 'Only a duplicated site is wrapped in an object.',
    deviate: changeJson(['duplicateSite'], (json) => `{"site":${json}}`),
  },
  {
    id: 'bytes/wrapped-in-array',
    title: 'A created site is returned as the only item of an array.',
    deviate: changeJson(['createSite'], (json) => `[${json}]`),
  },
  {
    id: 'bytes/page-wrapped-again',
    title: 'A page is wrapped in another object named data.',
    deviate: changeJson(['listSites'], (json) => `{"data":${json}}`),
  },
  {
    id: 'bytes/bare-array',
    title: 'The list is a bare array without hasMore.',
    deviate: changeJson(['listSites'], (json) =>
      json.slice('{"data":'.length, json.lastIndexOf(',"hasMore"')),
    ),
  },
  {
    id: 'bytes/null-literal',
    title: 'Updating a site returns null.',
    deviate: changeJson(['updateSite'], () => 'null'),
  },
  {
    id: 'bytes/ok-text',
    title: 'Creating a webhook returns the text OK instead of the webhook.',
    deviate: changeJson(['createWebhook'], () => '"OK"'),
  },
  {
    id: 'bytes/unescaped-quotes',
    title: 'Quotes inside names are not escaped in returns.',
    deviate: changeJson(operationIds, (json) => json.replaceAll('\\"', '"')),
  },
  {
    id: 'bytes/truncated-later-page',
    title: 'The pages of a list after the first lack the last brace.',
    deviate: changeReply(['listSites'], (reply, exchange) =>
      isLaterPage(exchange) ? { ...reply, bytes: reply.bytes.subarray(0, -1) } : reply,
    ),
  },
  {
    id: 'bytes/gzip-undeclared',
    title: 'Lists are declared as gzipped, but are not.',
    deviate: changeReply(['listSites'], (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-encoding': 'gzip' },
    })),
  },
  {
    id: 'bytes/short-content-length',
    title: 'The announced length counts characters instead of bytes.',
    deviate: (service) => {
      const { send } = service;
      service.send = (request, reply, response) => {
        const { length } = reply.bytes.toString();
        send(request, { ...reply, bytes: reply.bytes.subarray(0, length) }, response);
      };
    },
  },
];
