import type { Entry } from '../entry.ts';
import { type Body, type Exchange, operationIds, type Reply } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';

/** Lets requests through that meet a condition, besides those with the right key. */
function alsoLetIn(
  isLetIn: (header: string, exchange: Exchange, service: Service) => boolean,
): Deviation {
  return (service) => {
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) =>
      isAuthorised(exchange) ||
      isLetIn(exchange.request.headers.authorization ?? '', exchange, service);
  };
}

/** The same for what follows "Bearer ". */
const alsoTakeKey = (isTaken: (key: string, apiKey: string) => boolean): Deviation =>
  alsoLetIn((header, _, { apiKey }) => {
    const key = header.match(/^bearer +(.*)$/i)?.[1];
    return key !== undefined && isTaken(key, apiKey);
  });

/** Carries a request out in spite of a wrong key, and refuses it afterwards. */
const carryOutRefused =
  (isMeant: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const { isAuthorised, operations } = service;
    const refused = new WeakSet<Exchange>();
    service.isAuthorised = (exchange) => {
      if (isAuthorised(exchange)) return true;
      if (!isMeant(exchange)) return false;
      refused.add(exchange);
      return true;
    };
    for (const operationId of operationIds) {
      const plain = operations[operationId];
      operations[operationId] = async (exchange): Promise<Body> => {
        const body = await plain(exchange);
        if (refused.has(exchange)) throw new Refusal('unauthorised', 'the key is wrong');
        return body;
      };
    }
  };

const answerRefused =
  (
    status: number,
    body: unknown,
    isMeant: (exchange: Exchange) => boolean = () => true,
  ): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === 'unauthorised' && isMeant(exchange)
        ? { ...reply, status, bytes: Buffer.from(JSON.stringify(body)) }
        : reply;
    };
  };

const crashWhen =
  (isFatal: (header: string | undefined) => boolean): Deviation =>
  (service) => {
    const { isAuthorised } = service;
    service.isAuthorised = (exchange) => {
      if (isFatal(exchange.request.headers.authorization)) throw new Error('authorization');
      return isAuthorised(exchange);
    };
  };

export const keys: readonly Entry[] = [
  ...operationIds.flatMap((operationId) => [
    {
      id: `keys/not-asked-for-${operationId}`,
      title: `No key is asked for in ${operationId}.`,
      deviate: alsoLetIn((_, exchange) => exchange.operationId === operationId),
    },
    {
      id: `keys/any-key-for-${operationId}`,
      title: `Any key is taken in ${operationId}.`,
      deviate: alsoLetIn(
        (header, exchange) => exchange.operationId === operationId && /^bearer ./i.test(header),
      ),
    },
  ]),
  ...(['createSite', 'updateSite', 'duplicateSite', 'updateRoute'] as const).map((operationId) => ({
    id: `keys/refused-and-done-${operationId}`,
    title: `With a wrong key ${operationId} is refused and carried out all the same.`,
    deviate: carryOutRefused((exchange) => exchange.operationId === operationId),
  })),
  {
    id: 'keys/never-asked-for',
    title: 'No key is ever asked for.',
    deviate: alsoLetIn(() => true),
  },
  { id: 'keys/any-key', title: 'Any key is taken.', deviate: alsoTakeKey((key) => key !== '') },
  {
    id: 'keys/any-header',
    title: 'Any Authorization header is taken.',
    deviate: alsoLetIn((header) => header !== ''),
  },
  {
    id: 'keys/missing-header-passes',
    title: 'A wrong key is refused, and no key at all passes.',
    deviate: alsoLetIn((_, { request }) => request.headers.authorization === undefined),
  },
  {
    id: 'keys/empty-key',
    title: 'An empty key after Bearer is taken.',
    deviate: alsoLetIn((header) => /^bearer *$/i.test(header)),
  },
  {
    id: 'keys/first-half',
    title: 'The first half of the key is enough.',
    deviate: alsoTakeKey(
      (key, apiKey) => key.length >= apiKey.length / 2 && apiKey.startsWith(key),
    ),
  },
  {
    id: 'keys/prefix',
    title: 'Any beginning of the key is enough.',
    deviate: alsoTakeKey((key, apiKey) => key !== '' && apiKey.startsWith(key)),
  },
  {
    id: 'keys/last-half',
    title: 'The second half of the key is enough.',
    deviate: alsoTakeKey((key, apiKey) => key.length >= apiKey.length / 2 && apiKey.endsWith(key)),
  },
  {
    id: 'keys/first-eight-compared',
    title: 'Only the first eight characters of the key are compared.',
    deviate: alsoTakeKey((key, apiKey) => key.slice(0, 8) === apiKey.slice(0, 8)),
  },
  {
    id: 'keys/last-character-ignored',
    title: 'The last character of the key is not compared.',
    deviate: alsoTakeKey((key, apiKey) => key.slice(0, -1) === apiKey.slice(0, -1)),
  },
  {
    id: 'keys/suffix-ignored',
    title: 'What follows the key is ignored.',
    deviate: alsoTakeKey((key, apiKey) => key.startsWith(apiKey)),
  },
  {
    id: 'keys/prefix-ignored',
    title: 'What precedes the key is ignored.',
    deviate: alsoTakeKey((key, apiKey) => key.endsWith(apiKey)),
  },
  {
    id: 'keys/contained',
    title: 'A header that contains the key somewhere is taken.',
    deviate: alsoLetIn((header, _, { apiKey }) => header.includes(apiKey)),
  },
  {
    id: 'keys/second-word-ignored',
    title: 'Words after the key are ignored.',
    level: 'should',
    deviate: alsoTakeKey((key, apiKey) => key.split(' ')[0] === apiKey),
  },
  {
    id: 'keys/length-compared',
    title: 'Any key of the right length is taken.',
    deviate: alsoTakeKey((key, apiKey) => key.length === apiKey.length),
  },
  {
    id: 'keys/case-ignored',
    title: 'The case of the key is ignored.',
    deviate: alsoTakeKey((key, apiKey) => key.toLowerCase() === apiKey.toLowerCase()),
  },
  {
    id: 'keys/scheme-basic',
    title: 'The key is also taken after Basic.',
    deviate: alsoLetIn((header, _, { apiKey }) => header === `Basic ${apiKey}`),
  },
  {
    id: 'keys/scheme-basic-encoded',
    title: 'The key is also taken as the password of Basic credentials.',
    deviate: alsoLetIn(
      (header, _, { apiKey }) =>
        header.startsWith('Basic ') &&
        Buffer.from(header.slice(6), 'base64').toString().split(':').includes(apiKey),
    ),
  },
  {
    id: 'keys/scheme-any',
    title: 'The key is taken after any scheme.',
    deviate: alsoLetIn((header, _, { apiKey }) => header.split(' ')[1] === apiKey),
  },
  {
    id: 'keys/scheme-missing',
    title: 'The key is taken without a scheme.',
    deviate: alsoLetIn((header, _, { apiKey }) => header === apiKey),
  },
  {
    id: 'keys/word-undefined',
    title: 'The keys "undefined" and "null" are taken.',
    level: 'should',
    deviate: alsoTakeKey((key) => key === 'undefined' || key === 'null'),
  },
  {
    id: 'keys/workspace-id',
    title: 'The id of a workspace is taken as a key.',
    deviate: alsoLetIn((header, _, { workspaceIds }) =>
      workspaceIds.some((id) => header === `Bearer ${id}`),
    ),
  },
  {
    id: 'keys/api-key-of-site',
    title: 'The apiKey of a site is taken as the key.',
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
    title: 'Any UUID is taken as a key.',
    deviate: alsoTakeKey((key) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)),
  },
  {
    id: 'keys/reads-open',
    title: 'Reads need a header, and no particular key.',
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
    title: 'With skipValidation=true no key is asked for.',
    deviate: alsoLetIn((_, { request }) => request.query.get('skipValidation') === 'true'),
  },
  {
    id: 'keys/limit-zero-skips-key',
    title: 'With a limit of 0 no key is asked for.',
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
    title: 'A list that was answered once is served from a cache to any key until the next write.',
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
    title: 'A missing Authorization header answers 500.',
    deviate: crashWhen((header) => header === undefined),
  },
  {
    id: 'keys/bare-scheme-crashes',
    title: 'An Authorization header without a key answers 500.',
    deviate: crashWhen((header) => header !== undefined && !header.includes(' ')),
  },
  {
    id: 'keys/wrong-crashes',
    title: 'A wrong key answers 500.',
    deviate: (service) =>
      crashWhen((header) => header !== undefined && header !== `Bearer ${service.apiKey}`)(service),
  },
  {
    id: 'keys/other-scheme-crashes',
    title: 'Another scheme than Bearer answers 500.',
    deviate: crashWhen((header) => header !== undefined && !/^bearer/i.test(header)),
  },
  {
    id: 'keys/wrong-answers-200',
    title: 'A wrong key answers 200 with an error in the body.',
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
    title: 'A wrong key answers 204.',
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
    title: 'A wrong key is never answered.',
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
