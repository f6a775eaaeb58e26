import { crashInsteadOf, isFor, reasons } from '../deviations/crashing.ts';
import type { Entry } from '../entry.ts';
import { operationIds } from '../service/exchange.ts';

const writes = [
  'createSite',
  'updateSite',
  'duplicateSite',
  'createRoute',
  'updateRoute',
  'createWebhook',
] as const;

export const crashes: readonly Entry[] = [
  ...reasons.map(([reason, what]) => ({
    id: `crashes/${reason}`,
    title: `${what} gets status 500.`,
    deviate: crashInsteadOf(reason, 500),
  })),
  ...writes.map((operationId) => ({
    id: `crashes/malformed-${operationId}`,
    title: `A body that is not JSON gets status 500 in ${operationId}.`,
    deviate: crashInsteadOf('malformed', 500, isFor(operationId)),
  })),
  ...writes.map((operationId) => ({
    id: `crashes/invalid-${operationId}`,
    title: `An invalid body gets status 500 in ${operationId}.`,
    deviate: crashInsteadOf('invalid', 500, isFor(operationId)),
  })),
  ...(['updateSite', 'duplicateSite', 'createRoute', 'updateRoute'] as const).map(
    (operationId) => ({
      id: `crashes/unknown-${operationId}`,
      title: `An unknown id gets status 500 in ${operationId}.`,
      deviate: crashInsteadOf('not-found', 500, isFor(operationId)),
    }),
  ),
  ...operationIds.map((operationId) => ({
    id: `crashes/bad-id-${operationId}`,
    title: `An id in the path that is not a UUID gets status 500 in ${operationId}.`,
    deviate: crashInsteadOf('bad-identifier', 500, isFor(operationId)),
  })),
  {
    id: 'crashes/empty-body',
    title: 'A missing body gets status 500 if one is required.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.length === 0),
  },
];
