import { toHostUrl } from '../data/fresh-body.ts';
import {
  hurtingNames,
  hurtingParts,
  hurtingText,
  textAtTheEnds,
  veryLongText,
  wellFormedTexts,
  wholeTexts,
} from '../data/hurting-text.ts';
import type { Check, Scope } from '../engine/check.ts';
import { isRefused } from '../engine/lawful-refusals.ts';
import type { ExpectedSite } from '../engine/ledger.ts';
import { call, judgeEmptyUpdate, requireSuccess } from '../engine/run.ts';
import { takeTurn, useBare, useSubject } from '../engine/shared.ts';
import { compareSite, expectRecord, toOrigin, updateSite } from '../engine/sites.ts';
import { expectTextsToComeBack } from './texts.ts';

const shared = {
  operation: 'updateSite',
  level: 'MUST',
  stage: 'calls',
  writes: true,
  uses: ['subject'],
} as const;

/** JSON may have any character escaped (RFC 8259, section 7). */
function toEscapedJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new TextEncoder().encode(text);
}

/** Renames a site over and over. */
function tryNames(scope: Scope, site: ExpectedSite) {
  return {
    send: (name: string, encode: (body: object) => unknown = (body) => body) =>
      call(scope, {
        operation: 'updateSite',
        path: { siteId: site.id },
        body: encode({ name }),
        intent: 'probe',
      }),
    read: (body: Record<string, unknown>) => body['name'],
    pointer: '/name',
    accepted: (name: string) => {
      site.name = name;
    },
  };
}

export const updateSiteChecks: readonly Check[] = [
  {
    ...shared,
    id: 'updateSite/changes-the-name-alone',
    title: 'a new name leaves the rest of a site as it is',
    requirements: [
      'operations-exist',
      'update-site-succeeds',
      'update-site-changes-what-is-named',
      'writes-last',
    ],
    sends: 'an update with a name, then one that changes nothing',
    expects: 'the new name, and the same id, hostUrl and apiKey as before, in both answers',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
        compareSite(scope, body, site, 'the updated site', sent);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/changes-the-host-url-alone',
    title: 'a new host URL leaves the rest of a site as it is',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends: 'an update with a hostUrl, then one that changes nothing',
    expects: 'the new origin, and the same id, name and apiKey as before, in both answers',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const { body, sent } = await updateSite(scope, site, {
          hostUrl: toHostUrl(scope.unique(), scope.run.domain),
        });
        compareSite(scope, body, site, 'the updated site', sent);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/changes-both-fields',
    title: 'name and host URL change together',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends:
      'an update with name and hostUrl, the same again in another order, then one that changes nothing',
    expects:
      'both new values, and the same id and apiKey, in all answers (what changes nothing may be refused)',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const name = scope.unique();
        const hostUrl = toHostUrl(name, scope.run.domain);
        const { body, sent } = await updateSite(scope, site, { name, hostUrl });
        compareSite(scope, body, site, 'the updated site', sent);
        const again = await call(scope, {
          operation: 'updateSite',
          path: { siteId: site.id },
          body: { hostUrl, name },
          intent: 'probe',
        });
        // What changes nothing may be refused for that.
        if (!isRefused(again)) {
          const answered = requireSuccess(scope.run, again, 'the same update again');
          compareSite(scope, answered, site, 'the site updated with what it had', again);
        }
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/changes-a-site-that-was-given-a-name-alone',
    title: 'a site without a host takes one later, and a new name of its own',
    requirements: ['update-site-succeeds', 'update-site-changes-what-is-named', 'writes-last'],
    sends:
      'updates with a hostUrl and then with a name, of a site that was given neither host nor locale and whose name another site has, too',
    expects: 'the new values in this site, and in no other',
    uses: ['bare'],
    run: (scope) =>
      takeTurn(scope, 'bare', async () => {
        const site = await useBare(scope);
        const changes = [
          { hostUrl: toHostUrl(scope.unique(), scope.run.domain) },
          { name: scope.unique() },
        ];
        for (const change of changes) {
          const { body, sent } = await updateSite(scope, site, change);
          compareSite(scope, body, site, 'the updated site', sent);
        }
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/an-empty-update-changes-nothing',
    title: 'an update without fields answers the site as it is',
    requirements: ['update-site-changes-what-is-named'],
    sends: 'an update with an empty object, twice',
    expects: 'the site as it is (a refusal proves nothing: required fields are not shown)',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        for (let round = 1; round <= 2; round += 1) {
          const sent = await call(scope, {
            operation: 'updateSite',
            path: { siteId: site.id },
            body: {},
            intent: 'probe',
          });
          judgeEmptyUpdate(scope.run, sent);
          compareSite(
            scope,
            requireSuccess(scope.run, sent, 'an empty update'),
            site,
            'the site after an empty update',
            sent,
          );
        }
      }),
  },
  {
    ...shared,
    id: 'updateSite/keeps-texts',
    title: 'a new name comes back as it was sent',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that servers are known to change, and with generated ones: escapes of one kind, white space and marks at the ends, a very long one, and letters of many scripts',
    expects: 'each name that is accepted, character by character',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        const base = scope.unique();
        await expectTextsToComeBack(scope, {
          ...tryNames(scope, site),
          whole: [
            base,
            base.toUpperCase(),
            ...wellFormedTexts,
            ...textAtTheEnds.map((place) => place(base)),
            base + veryLongText,
          ],
          joined: hurtingParts,
          prefix: base,
          generated: { texts: hurtingText.map((text) => base + text), runs: 12 },
        });
        site.writers.push(scope.check.id);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/keeps-look-alikes',
    title: 'a new name that looks like something else stays a text',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that are empty, or look like numbers, dates, words of a programming language or JSON; then one whose JSON has each letter beyond ASCII escaped',
    expects: 'each name that is accepted, character by character',
    uses: ['bare'],
    run: (scope) =>
      takeTurn(scope, 'bare', async () => {
        const site = await useBare(scope);
        const trial = tryNames(scope, site);
        await expectTextsToComeBack(scope, { ...trial, whole: ['', ...wholeTexts] });
        await expectTextsToComeBack(scope, {
          ...trial,
          send: (text) => trial.send(text, toEscapedJson),
          whole: [hurtingNames.letters],
        });
        site.writers.push(scope.check.id);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/concurrent-updates-of-two-sites-are-independent',
    title: 'updates of two sites at the same moment do not get mixed up',
    requirements: ['concurrent-requests-are-independent', 'update-site-changes-what-is-named'],
    sends: 'an update of each of two sites at once, in several rounds',
    expects: 'each answer with the site and the name of its own request, and both names afterwards',
    uses: ['subject', 'bare'],
    run: (scope) =>
      takeTurn(scope, 'subject', () =>
        takeTurn(scope, 'bare', async () => {
          const sites = [await useSubject(scope), await useBare(scope)];
          for (let round = 1; round <= 3; round += 1) {
            await Promise.all(
              sites.map(async (site) => {
                const { body, sent } = await updateSite(scope, site, { name: scope.unique() });
                compareSite(scope, body, site, 'a site updated next to another', sent);
              }),
            );
          }
          for (const site of sites)
            await expectRecord(scope, site, 'a site updated next to another, read back');
        }),
      ),
  },
  {
    ...shared,
    id: 'updateSite/keeps-origins',
    title: 'a new host URL comes back as the same origin',
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
        });
        site.writers.push(scope.check.id);
        await expectRecord(scope, site, 'the site read back');
      }),
  },
  {
    ...shared,
    id: 'updateSite/concurrent-updates-both-last',
    title: 'updates of different fields at the same moment both last',
    requirements: ['concurrent-requests-are-independent', 'writes-last'],
    sends: 'an update of the name and one of the host URL at once, in several rounds',
    expects: 'both new values afterwards',
    run: (scope) =>
      takeTurn(scope, 'subject', async () => {
        const site = await useSubject(scope);
        // Where a field alone is not taken, updates of different fields cannot be told apart.
        await updateSite(scope, site, { name: scope.unique() });
        await updateSite(scope, site, { hostUrl: toHostUrl(scope.unique(), scope.run.domain) });
        const rounds = scope.run.options.thorough ? 8 : 4;
        for (let round = 1; round <= rounds; round += 1) {
          await Promise.all([
            updateSite(scope, site, { name: scope.unique() }),
            updateSite(scope, site, { hostUrl: toHostUrl(scope.unique(), scope.run.domain) }),
          ]);
        }
        await expectRecord(scope, site, 'the site after updates at the same moment');
      }),
  },
];
