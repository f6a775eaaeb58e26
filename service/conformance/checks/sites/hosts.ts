import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { isSuccess } from '../../../../conformance/runner/journal.ts';
import type { Sent } from '../../../../conformance/runner/target.ts';
import { createHostUrl } from '../../data/fresh-body.ts';
import { formatValue, isRefused, requireSuccess, sendProbe } from '../../model/call.ts';
import { compareRecord, isSameOrigin } from '../../model/compare.ts';
import { recordWrite } from '../../model/ledger.ts';
import {
  enterSite,
  expectSite,
  type MadeSite,
  updateIfTaken,
  updateSite,
} from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, useVictim } from '../../model/shared.ts';
import { frames, onSubject } from '../frames.ts';
import { expectTextsToComeBack } from '../texts.ts';

/** A scheme and a host with an optional port (RFC 6454, section 6.2), in any spelling. */
const origins = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/i;

function failHost(
  { run, fail }: Scope,
  sent: Sent,
  message: string,
  expected: string,
  received: unknown,
): void {
  fail({
    message,
    expected,
    received: formatValue(received),
    pointer: '/hostUrl',
    exchange: run.show(sent),
  });
}

function expectOrigin(scope: Scope, sent: Sent, received: unknown, origin: string): void {
  if (origins.test(String(received))) return;
  const message = 'a host URL with more than an origin was stored unchanged';
  failHost(scope, sent, message, `a refusal, or ${origin}`, received);
}

/** The host of another site. The interface does not say whether hosts are unique. */
async function useTakenHost(scope: Scope): Promise<string> {
  const { hostUrl } = await useVictim(scope);
  if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
  return hostUrl;
}

/** Checks of hosts of new sites that may be refused. */
export const hostsOfNew: readonly Check[] = [
  {
    ...frames.createSite,
    id: 'createSite/keeps-no-more-than-an-origin',
    title: 'A host URL with a path is refused, or stored without the path',
    requirements: ['site-host-url-is-an-origin', 'create-site-body'],
    sends: 'sites whose hostUrl has a path or a query; after one is accepted, updates instead',
    expects: 'a refusal, or a site with only the origin',
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      let site: MadeSite | undefined;
      for (const suffix of ['/path', '?query=1']) {
        const name = scope.unique();
        const hostUrl = createHostUrl(name, scope.run.domain);
        const body = { name, hostUrl: hostUrl + suffix };
        const sent =
          site === undefined
            ? await sendProbe(scope, 'createSite', workspace, body)
            : await sendProbe(scope, 'updateSite', site.expected.id, body);
        if (!isSuccess(sent)) continue;
        if (site === undefined) site = enterSite(scope, sent, { name, hostUrl }, workspace);
        else recordWrite(site.expected, { name, hostUrl }, sent);
        expectOrigin(scope, sent, requireSuccess(scope.run, sent, 'a site')['hostUrl'], hostUrl);
      }
    },
  },
  {
    ...frames.createSite,
    id: 'createSite/copes-with-a-host-that-is-taken',
    title:
      'A duplicate host and an unknown field are accepted or refused, but never cause a 5xx response',
    requirements: ['no-server-errors', 'create-site-stores-what-was-sent'],
    sends:
      'a site with the host of another site of the workspace and an unknown field; if that is refused, each separately',
    expects: 'a site with the host that was sent, or a refusal',
    creates: 1,
    uses: ['victim'],
    async run(scope) {
      const { workspace } = scope.run.options;
      const hostUrl = await useTakenHost(scope);
      const name = scope.unique();
      const extra = { extra: { a: [1] } };
      // Both in one request, to create only one site. If it is refused, each is sent separately.
      const bodies = [
        { name, hostUrl, ...extra },
        { name, hostUrl },
        { name, ...extra },
      ];
      for (const body of bodies) {
        const sent = await sendProbe(scope, 'createSite', workspace, body);
        if (isRefused(sent)) continue;
        const site = enterSite(scope, sent, body, workspace);
        return compareRecord(scope, site, 'the site with a host that is taken');
      }
    },
  },
];

/** Texts that are not allowed before or after the host. */
const beyond: readonly ((origin: string) => string)[] = [
  (origin) => `${origin}/path`,
  (origin) => `${origin}?query=1`,
  (origin) => `${origin}#fragment`,
  (origin) => origin.replace('://', '://user:secret@'),
];

/** Checks of hosts that updates give. */
export const hostsOfUpdated: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-origins',
    title: 'A new host URL is returned as the same origin',
    requirements: [
      'texts-come-back-unchanged',
      'update-site-changes-what-is-named',
      'site-host-url-is-an-origin',
    ],
    sends:
      'updates with a host of many labels, dashes and digits, with a port, with http, and with a long host',
    expects: 'each accepted origin, in any spelling of the same origin',
    run: onSubject(async (scope, site) => {
      const base = scope.unique();
      const { domain } = scope.run;
      await expectTextsToComeBack(scope, {
        send: (hostUrl) => sendProbe(scope, 'updateSite', site.id, { hostUrl }),
        read: (body) => body['hostUrl'],
        pointer: '/hostUrl',
        complete: [
          `https://www.${base}.${domain}`,
          `https://my-${base}-1.shop.eu.${domain}`,
          `https://${base}.${domain}:8443`,
          `http://${base}h.${domain}`,
          `https://${`${base}x`.repeat(5)}.${`${base}y`.repeat(5)}.${domain}`,
        ],
        isSame: (sent, received) => isSameOrigin(received, sent),
        accepted: (hostUrl, sent) => recordWrite(site, { hostUrl }, sent),
        changed: () => site.uncertain.add('hostUrl'),
      });
      await expectSite(scope, site, 'the site read back');
    }),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-no-more-than-an-origin',
    title: 'A host URL with more than an origin is refused, or reduced to its origin',
    requirements: ['site-host-url-is-an-origin', 'update-site-body'],
    sends:
      'updates with a hostUrl that has a path, a query, a fragment or user information, one at a time, and with an empty one',
    expects:
      'a refusal, or a site with only the origin; the empty one is refused, or leaves the host unchanged',
    run: onSubject(async (scope, site) => {
      /** @returns the host in the response; undefined if the update was refused */
      const send = async (hostUrl: string) => {
        // A target may require every field. The name does not change.
        const sent = await sendProbe(scope, 'updateSite', site.id, { name: site.name, hostUrl });
        if (!isSuccess(sent)) return { sent, host: undefined };
        return { sent, host: requireSuccess(scope.run, sent, 'an update')['hostUrl'] };
      };
      if (site.hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      const origin = makeHostUrl(scope);
      let kept: unknown;
      for (const extend of beyond) {
        const { sent, host } = await send(extend(origin));
        kept = host ?? kept;
        if (typeof host === 'string') expectOrigin(scope, sent, host, origin);
      }
      if (kept !== undefined) await updateSite(scope, site, { hostUrl: makeHostUrl(scope) });
      const { sent, host } = await send('');
      // Other checks report an update that never changes the host.
      if (host === undefined || host === kept || isSameOrigin(host, site.hostUrl)) return;
      const message = 'an empty hostUrl, which is not a URI, was accepted and changed the host';
      failHost(scope, sent, message, `a refusal, or ${site.hostUrl} as before`, host);
      site.uncertain.add('hostUrl');
    }),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-or-refuses-a-host-that-is-taken',
    title: 'An update with the host of another site is refused, or changes the host',
    requirements: ['update-site-changes-what-is-named', 'writes-last'],
    sends:
      'an update with the host of another site of the workspace; then a no-op update to read it back',
    expects: 'a refusal and the host as before, or the host that was sent, in both responses',
    uses: ['subject', 'victim'],
    run: onSubject(async (scope, site) => {
      const hostUrl = await useTakenHost(scope);
      await updateIfTaken(scope, site, { hostUrl }, 'the site with a host that is taken');
      await expectSite(scope, site, 'the site read back');
    }),
  },
];
