import {
  crashInsteadOf,
  hangInsteadOf,
  hangUpInsteadOf,
  isFor,
  reasons,
} from '../deviations/crashing.ts';
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
  {
    id: 'crashes/no-operation-501',
    title: 'A method that is not served gets status 501.',
    level: 'should',
    deviate: crashInsteadOf('no-operation', 501),
  },
  {
    id: 'crashes/not-found-502',
    title: 'An unknown id gets status 502.',
    deviate: crashInsteadOf('not-found', 502),
  },
  {
    id: 'crashes/invalid-503',
    title: 'An invalid body gets status 503.',
    deviate: crashInsteadOf('invalid', 503),
  },
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
    id: 'crashes/null-body',
    title: 'The body null gets status 500.',
    deviate: crashInsteadOf('invalid', 500, ({ body }) => body === null),
  },
  {
    id: 'crashes/update-to-a-null-host',
    title: 'An update with the host null gets status 500.',
    deviate: crashInsteadOf(
      'invalid',
      500,
      ({ operationId, body }) =>
        operationId === 'updateSite' &&
        typeof body === 'object' &&
        body !== null &&
        'hostUrl' in body &&
        body.hostUrl === null,
    ),
  },
  {
    id: 'crashes/array-body',
    title: 'An array as body gets status 500.',
    deviate: crashInsteadOf('invalid', 500, ({ body }) => Array.isArray(body)),
  },
  {
    id: 'crashes/empty-body',
    title: 'A missing body gets status 500 if one is required.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.length === 0),
  },
  {
    id: 'crashes/deep-nesting',
    title: 'A body of 5000 open brackets gets status 500.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.includes('[[[[[')),
  },
  {
    id: 'crashes/wrong-bytes',
    title: 'A body that is not UTF-8 gets status 500.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.includes(0xff)),
  },
  {
    id: 'crashes/percent-in-path',
    title: 'An escape in the path that cannot be decoded gets status 500.',
    deviate: (service) => {
      const { matchOperation } = service;
      service.matchOperation = (request) => {
        decodeURIComponent(request.path);
        return matchOperation(request);
      };
    },
  },
  {
    id: 'crashes/quote-in-path',
    title: 'An apostrophe in an id of the path gets status 500.',
    deviate: crashInsteadOf('bad-identifier', 500, ({ resourceId }) => resourceId.includes("'")),
  },
  {
    id: 'crashes/malformed-hangs',
    title: 'A body that is not JSON never gets a response.',
    deviate: hangInsteadOf('malformed'),
  },
  {
    id: 'crashes/unknown-hangs',
    title: 'An unknown id never gets a response.',
    deviate: hangInsteadOf('not-found'),
  },
  {
    id: 'crashes/malformed-hangs-up',
    title: 'The connection breaks on a body that is not JSON.',
    deviate: hangUpInsteadOf('malformed'),
  },
  {
    id: 'crashes/invalid-hangs-up',
    title: 'The connection breaks on an invalid body.',
    deviate: hangUpInsteadOf('invalid'),
  },
  {
    id: 'crashes/bad-id-hangs-up',
    title: 'The connection breaks on an id that is not a UUID.',
    deviate: hangUpInsteadOf('bad-identifier'),
  },
];
