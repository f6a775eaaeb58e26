import type { Entry } from '../entry.ts';
import type { Input, OperationId } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

type Limited = 'name' | 'pathname' | 'hostUrl' | 'url';

/** Handles long texts of a field differently in one operation. */
const limitIn =
  (
    operationId: OperationId,
    field: Limited,
    most: number,
    treat: (text: string) => string,
  ): Deviation =>
  (service) => {
    const { toInput } = service;
    service.toInput = (exchange) => {
      const input: Input = toInput(exchange);
      const text = input[field];
      return exchange.operationId !== operationId || text === undefined || text.length <= most
        ? input
        : { ...input, [field]: treat(text) };
    };
  };

const cut = (most: number) => (text: string) => text.slice(0, most);

const crash = (): string => {
  throw new Error('value too long for type character varying');
};

const refuse = (): string => {
  throw new Refusal('invalid', 'too long');
};

const rows = [
  ['copies', 'duplicateSite', 'name', 'names', 'a copy'],
  ['creations', 'createSite', 'name', 'names', 'a creation'],
  ['updates', 'updateSite', 'name', 'names', 'an update'],
  ['new-routes', 'createRoute', 'pathname', 'pathnames', 'a new route'],
  ['route-updates', 'updateRoute', 'pathname', 'pathnames', 'an update of a route'],
] as const;

export const siblingLimits: readonly Entry[] = rows.flatMap(
  ([slug, operationId, field, noun, what]): Entry[] =>
    [
      {
        id: `siblings/long-${noun}-cut-in-${slug}`,
        title: `In ${what}, ${noun} are cut at 255 characters; elsewhere they are kept.`,
        deviate: limitIn(operationId, field, 255, cut(255)),
      },
      {
        id: `siblings/long-${noun}-crash-${slug}`,
        title: `In ${what}, ${noun} of more than 255 characters get status 500; elsewhere they are kept.`,
        deviate: limitIn(operationId, field, 255, crash),
      },
      {
        id: `siblings/long-${noun}-refused-in-${slug}`,
        title: `In ${what}, ${noun} of more than 100 characters are refused; elsewhere they are kept.`,
        level: 'should' as const,
        deviate: limitIn(operationId, field, 100, refuse),
      },
    ].map((entry) => ({ ...entry })),
);
