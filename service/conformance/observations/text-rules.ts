import { isSuccess } from '../../../conformance/runner/journal.ts';
import { listEventTypes, tryWebhook, useAddressDomain } from '../checks/webhooks.ts';
import { createWebhookUrl } from '../data/fresh-body.ts';
import { sendProbe } from '../model/call.ts';
import type { Scope } from '../model/scope.ts';
import { useOriginal } from '../model/shared.ts';
import {
  answerForm,
  answerUniqueness,
  assertRefused,
  isAccepted,
  type Observation,
  sendTwice,
} from './observation.ts';

async function tryRoute(scope: Scope, body: object) {
  return sendProbe(scope, 'createRoute', (await useOriginal(scope)).id, body);
}

const routes: readonly Observation[] = [
  {
    id: 'createRoute/observes-rules-for-locales',
    about: ['locale-form'],
    requirement: 'pathname-rules-are-not-shown',
    sends: 'a route with a variant whose locale is a word',
    uses: ['original'],
    async run(scope) {
      const pathname = `/${scope.unique()}`;
      const localizedVariants = [{ locale: 'english', pathname: `/en${pathname}` }];
      const sent = await tryRoute(scope, { pathname, localizedVariants });
      if (isAccepted(scope, sent, 'locale-form', 'language-region'))
        scope.answer('locale-form', 'any');
    },
  },
  {
    id: 'createRoute/observes-unique-pathnames',
    about: ['unique-pathname'],
    requirement: 'pathname-rules-are-not-shown',
    sends: 'the same route twice',
    uses: ['original'],
    async run(scope) {
      const pathname = `/${scope.unique()}`;
      const replies = await sendTwice('route', () => tryRoute(scope, { pathname }));
      answerUniqueness(scope, 'unique-pathname', replies);
    },
  },
  {
    id: 'createRoute/observes-rules-for-pathnames',
    about: ['pathname-form'],
    requirement: 'pathname-rules-are-not-shown',
    sends: 'routes with a pathname in upper case, and with a space and a non-ASCII letter',
    uses: ['original'],
    run(scope) {
      const send = async (pathname: string) => {
        const sent = await tryRoute(scope, { pathname });
        if (!isSuccess(sent)) assertRefused(sent);
        return isSuccess(sent);
      };
      return answerForm(scope, 'pathname-form', send, [
        ['leading-slash', `/${scope.unique()} é`],
        ['uri-path', `/${scope.unique().toUpperCase()}`],
        ['lower-case', scope.pathname()],
      ]);
    },
  },
];

const webhooks: readonly Observation[] = [
  {
    id: 'createWebhook/observes-unique-webhooks',
    about: ['unique-webhook'],
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'the same webhook twice',
    async run(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const url = createWebhookUrl(scope.unique(), await useAddressDomain(scope));
      const replies = await sendTwice('webhook', () => tryWebhook(scope, { url, eventType }));
      answerUniqueness(scope, 'unique-webhook', replies);
    },
  },
  {
    id: 'createWebhook/observes-rules-for-addresses',
    about: ['webhook-url-form'],
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'webhooks with a mailto URL, an http URL, and an https URL with an IP address',
    async run(scope) {
      const [eventType = ''] = listEventTypes(scope.run.contract);
      const domain = await useAddressDomain(scope);
      const unique = scope.unique();
      const send = async (url: string) => {
        const sent = await tryWebhook(scope, { url, eventType });
        if (!isSuccess(sent)) assertRefused(sent);
        return isSuccess(sent);
      };
      const plain = createWebhookUrl(unique, domain);
      await answerForm(scope, 'webhook-url-form', send, [
        ['any', `mailto:${unique}@${domain}`],
        ['http', plain.replace(/^https/, 'http')],
        ['https', `https://127.0.0.1/${unique}`],
        ['public-https', plain],
      ]);
    },
  },
];

export const textRules: readonly Observation[] = [...routes, ...webhooks];
