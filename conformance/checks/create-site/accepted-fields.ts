import { toHostUrl } from '../../data/fresh-body.ts';
import { isRecord } from '../../data/json-path.ts';
import { createWithLocale, makeHostless, makeOriginal } from '../../model/shared.ts';
import { compareSite, createSite } from '../../model/sites.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { frame } from './frame.ts';

/** What a new site may be given next to its name. */
export const acceptedFields: readonly Check[] = [
  {
    ...frame,
    id: 'createSite/accepts-every-field',
    title: 'A site can be created with a name, a host URL and a locale',
    requirements: [
      'operations-exist',
      'create-site-body',
      'create-site-stores-what-was-sent',
      'site-locale-is-accepted',
    ],
    sends:
      'a site with name, hostUrl (a public https origin) and locale (en-US, or the next likely one if that is refused)',
    expects: 'a site with that name and that origin',
    creates: 1,
    async run(scope) {
      const name = scope.unique();
      const hostUrl = toHostUrl(name, scope.run.domain);
      const { body, expected, sent } = await createWithLocale(scope, { name, hostUrl });
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
  {
    ...frame,
    id: 'createSite/accepts-a-host-url-without-a-locale',
    title: 'A site can be created with a host URL and no locale',
    requirements: ['create-site-body', 'create-site-stores-what-was-sent'],
    sends: 'a site with name and hostUrl',
    expects: 'a site with that name and that origin',
    uses: ['original'],
    async run(scope) {
      const site = await makeOriginal(scope);
      const answer = scope.run.journal.entries.find(
        ({ operation: { id }, sent }) =>
          id === 'createSite' &&
          isSuccess(sent) &&
          isRecord(sent.reply?.json) &&
          sent.reply.json['id'] === site.id,
      );
      if (answer === undefined || !isRecord(answer.sent.reply?.json))
        throw new Inconclusive('the response to the creation was lost');
      if (!new TextDecoder().decode(answer.sent.request.body).includes('"hostUrl"')) {
        // The hosts that were tried first were refused.
        const name = scope.unique();
        const made = await createSite(scope, { name, hostUrl: toHostUrl(name, scope.run.domain) });
        compareSite(scope, made.body, made.expected, 'the created site', made.sent);
        return;
      }
      compareSite(scope, answer.sent.reply.json, site, 'the created site', answer.sent);
    },
  },
  {
    ...frame,
    id: 'createSite/accepts-a-locale-without-a-host-url',
    title: 'A site can be created with a locale and no host URL',
    requirements: ['create-site-body', 'site-locale-is-accepted'],
    sends: 'a site with name and locale',
    expects: 'a site with that name',
    uses: ['hostless'],
    async run(scope) {
      const { body, expected, sent } = await makeHostless(scope);
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
];
