import { alsoLetIn, alsoTakeKey, carryOutRefused } from '../deviations/authorising.ts';
import type { Entry, Proof } from '../entry.ts';
import { sitesOf } from '../probe/make-site.ts';
import { operationIds } from '../service/exchange.ts';

/** Lists with another form of the correct key. */
const listWith =
  (toHeader: (apiKey: string) => string): Proof =>
  async (client) =>
    (await client.call('GET', sitesOf(client, 0), { authorization: toHeader(client.apiKey) }))
      .status;

export const keys: readonly Entry[] = [
  ...operationIds.flatMap((operationId) => [
    {
      id: `keys/not-asked-for-${operationId}`,
      title: `No key is required in ${operationId}.`,
      deviate: alsoLetIn((_, exchange) => exchange.operationId === operationId),
    },
    {
      id: `keys/any-key-for-${operationId}`,
      title: `Any key is accepted in ${operationId}.`,
      deviate: alsoLetIn(
        (header, exchange) => exchange.operationId === operationId && /^bearer ./i.test(header),
      ),
    },
  ]),
  ...(['createSite', 'updateSite', 'duplicateSite', 'updateRoute'] as const).map((operationId) => ({
    id: `keys/refused-and-done-${operationId}`,
    title: `With a wrong key ${operationId} is refused but still carried out.`,
    deviate: carryOutRefused((exchange) => exchange.operationId === operationId),
  })),
  {
    id: 'keys/never-asked-for',
    title: 'No key is ever required.',
    deviate: alsoLetIn(() => true),
  },
  { id: 'keys/any-key', title: 'Any key is accepted.', deviate: alsoTakeKey((key) => key !== '') },
  {
    id: 'keys/any-header',
    title: 'Any Authorization header is accepted.',
    deviate: alsoLetIn((header) => header !== ''),
  },
  {
    id: 'keys/missing-header-passes',
    title: 'A wrong key is refused, and no key at all passes.',
    deviate: alsoLetIn((_, { request }) => request.headers.authorization === undefined),
  },
  {
    id: 'keys/empty-key',
    title: 'An empty key after Bearer is accepted.',
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
    title: 'A header that contains the key somewhere is accepted.',
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
    title: 'Any key of the right length is accepted.',
    deviate: alsoTakeKey((key, apiKey) => key.length === apiKey.length),
  },
  {
    id: 'keys/case-ignored',
    title: 'The case of the key is ignored.',
    deviate: alsoTakeKey((key, apiKey) => key.toLowerCase() === apiKey.toLowerCase()),
  },
  {
    id: 'keys/scheme-basic',
    title: 'The key is also accepted after Basic.',
    deviate: alsoLetIn((header, _, { apiKey }) => header === `Basic ${apiKey}`),
  },
  {
    id: 'keys/scheme-basic-encoded',
    title: 'The key is also accepted as the password of Basic credentials.',
    deviate: alsoLetIn(
      (header, _, { apiKey }) =>
        header.startsWith('Basic ') &&
        Buffer.from(header.slice(6), 'base64').toString().split(':').includes(apiKey),
    ),
  },
  {
    id: 'keys/scheme-any',
    title: 'The key is accepted after any scheme.',
    deviate: alsoLetIn((header, _, { apiKey }) => header.split(' ')[1] === apiKey),
  },
  {
    id: 'keys/scheme-missing',
    title: 'The key is accepted without a scheme.',
    deviate: alsoLetIn((header, _, { apiKey }) => header === apiKey),
  },
  {
    id: 'keys/scheme-with-colon',
    title: 'The key is also accepted after Bearer and a colon.',
    deviate: alsoLetIn((header, _, { apiKey }) => /^bearer: *(.*)$/i.exec(header)?.[1] === apiKey),
    proof: listWith((apiKey) => `Bearer: ${apiKey}`),
  },
  {
    id: 'keys/scheme-with-any-separator',
    title: 'The key is also accepted after Bearer and any character in place of the space.',
    deviate: alsoLetIn(
      (header, _, { apiKey }) => header.startsWith('Bearer') && header.slice(7) === apiKey,
    ),
    proof: listWith((apiKey) => `Bearer=${apiKey}`),
  },
  {
    id: 'keys/scheme-without-space',
    title: 'The key is also accepted right after Bearer, without a space.',
    deviate: alsoLetIn(
      (header, _, { apiKey }) =>
        header.replace(/^Bearer */, '') === apiKey && /^Bearer/.test(header),
    ),
    proof: listWith((apiKey) => `Bearer${apiKey}`),
  },
  {
    id: 'keys/word-undefined',
    title: 'The keys "undefined" and "null" are accepted.',
    deviate: alsoTakeKey((key) => key === 'undefined' || key === 'null'),
  },
  {
    id: 'keys/told-to-strangers',
    title: 'The refusal of a wrong key says what the right one is.',
    deviate: (service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        if (refusal.reason !== 'unauthorised') return reply;
        return { ...reply, bytes: Buffer.from(JSON.stringify({ expected: service.apiKey })) };
      };
    },
  },
  {
    id: 'keys/workspace-id',
    title: 'The id of a workspace is accepted as a key.',
    deviate: alsoLetIn((header, _, { workspaceIds }) =>
      workspaceIds.some((id) => header === `Bearer ${id}`),
    ),
  },
];
