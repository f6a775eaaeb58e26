import { alsoDemand, demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { type Exchange, operationIds } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';

/** Refuses valid requests that meet a condition. */
const refuseWhen =
  (isRefused: (exchange: Exchange, service: Service) => boolean): Deviation =>
  (service) => {
    const { checkBody } = service;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      exchange.input = service.toInput(exchange);
      if (isRefused(exchange, service)) throw new Refusal('invalid', 'refused without need');
    };
  };

const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const missing =
  (status: number, ...lost: readonly string[]): Deviation =>
  (service) => {
    const { matchOperation } = service;
    service.matchOperation = (request) => {
      const match = matchOperation(request);
      return match && lost.includes(match.operationId) ? undefined : match;
    };
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === 'no-operation' ? { ...reply, status } : reply;
    };
  };

export const refusals: readonly Entry[] = [
  {
    id: 'refusals/host-required',
    title: 'Creating a site without a host is refused.',
    deviate: demandField('createSite', 'hostUrl'),
  },
  {
    id: 'refusals/locale-required',
    title: 'Creating a site without a locale is refused.',
    deviate: demandField('createSite', 'locale'),
  },
  {
    id: 'refusals/locale-refused',
    title: 'Creating a site with a locale is refused.',
    level: 'should',
    deviate: alsoDemand('createSite', 'locale', () => false),
  },
  {
    id: 'refusals/host-refused-at-creation',
    title: 'Creating a site with a host is refused.',
    level: 'should',
    deviate: alsoDemand('createSite', 'hostUrl', () => false),
  },
  {
    id: 'refusals/variants-required',
    title: 'Creating a route without localized variants is refused.',
    deviate: demandField('createRoute', 'localizedVariants'),
  },
  {
    id: 'refusals/variants-refused',
    title: 'Creating a route with localized variants is refused.',
    level: 'should',
    deviate: alsoDemand('createRoute', 'localizedVariants', isEmptyArray),
  },
  {
    id: 'refusals/empty-variants-refused',
    title: 'An empty array of localized variants is refused.',
    deviate: alsoDemand('createRoute', 'localizedVariants', (value) => !isEmptyArray(value)),
  },
  {
    id: 'refusals/empty-variants-refused-in-update',
    title: 'An update with an empty array of localized variants is refused.',
    level: 'should',
    deviate: alsoDemand('updateRoute', 'localizedVariants', (value) => !isEmptyArray(value)),
  },
  {
    id: 'refusals/route-update-needs-pathname',
    title: 'An update of a route without a pathname is refused.',
    deviate: demandField('updateRoute', 'pathname'),
  },
  {
    id: 'refusals/route-update-needs-variants',
    title: 'An update of a route without localized variants is refused.',
    deviate: demandField('updateRoute', 'localizedVariants'),
  },
  {
    id: 'refusals/route-update-refuses-both',
    title: 'An update of a route with pathname and localized variants is refused.',
    deviate: refuseWhen(
      ({ operationId, input }) =>
        operationId === 'updateRoute' &&
        input.pathname !== undefined &&
        input.localizedVariants !== undefined,
    ),
  },
  {
    id: 'refusals/route-update-refuses-variants',
    title: 'An update of a route with localized variants is refused.',
    deviate: alsoDemand('updateRoute', 'localizedVariants', () => false),
  },
  {
    id: 'refusals/site-update-refuses-host',
    title: 'An update of a site with a host is refused.',
    deviate: alsoDemand('updateSite', 'hostUrl', () => false),
  },
  {
    id: 'refusals/site-update-refuses-name',
    title: 'An update of a site with a name is refused.',
    deviate: alsoDemand('updateSite', 'name', () => false),
  },
  {
    id: 'refusals/site-update-refuses-both',
    title: 'An update of a site with name and host is refused.',
    deviate: refuseWhen(
      ({ operationId, input }) =>
        operationId === 'updateSite' && input.name !== undefined && input.hostUrl !== undefined,
    ),
  },
  {
    id: 'refusals/second-update-refused',
    title: 'A site can be updated once; later updates are refused.',
    deviate: (service) => {
      const updated = new Set<string>();
      refuseWhen(({ operationId, resourceId }) => {
        if (operationId !== 'updateSite') return false;
        const isSecond = updated.has(resourceId);
        updated.add(resourceId);
        return isSecond;
      })(service);
    },
  },
  {
    id: 'refusals/limit-with-after-refused',
    title: 'A limit and a cursor together are refused.',
    deviate: refuseWhen(({ request }) => request.query.has('limit') && request.query.has('after')),
  },
  {
    id: 'refusals/after-refused',
    title: 'A cursor is refused.',
    deviate: refuseWhen(({ request }) => request.query.has('after')),
  },
  {
    id: 'refusals/after-without-limit-refused',
    title: 'A cursor without a limit is refused.',
    deviate: refuseWhen(({ request }) => request.query.has('after') && !request.query.has('limit')),
  },
  {
    id: 'refusals/limit-required',
    title: 'A list without a limit is refused.',
    deviate: refuseWhen(
      ({ operationId, request }) => operationId === 'listSites' && !request.query.has('limit'),
    ),
  },
  {
    id: 'refusals/skip-validation-required',
    title: 'Creating a route without skipValidation is refused.',
    deviate: refuseWhen(
      ({ operationId, request }) =>
        operationId === 'createRoute' && !request.query.has('skipValidation'),
    ),
  },
  {
    id: 'refusals/charset-refused',
    title: 'A Content-Type with a charset is refused.',
    level: 'should',
    deviate: refuseWhen(({ request }) => /charset/i.test(request.headers['content-type'] ?? '')),
  },
  {
    id: 'refusals/second-workspace-takes-nothing',
    title: 'Sites can be created in the first workspace only.',
    deviate: refuseWhen(
      ({ operationId, resourceId }, { workspaceIds }) =>
        operationId === 'createSite' && resourceId === workspaceIds[1],
    ),
  },
  ...operationIds.map((operationId) => ({
    id: `refusals/missing-${operationId}`,
    title: `There is no ${operationId}; requests for it get status 404.`,
    deviate: missing(404, operationId),
  })),
  {
    id: 'refusals/duplicate-405',
    title: 'Duplicating gets status 405.',
    deviate: missing(405, 'duplicateSite'),
  },
  {
    id: 'refusals/without-version',
    title: 'Paths are served without the prefix /v1.',
    deviate: (service) => {
      const { matchOperation } = service;
      service.matchOperation = (request) =>
        matchOperation({ ...request, path: `/v1${request.path}` });
    },
  },
];
