import { changeInput } from '../deviations/inputs.ts';
import { wrapOperation } from '../deviations/replies.ts';
import { alsoDemand, changeRule } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isPathname } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

type RouteOperation = 'createRoute' | 'updateRoute';

const both: readonly RouteOperation[] = ['createRoute', 'updateRoute'];

/** Accepts a field of any type if validation is skipped, and returns it as sent. */
const showAsSent =
  (operationId: RouteOperation, field: 'pathname' | 'localizedVariants'): Deviation =>
  (service) => {
    changeRule(operationId, field, (plain) => ({
      isType: () => true,
      isLawful: (value, exchange) =>
        exchange.query.skipValidation || (plain.isType(value) && plain.isLawful(value, exchange)),
    }))(service);
    const { toReply } = service;
    service.toReply = (exchange, body) => {
      const sent = Object(exchange.body);
      const isShown =
        exchange.operationId === operationId && exchange.query.skipValidation && field in sent;
      return toReply(exchange, isShown ? { ...body, [field]: sent[field] } : body);
    };
  };

/** Crashes on values that validation would have refused. */
const crashOverTypes =
  (operationId: RouteOperation): Deviation =>
  (service) => {
    const { checkBody } = service;
    service.checkBody = (exchange) => {
      if (exchange.operationId !== operationId || !exchange.query.skipValidation)
        return checkBody(exchange);
      const { pathname = '', localizedVariants = [] } = Object(exchange.body);
      pathname.startsWith('/');
      for (const { locale } of localizedVariants) locale.toLowerCase();
      return checkBody(exchange);
    };
  };

/** Faults of requests without validation. */
export const skippedValidation: readonly Entry[] = [
  ...both.flatMap((operationId) => [
    {
      id: `skip-validation/shows-what-is-no-text-${operationId}`,
      title: `With skipValidation=true, ${operationId} accepts a pathname of any type, and returns it as sent.`,
      deviate: showAsSent(operationId, 'pathname'),
    },
    {
      id: `skip-validation/shows-variants-of-any-form-${operationId}`,
      title: `With skipValidation=true, ${operationId} accepts variants of any form, and returns them as sent.`,
      deviate: showAsSent(operationId, 'localizedVariants'),
    },
    {
      id: `skip-validation/crashes-over-types-${operationId}`,
      title: `With skipValidation=true, ${operationId} gets status 500 to a pathname or variants of another type.`,
      deviate: crashOverTypes(operationId),
    },
  ]),
  {
    id: 'skip-validation/skips-required-too',
    title: 'With skipValidation=true a route may be created without a pathname.',
    level: 'should',
    deviate: (service) => {
      changeRule('createRoute', 'pathname', () => ({ required: false }))(service);
      const { checkBody } = service;
      service.checkBody = (exchange) => {
        checkBody(exchange);
        const isMissing = service.toInput(exchange).pathname === undefined;
        if (exchange.operationId === 'createRoute' && isMissing && !exchange.query.skipValidation) {
          throw new Refusal('invalid', 'pathname is required');
        }
      };
    },
  },
  {
    id: 'skip-validation/drops-variants',
    title: 'With skipValidation=true localized variants are dropped.',
    deviate: changeInput(both, (input, { query }) =>
      query.skipValidation ? { ...input, localizedVariants: undefined } : input,
    ),
  },
  {
    id: 'skip-validation/not-stored',
    title: 'With skipValidation=true an update is returned and not stored.',
    deviate: wrapOperation('updateRoute', async (exchange, plain, service) => {
      const old = service.store.findRoute(exchange.resourceId);
      const body = await plain(exchange);
      if (exchange.query.skipValidation && old) service.store.replaceRoute(old);
      return body;
    }),
  },
  {
    id: 'skip-validation/variants-checked-all-the-same',
    title: 'With skipValidation=true the pathnames of localized variants are still checked.',
    level: 'should',
    deviate: (service) => {
      for (const operationId of both) {
        alsoDemand(
          operationId,
          'localizedVariants',
          (value) => Array.isArray(value) && value.every((item) => isPathname(item?.pathname)),
        )(service);
      }
    },
  },
];
