import { alsoDemand, demandField } from '../deviations/requests.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import { type Exchange, operationIds, Refusal } from '../service/exchange.ts';
import { isText } from '../service/field-rules.ts';
import { around, type Deviation, type Service, type WebhookRecord } from '../service/service.ts';

/** Refuses valid requests that meet a condition. */
const refuseWhen = (isRefused: (exchange: Exchange, service: Service) => boolean): Deviation =>
  around('checkBody', (checkBody, service) => (exchange) => {
    checkBody(exchange);
    exchange.input = service.toInput(exchange);
    if (isRefused(exchange, service)) throw new Refusal('invalid', 'refused without need');
  });

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
  ...entries({
    'refusals/host-required: Creating a site without a host is refused.': demandField(
      'createSite',
      'hostUrl',
    ),
    'refusals/locale-required: Creating a site without a locale is refused.': demandField(
      'createSite',
      'locale',
    ),
    'refusals/locale-refused: Creating a site with a locale is refused.': should(
      alsoDemand('createSite', 'locale', () => false),
    ),
    'refusals/host-refused-at-creation: Creating a site with a host is refused.': should(
      alsoDemand('createSite', 'hostUrl', () => false),
    ),
    'refusals/variants-required: Creating a route without localized variants is refused.':
      demandField('createRoute', 'localizedVariants'),
    'refusals/variants-refused: Creating a route with localized variants is refused.': should(
      alsoDemand('createRoute', 'localizedVariants', isEmptyArray),
    ),
    'refusals/empty-variants-refused: An empty array of localized variants is refused.': alsoDemand(
      'createRoute',
      'localizedVariants',
      (value) => !isEmptyArray(value),
    ),
    'refusals/empty-variants-refused-in-update: An update with an empty array of localized variants is refused.':
      should(alsoDemand('updateRoute', 'localizedVariants', (value) => !isEmptyArray(value))),
    'refusals/route-update-needs-pathname: An update of a route without a pathname is refused.':
      demandField('updateRoute', 'pathname'),
    'refusals/route-update-needs-variants: An update of a route without localized variants is refused.':
      demandField('updateRoute', 'localizedVariants'),
    'refusals/route-update-refuses-both: An update of a route with pathname and localized variants is refused.':
      refuseWhen(
        ({ operationId, input }) =>
          operationId === 'updateRoute' &&
          input.pathname !== undefined &&
          input.localizedVariants !== undefined,
      ),
    'refusals/route-update-refuses-variants: An update of a route with localized variants is refused.':
      alsoDemand('updateRoute', 'localizedVariants', () => false),
    'refusals/site-update-refuses-host: An update of a site with a host is refused.': alsoDemand(
      'updateSite',
      'hostUrl',
      () => false,
    ),
    'refusals/site-update-refuses-name: An update of a site with a name is refused.': alsoDemand(
      'updateSite',
      'name',
      () => false,
    ),
    'refusals/site-update-refuses-both: An update of a site with name and host is refused.':
      refuseWhen(
        ({ operationId, input }) =>
          operationId === 'updateSite' && input.name !== undefined && input.hostUrl !== undefined,
      ),
    'refusals/second-update-refused: A site can be updated once; later updates are refused.': (
      service,
    ) => {
      const updated = new Set<string>();
      refuseWhen(({ operationId, resourceId }) => {
        if (operationId !== 'updateSite') return false;
        const isSecond = updated.has(resourceId);
        updated.add(resourceId);
        return isSecond;
      })(service);
    },
    'refusals/limit-with-after-refused: A limit and a cursor together are refused.': refuseWhen(
      ({ request }) => request.query.has('limit') && request.query.has('after'),
    ),
    'refusals/after-refused: A cursor is refused.': refuseWhen(({ request }) =>
      request.query.has('after'),
    ),
    'refusals/after-without-limit-refused: A cursor without a limit is refused.': refuseWhen(
      ({ request }) => request.query.has('after') && !request.query.has('limit'),
    ),
    'refusals/limit-required: A list without a limit is refused.': refuseWhen(
      ({ operationId, request }) => operationId === 'listSites' && !request.query.has('limit'),
    ),
    'refusals/skip-validation-required: Creating a route without skipValidation is refused.':
      refuseWhen(
        ({ operationId, request }) =>
          operationId === 'createRoute' && !request.query.has('skipValidation'),
      ),
    'refusals/charset-refused: A Content-Type with a charset is refused.': should(
      refuseWhen(({ request }) => /charset/i.test(request.headers['content-type'] ?? '')),
    ),
    'refusals/second-workspace-takes-nothing: Sites can be created in the first workspace only.':
      refuseWhen(
        ({ operationId, resourceId }, { workspaceIds }) =>
          operationId === 'createSite' && resourceId === workspaceIds[1],
      ),
  }),
  ...operationIds.map((operationId) =>
    entry(
      `refusals/missing-${operationId}`,
      `${operationId} does not exist; requests for it get status 404.`,
      missing(404, operationId),
    ),
  ),
  ...entries({
    'refusals/duplicate-405: Duplicating gets status 405.': missing(405, 'duplicateSite'),
    'refusals/without-version: Paths are served without the prefix /v1.': around(
      'matchOperation',
      (matchOperation) => (request) => matchOperation({ ...request, path: `/v1${request.path}` }),
    ),
  }),
];

const hasDigit = (value: unknown): boolean => isText(value) && /\d/.test(value);

const refuseWebhook =
  (
    isRefused: (webhook: WebhookRecord, registered: readonly WebhookRecord[]) => boolean,
  ): Deviation =>
  ({ store }: Service) => {
    const { insertWebhook, webhooksOf } = store;
    store.insertWebhook = (webhook) => {
      if (isRefused(webhook, webhooksOf(webhook.workspaceId)))
        throw new Refusal('conflict', 'refused without need');
      insertWebhook(webhook);
    };
  };

/** Refusals that look like rules but are not: the same value is accepted elsewhere. */
export const lawlessRules: readonly Entry[] = entries({
  'lawless-rules/digits-refused-in-updates: A name with a digit is accepted at creation and refused in an update.':
    alsoDemand('updateSite', 'name', (value) => !hasDigit(value)),
  'lawless-rules/digits-refused-at-creation: A name with a digit is refused at creation and accepted in an update.':
    alsoDemand('createSite', 'name', (value) => !hasDigit(value)),
  'lawless-rules/digits-refused-in-copies: A name with a digit is refused only for a duplicate.':
    alsoDemand('duplicateSite', 'name', (value) => !hasDigit(value)),
  'lawless-rules/pathname-digits-refused-at-creation: A pathname with a digit is refused at creation and accepted in an update.':
    alsoDemand('createRoute', 'pathname', (value) => !hasDigit(value)),
  'lawless-rules/hosts-refused-at-creation-without-a-locale: A host is refused at creation if no locale is sent with it.':
    around('checkBody', (checkBody, service) => (exchange) => {
      checkBody(exchange);
      const { hostUrl, locale } = service.toInput(exchange);
      if (exchange.operationId === 'createSite' && hostUrl !== undefined && locale === undefined)
        throw new Refusal('invalid', 'refused without need');
    }),
  'lawless-rules/one-event-type-for-a-workspace: A workspace that has a webhook accepts none for another event type.':
    refuseWebhook((webhook, registered) =>
      registered.some(({ eventType }) => eventType !== webhook.eventType),
    ),
  'lawless-rules/one-webhook-for-a-workspace: A workspace accepts only one webhook.': refuseWebhook(
    (_, registered) => registered.length > 0,
  ),
  'lawless-rules/routes-of-a-site-only-with-variants-from-the-third-on: From the third route of a site on, a route without variants is refused.':
    ({ store }) => {
      const { insertRoute, routesOf } = store;
      store.insertRoute = (route) => {
        if (routesOf(route.siteId).length >= 2 && route.localizedVariants.length === 0)
          throw new Refusal('invalid', 'refused without need');
        insertRoute(route);
      };
    },
});
