import { toAddress } from '../../data/fresh-body.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';
import { observation, observeAcceptance } from '../frames.ts';
import { tryRoute } from '../routes/validation.ts';
import { tryWebhook, useAddressDomain } from '../webhooks.ts';

function tryAddress(scope: Scope, url: string): Promise<Sent> {
  return tryWebhook(scope, { url, eventType: firstEventType(scope) });
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
    sends: 'routes with a pathname in upper case, and with a space and a non-ASCII letter',
    uses: ['original'],
    async run(scope) {
      const { id } = await useOriginal(scope);
      const isTaken = async (pathname: string) =>
        isSuccess(await tryRoute(scope, id, { pathname }));
      const loose = await isTaken(`/${scope.unique()} é`);
      const upper = loose || (await isTaken(`/${scope.unique().toUpperCase()}`));
      const [statement, value] = loose
        ? ['a pathname may contain any character after the slash', 'leading-slash']
        : upper
          ? ['a pathname must be a URI path', 'uri-path']
          : ['a pathname must be in lower case', 'lower-case'];
      scope.observe(statement, { id: 'pathname-form', value });
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
      const sent = await tryRoute(scope, (await useOriginal(scope)).id, {
        pathname: `/${unique}`,
        localizedVariants: [{ locale: 'english', pathname: `/en/${unique}` }],
      });
      observeAcceptance(
        scope,
        sent,
        'a locale that is not of the form language-REGION',
        'locale-form',
        ['any', 'language-region'],
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
      const { id } = await useOriginal(scope);
      const pathname = `/${scope.unique()}`;
      if (!isSuccess(await tryRoute(scope, id, { pathname })))
        throw new Inconclusive('a plain route is refused');
      observeAcceptance(
        scope,
        await tryRoute(scope, id, { pathname }),
        'a second route with the same pathname',
        'unique-pathname',
        ['allowed', 'refused'],
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
      // Each URL also violates all rules after its own.
      const rules = [
        ['any', `mailto:${unique}@${domain}`, 'any URI can be registered'],
        [
          'http',
          toAddress(unique, domain).replace(/^https/, 'http'),
          'http and https URLs can be registered',
        ],
        ['https', `https://127.0.0.1/${unique}`, 'only https URLs can be registered'],
      ] as const;
      for (const [value, url, statement] of rules) {
        if (!isSuccess(await tryAddress(scope, url))) continue;
        scope.observe(statement, { id: 'webhook-url-form', value });
        return;
      }
      const value = 'public-https';
      scope.observe('only public https URLs can be registered', { id: 'webhook-url-form', value });
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
      if (!isSuccess(await tryAddress(scope, url)))
        throw new Inconclusive('a plain webhook is refused');
      observeAcceptance(
        scope,
        await tryAddress(scope, url),
        'the same webhook again',
        'unique-webhook',
        ['allowed', 'refused'],
      );
    },
  }),
];
