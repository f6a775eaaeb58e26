import type { Entry } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

type RouteOperation = 'createRoute' | 'updateRoute';

const both: readonly RouteOperation[] = ['createRoute', 'updateRoute'];

/** Parses the parameter differently; undefined uses the plain parser. */
const readAs =
  (read: (text: string | null, exchange: Exchange) => boolean | undefined): Deviation =>
  (service) => {
    const { readSkipValidation } = service;
    service.readSkipValidation = (text, exchange) =>
      read(text, exchange) ?? readSkipValidation(text, exchange);
  };

const isOneOf = (operations: readonly RouteOperation[], exchange: Exchange): boolean =>
  operations.some((operationId) => operationId === exchange.operationId);

const loosely = (
  operations: readonly RouteOperation[],
  texts: readonly string[],
  meaning: boolean,
): Deviation =>
  readAs((text, exchange) =>
    isOneOf(operations, exchange) && text !== null && texts.includes(text) ? meaning : undefined,
  );

type LooseRow = readonly [fault: string, title: string, texts: readonly string[], meaning: boolean];

const toLooseEntry = ([fault, title, texts, meaning]: LooseRow): Entry => ({
  id: `skip-validation/${fault}`,
  title: `In skipValidation, ${title}`,
  deviate: loosely(both, texts, meaning),
});

/** Invalid values of skipValidation, and the values that they are read as. */
const looseRows: readonly LooseRow[] = [
  ['one-means-true', '1 is treated as true.', ['1'], true],
  ['zero-means-false', '0 is treated as false.', ['0', '1'], false],
];

/** An empty value may mean the default, so the interface only implies its refusal. */
const emptyRows: readonly LooseRow[] = [
  ['empty-means-true', 'an empty value is treated as true.', [''], true],
  ['empty-means-false', 'an empty value is treated as false.', [''], false],
];

export const skipValidation: readonly Entry[] = [
  ...looseRows.map(toLooseEntry),
  ...emptyRows.map((row) => ({ ...toLooseEntry(row), level: 'should' as const })),
  ...both.flatMap((operationId) => [
    {
      id: `skip-validation/ignored-${operationId}`,
      title: `skipValidation is ignored in ${operationId}.`,
      deviate: readAs((text, exchange) =>
        exchange.operationId === operationId && text === 'true' ? false : undefined,
      ),
    },
    {
      id: `skip-validation/any-value-${operationId}`,
      title: `Any value of skipValidation is accepted in ${operationId}.`,
      deviate: readAs((text, exchange) =>
        exchange.operationId === operationId ? text === 'true' : undefined,
      ),
    },
    {
      id: `skip-validation/false-is-truthy-${operationId}`,
      title: `skipValidation=false skips validation in ${operationId}.`,
      deviate: readAs((text, exchange) =>
        exchange.operationId === operationId && text === 'false' ? true : undefined,
      ),
    },
    {
      id: `skip-validation/true-refused-${operationId}`,
      title: `skipValidation=true is refused in ${operationId}.`,
      deviate: readAs((text, exchange) => {
        if (exchange.operationId === operationId && text === 'true') {
          throw new Refusal('bad-query', 'skipValidation is not taken');
        }
        return undefined;
      }),
    },
    {
      id: `skip-validation/false-refused-${operationId}`,
      title: `skipValidation=false is refused in ${operationId}.`,
      deviate: readAs((text, exchange) => {
        if (exchange.operationId === operationId && text === 'false') {
          throw new Refusal('bad-query', 'skipValidation is not taken');
        }
        return undefined;
      }),
    },
  ]),
  {
    id: 'skip-validation/ignored',
    title: 'skipValidation is ignored.',
    deviate: readAs((text) => (text === 'true' ? false : undefined)),
  },
  {
    id: 'skip-validation/false-is-truthy',
    title: 'Any value of skipValidation, also false, skips validation.',
    deviate: readAs((text) => text !== null),
  },
  {
    id: 'skip-validation/unknown-value-crashes',
    title: 'An unknown value of skipValidation gets status 500.',
    deviate: readAs((text) => {
      if (text !== null && text !== 'true' && text !== 'false') throw new Error('enum');
      return undefined;
    }),
  },
  {
    id: 'skip-validation/true-crashes',
    title: 'skipValidation=true gets status 500.',
    deviate: readAs((text) => {
      if (text === 'true') throw new Error('skip');
      return undefined;
    }),
  },
];
