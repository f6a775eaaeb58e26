import { changeReply } from '../deviations/replies.ts';
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

export const mediaTypes: readonly Entry[] = [
  {
    id: 'media-type/text-html',
    title: 'Every response is JSON labelled text/html.',
    deviate: answerType(operationIds, 'text/html; charset=utf-8'),
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
];
