import { toAddress } from '../../data/fresh-body.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { enterCreated, tryCreateRoute, tryCreateWebhook } from '../../model/trials.ts';
import { Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';
import { useAddressDomain } from '../create-webhook/index.ts';
import { observation, observeAcceptance } from './observation.ts';

async function tryRoute(
  scope: Scope,
  body: { pathname: string; localizedVariants?: unknown },
): Promise<Sent> {
  const { id } = await useOriginal(scope);
  const sent = await tryCreateRoute(scope, id, body);
  enterCreated(scope, sent, { kind: 'route', label: body.pathname, parent: id });
  return sent;
}

async function tryWebhook(scope: Scope, url: string): Promise<Sent> {
  const sent = await tryCreateWebhook(scope, { url, eventType: firstEventType(scope) });
  enterCreated(scope, sent, { kind: 'webhook', label: url, parent: scope.run.options.workspace });
  return sent;
}

function firstEventType({ run }: Scope): string {
  const [type] = run.contract.document.components?.schemas?.['EventType']?.enum ?? [];
  return String(type);
}

export const routeAndWebhookObservations: readonly Check[] = [
  observation({
    id: 'createRoute/observes-rules-for-pathnames',
    operation: 'createRoute',
    title: 'Which pathnames are accepted while validation is on',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'routes with a pathname in upper case, and with a space and a letter beyond ASCII',
    uses: ['original'],
    async run(scope) {
      const loose = isSuccess(await tryRoute(scope, { pathname: `/${scope.unique()} é` }));
      const upper =
        loose || isSuccess(await tryRoute(scope, { pathname: `/${scope.unique().toUpperCase()}` }));
      if (loose)
        scope.observe('a pathname may contain any character after the slash', {
          id: 'pathname-form',
          value: 'leading-slash',
        });
      else if (upper)
        scope.observe('a pathname must be a URI path', {
          id: 'pathname-form',
          value: 'uri-path',
        });
      else
        scope.observe('a pathname must be in lower case', {
          id: 'pathname-form',
          value: 'lower-case',
        });
    },
  }),
  observation({
    id: 'createRoute/observes-rules-for-locales',
    operation: 'createRoute',
    title: 'Which locales are accepted while validation is on',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'a route with a variant whose locale is a word',
    uses: ['original'],
    async run(scope) {
      const unique = scope.unique();
      const sent = await tryRoute(scope, {
        pathname: `/${unique}`,
        localizedVariants: [{ locale: 'english', pathname: `/en/${unique}` }],
      });
      observeAcceptance(
        scope,
        sent,
        'a locale that is not of the form language-REGION',
        'locale-form',
        { accepted: 'any', refused: 'language-region' },
      );
    },
  }),
  observation({
    id: 'createRoute/observes-unique-pathnames',
    operation: 'createRoute',
    title: 'Whether two routes of a site may share a pathname',
    requirement: 'pathname-rules-are-not-shown',
    sends: 'the same route twice',
    uses: ['original'],
    async run(scope) {
      const pathname = `/${scope.unique()}`;
      if (!isSuccess(await tryRoute(scope, { pathname })))
        throw new Inconclusive('a plain route is refused');
      observeAcceptance(
        scope,
        await tryRoute(scope, { pathname }),
        'a second route with the same pathname',
        'unique-pathname',
        { accepted: 'allowed', refused: 'refused' },
      );
    },
  }),
  observation({
    id: 'createWebhook/observes-rules-for-addresses',
    operation: 'createWebhook',
    title: 'Which webhook URLs are accepted',
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'webhooks with a mailto URL, an http URL, and an https URL with an IP address',
    async run(scope) {
      const domain = await useAddressDomain(scope, firstEventType(scope));
      const unique = scope.unique();
      const form = isSuccess(await tryWebhook(scope, `mailto:${unique}@${domain}`))
        ? 'any'
        : isSuccess(await tryWebhook(scope, toAddress(unique, domain).replace(/^https/, 'http')))
          ? 'http'
          : isSuccess(await tryWebhook(scope, `https://127.0.0.1/${unique}`))
            ? 'https'
            : 'public-https';
      const statements: Readonly<Record<string, string>> = {
        any: 'any URI can be registered',
        http: 'http and https URLs can be registered',
        https: 'only https URLs can be registered',
        'public-https': 'only public https URLs can be registered',
      };
      scope.observe(statements[form] ?? form, { id: 'webhook-url-form', value: form });
    },
  }),
  observation({
    id: 'createWebhook/observes-unique-webhooks',
    operation: 'createWebhook',
    title: 'Whether a URL can be registered twice for one event type',
    requirement: 'webhook-address-rules-are-not-shown',
    sends: 'the same webhook twice',
    async run(scope) {
      const url = toAddress(scope.unique(), await useAddressDomain(scope, firstEventType(scope)));
      if (!isSuccess(await tryWebhook(scope, url)))
        throw new Inconclusive('a plain webhook is refused');
      observeAcceptance(
        scope,
        await tryWebhook(scope, url),
        'the same webhook again',
        'unique-webhook',
        { accepted: 'allowed', refused: 'refused' },
      );
    },
  }),
];
