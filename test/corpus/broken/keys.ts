import { alsoLetIn, alsoTakeKey, carryOutRefused } from '../deviations/authorising.ts';
import type { Entry } from '../entry.ts';
import { operationIds } from '../service/exchange.ts';

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
    id: 'keys/empty-key',
    title: 'An empty key after Bearer is accepted.',
    deviate: alsoLetIn((header) => /^bearer *$/i.test(header)),
  },
  {
    id: 'keys/second-word-ignored',
    title: 'Words after the key are ignored.',
    level: 'should',
    deviate: alsoTakeKey((key, apiKey) => key.split(' ')[0] === apiKey),
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
];
