import { alsoDemand } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isText } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { WebhookRecord } from '../service/store.ts';

const hasDigit = (value: unknown): boolean => isText(value) && /\d/.test(value);

const refuseWebhook =
  (isRefused: (webhook: WebhookRecord, others: readonly WebhookRecord[]) => boolean): Deviation =>
  ({ store }: Service) => {
    const { insertWebhook, webhooksOf } = store;
    store.insertWebhook = (webhook) => {
      if (isRefused(webhook, webhooksOf(webhook.workspaceId)))
        throw new Refusal('conflict', 'refused without need');
      insertWebhook(webhook);
    };
  };

/** Refusals that look like rules but are not: the same value is accepted elsewhere. */
export const lawlessRules: readonly Entry[] = [
  {
    id: 'lawless-rules/digits-refused-in-updates',
    title: 'A name with a digit is accepted at creation and refused in an update.',
    deviate: alsoDemand('updateSite', 'name', (value) => !hasDigit(value)),
  },
  {
    id: 'lawless-rules/digits-refused-at-creation',
    title: 'A name with a digit is refused at creation and accepted in an update.',
    deviate: alsoDemand('createSite', 'name', (value) => !hasDigit(value)),
  },
  {
    id: 'lawless-rules/digits-refused-in-copies',
    title: 'A name with a digit is refused only for a duplicate.',
    deviate: alsoDemand('duplicateSite', 'name', (value) => !hasDigit(value)),
  },
  {
    id: 'lawless-rules/pathname-digits-refused-at-creation',
    title: 'A pathname with a digit is refused at creation and accepted in an update.',
    deviate: alsoDemand('createRoute', 'pathname', (value) => !hasDigit(value)),
  },
  {
    id: 'lawless-rules/hosts-refused-at-creation-without-a-locale',
    title: 'A host is refused at creation if no locale is sent with it.',
    deviate: (service) => {
      const { checkBody } = service;
      service.checkBody = (exchange) => {
        checkBody(exchange);
        const { hostUrl, locale } = service.toInput(exchange);
        if (exchange.operationId === 'createSite' && hostUrl !== undefined && locale === undefined)
          throw new Refusal('invalid', 'refused without need');
      };
    },
  },
  {
    id: 'lawless-rules/one-event-type-for-a-workspace',
    title: 'A workspace that has a webhook accepts none for another event type.',
    deviate: refuseWebhook((webhook, others) =>
      others.some(({ eventType }) => eventType !== webhook.eventType),
    ),
  },
  {
    id: 'lawless-rules/one-webhook-for-a-workspace',
    title: 'A workspace accepts only one webhook.',
    deviate: refuseWebhook((_, others) => others.length > 0),
  },
  {
    id: 'lawless-rules/routes-of-a-site-only-with-variants-from-the-third-on',
    title: 'From the third route of a site on, a route without variants is refused.',
    deviate: ({ store }) => {
      const { insertRoute, routesOf } = store;
      store.insertRoute = (route) => {
        if (routesOf(route.siteId).length >= 2 && route.localizedVariants.length === 0)
          throw new Refusal('invalid', 'refused without need');
        insertRoute(route);
      };
    },
  },
];
