import { takeTurn, useSubject } from '../../model/shared.ts';
import { expectRecord, toOrigin } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { expectTextsToComeBack } from '../texts.ts';
import { frame } from './frame.ts';

export const keptOrigins: Check = {
  ...frame,
  id: 'updateSite/keeps-origins',
  title: 'A new host URL is returned as the same origin',
  requirements: [
    'texts-come-back-unchanged',
    'update-site-changes-what-is-named',
    'site-host-url-is-an-origin',
  ],
  sends:
    'updates with a host of many labels, dashes and digits, with a port, with http, and a long one',
  expects: 'each origin that is accepted, in any spelling of the same origin',
  run: (scope) =>
    takeTurn(scope, 'subject', async () => {
      const site = await useSubject(scope);
      const base = scope.unique();
      const { domain } = scope.run;
      await expectTextsToComeBack(scope, {
        send: (hostUrl) =>
          call(scope, {
            operation: 'updateSite',
            path: { siteId: site.id },
            body: { hostUrl },
            intent: 'probe',
          }),
        read: (body) => body['hostUrl'],
        pointer: '/hostUrl',
        whole: [
          `https://www.${base}.${domain}`,
          `https://my-${base}-1.shop.eu.${domain}`,
          `https://${base}.${domain}:8443`,
          `http://${base}h.${domain}`,
          `https://${`${base}x`.repeat(5)}.${`${base}y`.repeat(5)}.${domain}`,
        ],
        isSame: (sent, received) =>
          typeof received === 'string' && toOrigin(received) === toOrigin(sent),
        accepted: (hostUrl) => {
          site.hostUrl = hostUrl;
        },
        changed: () => site.uncertain.add('hostUrl'),
      });
      site.writers.push(scope.check.id);
      await expectRecord(scope, site, 'the site read back');
    }),
};
