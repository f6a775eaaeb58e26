import { hurtingText, hurtingUrlText } from '../../data/hurting-text.ts';
import { loosePathnameParts, pathnameParts } from '../../data/url-parts.ts';
import { wholeTexts } from '../../data/whole-texts.ts';
import { useOriginal } from '../../model/shared.ts';
import type { Check } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { readOneText } from '../route-texts.ts';
import { expectTextsToComeBack } from '../texts.ts';
import { enterAccepted } from './enter-accepted.ts';
import { frame } from './frame.ts';

/** Texts that servers are known to change. */
export const keptTexts: readonly Check[] = [
  {
    ...frame,
    id: 'createRoute/keeps-pathnames',
    long: true,
    title: 'A pathname is returned as sent',
    requirements: ['texts-come-back-unchanged', 'create-route-stores-what-was-sent'],
    sends:
      'routes with pathnames that servers are known to change, and with generated ones: percent-encodings, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'every accepted pathname unchanged',
    async run(scope) {
      const site = await useOriginal(scope);
      await expectTextsToComeBack(scope, {
        send: async (pathname) => {
          const sent = await call(scope, {
            operation: 'createRoute',
            path: { siteId: site.id },
            body: { pathname },
            intent: 'probe',
          });
          enterAccepted(scope, site.id, sent, pathname);
          return sent;
        },
        read: (body) => body['pathname'],
        pointer: '/pathname',
        whole: [
          '/',
          `/${scope.unique()}/page.html`,
          `/${scope.unique()}/`,
          `/${scope.unique()}/007`,
        ],
        joined: pathnameParts,
        prefix: `/${scope.unique()}`,
        generated: { texts: hurtingUrlText.map((text) => `/${scope.unique()}${text}`), runs: 5 },
      });
    },
  },
  {
    ...frame,
    id: 'createRoute/keeps-texts-when-validation-is-skipped',
    long: true,
    title: 'Texts of a new route are returned as sent when validation is skipped',
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends:
      'routes with skipValidation=true and one generated text as pathname, as locale and as pathname of a variant',
    expects: 'every accepted text unchanged, in all three places',
    async run(scope) {
      const site = await useOriginal(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: async (text) => {
          const body = { pathname: text, localizedVariants: [{ locale: text, pathname: text }] };
          const sent = await call(scope, {
            operation: 'createRoute',
            path: { siteId: site.id },
            body,
            query: 'skipValidation=true',
            intent: 'probe',
          });
          enterAccepted(scope, site.id, sent, text);
          return sent;
        },
        read: readOneText,
        pointer: '/pathname',
        whole: [...wholeTexts.slice(0, 6).map((text) => unique + text), `/${unique}/`],
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs: 5 },
      });
    },
  },
];
