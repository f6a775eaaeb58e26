import { changeReply, isLaterPage } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import { type OperationId, operationIds, type Reply } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

function answerType(operations: readonly OperationId[], type: string): Deviation {
  return changeReply(operations, (reply) => withType(reply, type));
}

const withType = (reply: Reply, type: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-type': type },
});

const withoutType: Deviation = changeReply(operationIds, (reply) => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.headers)) {
    if (name !== 'content-type') headers[name] = value;
  }
  return { ...reply, headers };
});

export const mediaTypes: readonly Entry[] = [
  {
    id: 'media-type/text-html',
    title: 'Every response is JSON labelled text/html.',
    deviate: answerType(operationIds, 'text/html; charset=utf-8'),
  },
  {
    id: 'media-type/text-plain',
    title: 'Every response is JSON labelled text/plain.',
    deviate: answerType(operationIds, 'text/plain'),
  },
  {
    id: 'media-type/octet-stream',
    title: 'Every response is JSON labelled application/octet-stream.',
    deviate: answerType(operationIds, 'application/octet-stream'),
  },
  { id: 'media-type/missing', title: 'No response has a Content-Type.', deviate: withoutType },
  {
    id: 'media-type/problem-on-success',
    title: 'Successful responses are labelled application/problem+json.',
    deviate: answerType(operationIds, 'application/problem+json'),
  },
  {
    id: 'media-type/json-seq',
    title: 'The list is labelled application/x-ndjson.',
    deviate: answerType(['listSites'], 'application/x-ndjson'),
  },
  ...operationIds.map((operationId) => ({
    id: `media-type/text-plain-${operationId}`,
    title: `Only ${operationId} labels its response text/plain.`,
    deviate: answerType([operationId], 'text/plain'),
  })),
  {
    id: 'media-type/text-html-later-page',
    title: 'The pages of a list after the first are labelled text/html.',
    deviate: changeReply(['listSites'], (reply, exchange) =>
      isLaterPage(exchange) ? withType(reply, 'text/html') : reply,
    ),
  },
];
