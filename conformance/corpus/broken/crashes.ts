import type { Entry } from '../entry.ts';
import { type Exchange, type OperationId, operationIds } from '../service/exchange.ts';
import type { RefusalReason } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';

/** Answers refusals of one kind with a status of the server's fault. */
const crashInsteadOf =
  (
    reason: RefusalReason,
    status: number,
    isMeant: (exchange: Exchange) => boolean = () => true,
  ): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === reason && isMeant(exchange) ? { ...reply, status } : reply;
    };
  };

/** Crashes on lawful requests that meet a condition. */
const crashOn =
  (isFatal: (exchange: Exchange, service: Service) => boolean): Deviation =>
  (service) => {
    for (const operationId of operationIds) {
      const plain = service.operations[operationId];
      service.operations[operationId] = (exchange) => {
        if (isFatal(exchange, service)) throw new Error('internal');
        return plain(exchange);
      };
    }
  };

const crashOnName = (isFatal: (name: string) => boolean): Deviation =>
  crashOn(({ input }) => input.name !== undefined && isFatal(input.name));

/** Never answers requests that are refused for one reason. */
const hangInsteadOf =
  (reason: RefusalReason): Deviation =>
  (service) => {
    const { refuse, respond } = service;
    const hanging = new WeakSet<object>();
    service.refuse = (exchange, refusal) => {
      if (refusal.reason === reason) hanging.add(exchange.request);
      return refuse(exchange, refusal);
    };
    service.respond = async (request) => {
      const reply = await respond(request);
      return hanging.has(request) ? new Promise(() => undefined) : reply;
    };
  };

/** Hangs up on requests that are refused for one reason. */
const hangUpInsteadOf =
  (reason: RefusalReason): Deviation =>
  (service) => {
    const { refuse, send } = service;
    const dropped = new WeakSet<object>();
    service.refuse = (exchange, refusal) => {
      if (refusal.reason === reason) dropped.add(exchange.request);
      return refuse(exchange, refusal);
    };
    service.send = (request, reply, response) => {
      if (dropped.has(request)) response.destroy();
      else send(request, reply, response);
    };
  };

const isFor =
  (operationId: OperationId) =>
  (exchange: Exchange): boolean =>
    exchange.operationId === operationId;

const isEmptyUpdate = ({ operationId, body }: Exchange): boolean =>
  (operationId === 'updateSite' || operationId === 'updateRoute') && JSON.stringify(body) === '{}';

/** Crashes when a value comes for the second time. */
const crashOnRepeated =
  (keyOf: (exchange: Exchange) => string | undefined): Deviation =>
  (service) => {
    const seen = new Set<string>();
    crashOn((exchange) => {
      const key = keyOf(exchange);
      if (key === undefined) return false;
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated;
    })(service);
  };

const reasons: readonly (readonly [reason: RefusalReason, what: string])[] = [
  ['malformed', 'A body that is no JSON'],
  ['invalid', 'An invalid body'],
  ['not-found', 'An id that names nothing'],
  ['bad-identifier', 'An id in the path that is no UUID'],
  ['bad-query', 'A bad query parameter'],
  ['no-operation', 'A path or method that is not served'],
];

export const crashes: readonly Entry[] = [
  ...reasons.map(([reason, what]) => ({
    id: `crashes/${reason}`,
    title: `${what} answers 500.`,
    deviate: crashInsteadOf(reason, 500),
  })),
  {
    id: 'crashes/no-operation-501',
    title: 'A method that is not served answers 501.',
    deviate: crashInsteadOf('no-operation', 501),
  },
  {
    id: 'crashes/not-found-502',
    title: 'An id that names nothing answers 502.',
    deviate: crashInsteadOf('not-found', 502),
  },
  {
    id: 'crashes/invalid-503',
    title: 'An invalid body answers 503.',
    deviate: crashInsteadOf('invalid', 503),
  },
  ...(
    [
      'createSite',
      'updateSite',
      'duplicateSite',
      'createRoute',
      'updateRoute',
      'createWebhook',
    ] as const
  ).map((operationId) => ({
    id: `crashes/malformed-${operationId}`,
    title: `A body that is no JSON answers 500 in ${operationId}.`,
    deviate: crashInsteadOf('malformed', 500, isFor(operationId)),
  })),
  ...(
    [
      'createSite',
      'updateSite',
      'duplicateSite',
      'createRoute',
      'updateRoute',
      'createWebhook',
    ] as const
  ).map((operationId) => ({
    id: `crashes/invalid-${operationId}`,
    title: `An invalid body answers 500 in ${operationId}.`,
    deviate: crashInsteadOf('invalid', 500, isFor(operationId)),
  })),
  ...(['updateSite', 'duplicateSite', 'createRoute', 'updateRoute'] as const).map(
    (operationId) => ({
      id: `crashes/unknown-${operationId}`,
      title: `An id that names nothing answers 500 in ${operationId}.`,
      deviate: crashInsteadOf('not-found', 500, isFor(operationId)),
    }),
  ),
  ...operationIds.map((operationId) => ({
    id: `crashes/bad-id-${operationId}`,
    title: `An id in the path that is no UUID answers 500 in ${operationId}.`,
    deviate: crashInsteadOf('bad-identifier', 500, isFor(operationId)),
  })),
  {
    id: 'crashes/null-body',
    title: 'The body null answers 500.',
    deviate: crashInsteadOf('invalid', 500, ({ body }) => body === null),
  },
  {
    id: 'crashes/array-body',
    title: 'An array as body answers 500.',
    deviate: crashInsteadOf('invalid', 500, ({ body }) => Array.isArray(body)),
  },
  {
    id: 'crashes/empty-body',
    title: 'A missing body answers 500 where one is required.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.length === 0),
  },
  {
    id: 'crashes/deep-nesting',
    title: 'A body of 5000 open brackets answers 500.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.includes('[[[[[')),
  },
  {
    id: 'crashes/wrong-bytes',
    title: 'A body that is not UTF-8 answers 500.',
    deviate: crashInsteadOf('malformed', 500, ({ request }) => request.bytes.includes(0xff)),
  },
  {
    id: 'crashes/percent-in-path',
    title: 'An escape in the path that cannot be decoded answers 500.',
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
    title: 'An apostrophe in an id of the path answers 500.',
    deviate: crashInsteadOf('bad-identifier', 500, ({ resourceId }) => resourceId.includes("'")),
  },
  {
    id: 'crashes/malformed-hangs',
    title: 'A body that is no JSON is never answered.',
    deviate: hangInsteadOf('malformed'),
  },
  {
    id: 'crashes/unknown-hangs',
    title: 'An id that names nothing is never answered.',
    deviate: hangInsteadOf('not-found'),
  },
  {
    id: 'crashes/malformed-hangs-up',
    title: 'The connection breaks on a body that is no JSON.',
    deviate: hangUpInsteadOf('malformed'),
  },
  {
    id: 'crashes/invalid-hangs-up',
    title: 'The connection breaks on an invalid body.',
    deviate: hangUpInsteadOf('invalid'),
  },
  {
    id: 'crashes/bad-id-hangs-up',
    title: 'The connection breaks on an id that is no UUID.',
    deviate: hangUpInsteadOf('bad-identifier'),
  },
  {
    id: 'crashes/emoji-name',
    title: 'A name with a character beyond the basic plane answers 500.',
    deviate: crashOnName((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    id: 'crashes/apostrophe-name',
    title: 'A name with an apostrophe answers 500.',
    deviate: crashOnName((name) => name.includes("'")),
  },
  {
    id: 'crashes/backslash-name',
    title: 'A name with a backslash answers 500.',
    deviate: crashOnName((name) => name.includes('\\')),
  },
  {
    id: 'crashes/percent-name',
    title: 'A name with a percent sign answers 500.',
    deviate: crashOnName((name) => name.includes('%')),
  },
  {
    id: 'crashes/null-character-name',
    title: 'A name with a null character answers 500.',
    deviate: crashOnName((name) => name.includes('\0')),
  },
  {
    id: 'crashes/long-name',
    title: 'A name of more than 255 characters answers 500.',
    deviate: crashOnName((name) => name.length > 255),
  },
  {
    id: 'crashes/empty-name',
    title: 'An empty name answers 500.',
    deviate: crashOnName((name) => name === ''),
  },
  {
    id: 'crashes/non-ascii-name',
    title: 'A name that is not ASCII answers 500.',
    deviate: crashOnName((name) => /[^\0-\x7f]/.test(name)),
  },
  {
    id: 'crashes/long-pathname',
    title: 'A pathname of more than 255 characters answers 500.',
    deviate: crashOn(({ input }) => (input.pathname?.length ?? 0) > 255),
  },
  {
    id: 'crashes/non-ascii-pathname',
    title: 'A pathname that is not ASCII answers 500.',
    deviate: crashOn(({ input }) => /[^\0-\x7f]/.test(input.pathname ?? '')),
  },
  {
    id: 'crashes/percent-pathname',
    title: 'A pathname with a percent escape answers 500.',
    deviate: crashOn(({ input }) => (input.pathname ?? '').includes('%')),
  },
  {
    id: 'crashes/two-variants',
    title: 'A route with more than one localized variant answers 500.',
    deviate: crashOn(({ input }) => (input.localizedVariants?.length ?? 0) > 1),
  },
  {
    id: 'crashes/empty-variants',
    title: 'An empty array of localized variants answers 500.',
    deviate: crashOn(({ input }) => input.localizedVariants?.length === 0),
  },
  {
    id: 'crashes/host-with-port',
    title: 'A host with a port answers 500.',
    deviate: crashOn(({ input }) => /:\d+$/.test(input.hostUrl ?? '')),
  },
  {
    id: 'crashes/locale',
    title: 'A site with a locale answers 500.',
    deviate: crashOn(({ input }) => input.locale !== undefined),
  },
  {
    id: 'crashes/no-host',
    title: 'A site without a host answers 500.',
    deviate: crashOn(
      ({ operationId, input }) => operationId === 'createSite' && input.hostUrl === undefined,
    ),
  },
  {
    id: 'crashes/same-name',
    title: 'A name that the workspace already has answers 500.',
    deviate: crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createSite' ? `${resourceId} ${input.name}` : undefined,
    ),
  },
  {
    id: 'crashes/same-host',
    title: 'A host that another site has answers 500.',
    deviate: crashOnRepeated(({ operationId, input }) =>
      operationId === 'createSite' ? input.hostUrl : undefined,
    ),
    proof: async (client) => {
      const call = () =>
        client.call('POST', `/v1/workspaces/${client.workspaceIds[0]}/sites`, {
          body: { name: 'A', hostUrl: 'https://a.example.com' },
        });
      await call();
      return (await call()).status;
    },
  },
  {
    id: 'crashes/same-pathname',
    title: 'A pathname that the site already has answers 500.',
    deviate: crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createRoute' ? `${resourceId} ${input.pathname}` : undefined,
    ),
  },
  {
    id: 'crashes/same-webhook',
    title: 'A webhook that the workspace already has answers 500.',
    deviate: crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createWebhook' ? `${resourceId} ${input.eventType} ${input.url}` : undefined,
    ),
  },
  {
    id: 'crashes/empty-update',
    title: 'An update without any field answers 500.',
    deviate: crashOn(isEmptyUpdate),
  },
  {
    id: 'crashes/unnamed-copy',
    title: 'Duplicating without a name answers 500.',
    deviate: crashOn(
      ({ operationId, input }) => operationId === 'duplicateSite' && input.name === undefined,
    ),
  },
  {
    id: 'crashes/copy-of-site-with-routes',
    title: 'Duplicating a site that has routes answers 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'duplicateSite' && store.routesOf(resourceId).length > 0,
    ),
  },
  {
    id: 'crashes/copy-of-site-without-host',
    title: 'Duplicating a site without a host answers 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'duplicateSite' && store.findSite(resourceId)?.hostUrl === null,
    ),
  },
  {
    id: 'crashes/empty-workspace',
    title: 'Listing a workspace without sites answers 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'listSites' && store.sitesOf(resourceId).length === 0,
    ),
  },
  {
    id: 'crashes/unknown-workspace',
    title: 'An unknown workspace answers 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { workspaceIds }) =>
        operationId === 'listSites' && !workspaceIds.some((id) => id === resourceId.toLowerCase()),
    ),
  },
  {
    id: 'crashes/unknown-field',
    title: 'An unknown field answers 500.',
    deviate: crashOn(({ body }) => typeof body === 'object' && body !== null && 'extra' in body),
  },
  {
    id: 'crashes/prototype-field',
    title: 'A field named __proto__ answers 500.',
    deviate: (service) => {
      const { checkBody } = service;
      service.checkBody = (exchange) => {
        if (exchange.request.bytes.includes('__proto__')) throw new Error('prototype');
        checkBody(exchange);
      };
    },
  },
  {
    id: 'crashes/unknown-query',
    title: 'An unknown query parameter answers 500.',
    deviate: crashOn(({ request }) => request.query.has('extra')),
  },
  {
    id: 'crashes/every-tenth-request',
    title: 'Every tenth request answers 500.',
    deviate: (service) => {
      let count = 0;
      crashOn(() => {
        count += 1;
        return count % 10 === 0;
      })(service);
    },
  },
  {
    id: 'crashes/first-three-requests',
    title: 'The first three requests answer 500.',
    deviate: (service) => {
      let count = 0;
      crashOn(() => {
        count += 1;
        return count < 4;
      })(service);
    },
  },
];
