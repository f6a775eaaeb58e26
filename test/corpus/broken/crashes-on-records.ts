import { crashOn, leakOn } from '../deviations/crashing.ts';
import type { Entry } from '../entry.ts';
import { isObject } from '../service/field-rules.ts';

const isLongerThan = (text: string | undefined, length: number): boolean =>
  text !== undefined && text.length > length;

/** Crashes after all validation, which only show with an existing record. */
export const crashesOnRecords: readonly Entry[] = [
  ...(['createSite', 'updateSite', 'updateRoute'] as const).map((operationId) => ({
    id: `crashes/unknown-field-${operationId}`,
    title: `An unknown field gets status 500 in ${operationId}.`,
    deviate: crashOn(
      ({ operationId: asked, body }, { fieldRules }) =>
        asked === operationId &&
        isObject(body) &&
        Object.keys(body).some((name) => !Object.hasOwn(fieldRules[operationId], name)),
    ),
  })),
  {
    id: 'crashes/refusals-use-up-connections',
    title:
      'Each invalid body keeps one of 200 connections, and without one each request gets status 500.',
    deviate: leakOn('invalid', 200),
  },
  {
    id: 'crashes/very-long-name',
    title: 'A name of more than 20,000 characters gets status 500.',
    deviate: crashOn(({ input }) => isLongerThan(input.name, 20_000)),
  },
  {
    id: 'crashes/very-long-pathname',
    title: 'A pathname of more than 2,000 characters gets status 500.',
    deviate: crashOn(({ input }) => isLongerThan(input.pathname, 2000)),
  },
];
