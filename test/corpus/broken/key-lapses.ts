import { alsoLetIn, alsoTakeKey, answerRefused, crashWhen } from '../deviations/authorising.ts';
import type { Entry } from '../entry.ts';
import type { Reply } from '../service/exchange.ts';
import type { Service } from '../service/service.ts';

export const keyLapses: readonly Entry[] = [
  {
    id: 'keys/api-key-of-site',
    title: 'The apiKey of a site is accepted as the key.',
    deviate: (service) => {
      const given = new Set<string>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        given.add(site.apiKey);
        insertSite(site);
      };
      alsoTakeKey((key) => given.has(key))(service);
    },
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      const { text } = await client.call('POST', path, { body: { name: 'A' } });
      const authorization = `Bearer ${text.match(/"apiKey":"([^"]+)"/)?.[1]}`;
      return (await client.call('GET', path, { authorization })).status;
    },
  },
  {
    id: 'keys/any-uuid',
    title: 'Any UUID is accepted as a key.',
    deviate: alsoTakeKey((key) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)),
  },
  {
    id: 'keys/reads-open',
    title: 'Reads need a header, but no particular key.',
    deviate: alsoLetIn((header, { request }) => request.method === 'GET' && header !== ''),
  },
  {
    id: 'keys/writes-open',
    title: 'Any key may write; only reads compare it.',
    deviate: alsoLetIn((header, { request }) => request.method !== 'GET' && header !== ''),
  },
  {
    id: 'keys/patches-open',
    title: 'Updates need no key.',
    deviate: alsoLetIn((_, { request }) => request.method === 'PATCH'),
  },
  {
    id: 'keys/skip-validation-skips-key',
    title: 'With skipValidation=true no key is required.',
    deviate: alsoLetIn((_, { request }) => request.query.get('skipValidation') === 'true'),
  },
  {
    id: 'keys/limit-zero-skips-key',
    title: 'With a limit of 0 no key is required.',
    level: 'should',
    deviate: alsoLetIn((_, { request }) => request.query.get('limit') === '0'),
  },
  {
    id: 'keys/connection-remembered',
    title: 'A connection that sent the right key once needs no key again.',
    deviate: (service) => {
      const known = new WeakSet<object>();
      const { isAuthorised } = service;
      service.isAuthorised = (exchange) => {
        const { connection } = exchange.request;
        if (isAuthorised(exchange)) known.add(connection);
        return known.has(connection);
      };
    },
  },
  {
    id: 'keys/cached-list-served',
    title: 'A list that was returned once is served from a cache to any key until the next write.',
    deviate: (service) => {
      const { respond } = service;
      const cache = new Map<string, Reply>();
      service.respond = async (request) => {
        if (request.method !== 'GET') {
          cache.clear();
          return respond(request);
        }
        const key = `${request.path}?${request.query}`;
        const reply = cache.get(key) ?? (await respond(request));
        if (reply.status < 300) cache.set(key, reply);
        return reply;
      };
    },
  },
  {
    id: 'keys/client-remembered',
    title: 'Once the right key was sent, every later request passes.',
    deviate: (service) => {
      let isKnown = false;
      const { isAuthorised } = service;
      service.isAuthorised = (exchange) => {
        isKnown ||= isAuthorised(exchange);
        return isKnown;
      };
    },
  },
  {
    id: 'keys/missing-crashes',
    title: 'A missing Authorization header gets status 500.',
    deviate: crashWhen((header) => header === undefined),
  },
  {
    id: 'keys/bare-scheme-crashes',
    title: 'An Authorization header without a key gets status 500.',
    deviate: crashWhen((header) => header !== undefined && !header.includes(' ')),
  },
  {
    id: 'keys/wrong-crashes',
    title: 'A wrong key gets status 500.',
    deviate: (service) =>
      crashWhen((header) => header !== undefined && header !== `Bearer ${service.apiKey}`)(service),
  },
  {
    id: 'keys/not-ascii-crashes',
    title: 'A key with a character outside ASCII gets status 500.',
    deviate: crashWhen((header) => header !== undefined && /[^ -~]/.test(header)),
  },
  {
    id: 'keys/other-scheme-crashes',
    title: 'A scheme other than Bearer gets status 500.',
    deviate: crashWhen((header) => header !== undefined && !/^bearer/i.test(header)),
  },
  {
    id: 'keys/wrong-answers-200',
    title: 'A wrong key gets status 200 with an error in the body.',
    deviate: answerRefused(200, { error: 'unauthorised' }),
  },
  {
    id: 'keys/wrong-lists-nothing',
    title: 'A wrong key lists an empty page under 201.',
    deviate: answerRefused(
      201,
      { data: [], hasMore: false },
      ({ operationId }) => operationId === 'listSites',
    ),
  },
  {
    id: 'keys/wrong-answers-204',
    title: 'A wrong key gets status 204.',
    deviate: (service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) =>
        refusal.reason === 'unauthorised'
          ? { status: 204, headers: {}, bytes: Buffer.alloc(0) }
          : refuse(exchange, refusal);
    },
  },
  {
    id: 'keys/wrong-hangs',
    title: 'A wrong key never gets a response.',
    deviate: (service) => {
      const { respond, isAuthorised } = service;
      const wrong = new WeakSet<object>();
      service.isAuthorised = (exchange) => {
        const isRight = isAuthorised(exchange);
        if (!isRight) wrong.add(exchange.request);
        return isRight;
      };
      service.respond = async (request) => {
        const reply = await respond(request);
        return wrong.has(request) ? new Promise(() => undefined) : reply;
      };
    },
  },
  ...(['listSites', 'updateRoute', 'createWebhook', 'duplicateSite'] as const).map((refused) => ({
    id: `keys/right-one-refused-${refused}`,
    title: `The right key is refused in ${refused}.`,
    deviate: (service: Service) => {
      const { isAuthorised } = service;
      service.isAuthorised = (exchange) =>
        exchange.operationId !== refused && isAuthorised(exchange);
    },
  })),
];
