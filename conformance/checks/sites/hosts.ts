import { isRecord } from '../../../contract/resolve-reference.ts';
import { toHostUrl } from '../../data/fresh-body.ts';
import { isRefused } from '../../model/lawful-refusals.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, useVictim } from '../../model/shared.ts';
import { toOrigin } from '../../model/site-differences.ts';
import { enterSite, expectRecord, type MadeSite, updateSite } from '../../model/sites.ts';
import { tryCreateSite, tryUpdateSite } from '../../model/trials.ts';
import { readSite } from '../../model/workspace.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { describe, requireSuccess } from '../../runner/run.ts';
import type { Sent } from '../../runner/target.ts';
import { frames, onSubject } from '../frames.ts';
import { expectTextsToComeBack } from '../texts.ts';

/** A scheme and a host with an optional port (RFC 6454, section 6.2), in any spelling. */
const origins = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/i;

/** Reports one cause, whatever operation shows it. */
function expectOrigin(scope: Scope, sent: Sent, received: unknown, origin: string): void {
  if (origins.test(String(received))) return;
  scope.fail({
    message: 'a host URL with more than an origin was stored unchanged',
    expected: `a refusal, or ${origin}`,
    received: describe(received),
    pointer: '/hostUrl',
    exchange: scope.run.show(sent),
  });
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
      let made: MadeSite | undefined;
      for (const rest of ['/path', '?query=1']) {
        const name = scope.unique();
        const hostUrl = toHostUrl(name, scope.run.domain);
        const body = { name, hostUrl: hostUrl + rest };
        const sent =
          made === undefined
            ? await tryCreateSite(scope, body)
            : await tryUpdateSite(scope, made.expected.id, body);
        if (!isSuccess(sent)) continue;
        if (made === undefined)
          made = enterSite(scope, sent, { name, hostUrl }, scope.run.options.workspace, 'a site');
        else Object.assign(made.expected, { name, hostUrl });
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
      const { hostUrl } = await useVictim(scope);
      if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      const name = scope.unique();
      const extra = { extra: { a: [1] } };
      // Both in one request, to create only one site. If it is refused, each is sent separately.
      for (const body of [
        { name, hostUrl, ...extra },
        { name, hostUrl },
        { name, ...extra },
      ]) {
        const sent = await tryCreateSite(scope, body, workspace);
        if (isSuccess(sent)) {
          const shown = requireSuccess(scope.run, sent, 'a site')['hostUrl'];
          const isKept = 'hostUrl' in body && expectTakenHost(scope, sent, shown, hostUrl);
          enterSite(scope, sent, isKept ? { name, hostUrl } : { name }, workspace, 'a site');
          return;
        }
        if (sent.reply === undefined || sent.reply.status >= 500)
          requireSuccess(scope.run, sent, 'a site with values that may be refused');
      }
    },
  },
];

/** The interface does not say whether hosts are unique. An update must either be refused or take effect. */
export const takenHost: Check = {
  ...frames.updateSite,
  id: 'updateSite/keeps-or-refuses-a-host-that-is-taken',
  title: 'An update with the host of another site is refused, or changes the host',
  requirements: ['update-site-changes-what-is-named', 'writes-last'],
  sends:
    'an update with the host of another site of the workspace; then a no-op update to read it back',
  expects: 'a refusal and the host as before, or the host that was sent, in both responses',
  uses: ['subject', 'victim'],
  run: onSubject(async (scope, site) => {
    const { hostUrl } = await useVictim(scope);
    if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
    const sent = await tryUpdateSite(scope, site.id, { hostUrl });
    if (isSuccess(sent)) {
      site.writers.push(scope.check.id);
      const { hostUrl: shown } = requireSuccess(scope.run, sent, 'an update');
      if (!expectTakenHost(scope, sent, shown, hostUrl)) return;
      site.hostUrl = hostUrl;
    } else if (!isRefused(sent)) requireSuccess(scope.run, sent, 'an update');
    const { record, sent: read, at } = await readSite(scope, site.workspace, site.id);
    if (site.hostUrl !== hostUrl || isSameHost(record['hostUrl'], hostUrl)) return;
    site.uncertain.add('hostUrl');
    expectTakenHost(scope, read, record['hostUrl'], hostUrl, `${at}/hostUrl`);
  }),
};

/** Expects that a host of another site is either refused or kept. */
function expectTakenHost(
  scope: Scope,
  sent: Sent,
  received: unknown,
  hostUrl: string,
  pointer = '/hostUrl',
): boolean {
  if (isSameHost(received, hostUrl)) return true;
  const { operation } = scope.check;
  scope.fail({
    message: `${operation} accepts the host of another site and does not keep it`,
    expected: `a refusal, or ${hostUrl}`,
    received: describe(received),
    pointer,
    exchange: scope.run.show(sent),
  });
  return false;
}

export const keptOrigins: Check = {
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
      send: (hostUrl) => tryUpdateSite(scope, site.id, { hostUrl }),
      read: (body) => body['hostUrl'],
      pointer: '/hostUrl',
      whole: [
        `https://www.${base}.${domain}`,
        `https://my-${base}-1.shop.eu.${domain}`,
        `https://${base}.${domain}:8443`,
        `http://${base}h.${domain}`,
        `https://${`${base}x`.repeat(5)}.${`${base}y`.repeat(5)}.${domain}`,
      ],
      isSame: (sent, received) => isSameHost(received, sent),
      accepted: (hostUrl) => {
        site.hostUrl = hostUrl;
      },
      changed: () => site.uncertain.add('hostUrl'),
    });
    site.writers.push(scope.check.id);
    await expectRecord(scope, site, 'the site read back');
  }),
};

/** Texts that are not allowed before or after the host. */
const beyond: readonly ((origin: string) => string)[] = [
  (origin) => `${origin}/path`,
  (origin) => `${origin}?query=1`,
  (origin) => `${origin}#fragment`,
  (origin) => origin.replace('://', '://user:secret@'),
];

/** Checks how an update handles a host URL that is empty or more than an origin. */
export const moreThanAnOrigin: Check = {
  ...frames.updateSite,
  id: 'updateSite/keeps-no-more-than-an-origin',
  title: 'A host URL with more than an origin is refused, or reduced to its origin',
  requirements: ['site-host-url-is-an-origin', 'update-site-body'],
  sends:
    'updates with a hostUrl that has a path, a query, a fragment or user information, one at a time, and with an empty one',
  expects:
    'a refusal, or a site with only the origin; the empty one is refused, or leaves the host unchanged',
  run: onSubject(
    async (scope, site) => {
      const send = async (hostUrl: string) => {
        // A target may require every field. The name does not change.
        const sent = await tryUpdateSite(scope, site.id, { name: site.name, hostUrl });
        const json = sent.reply?.json;
        const isTaken = isSuccess(sent) && isRecord(json) && 'hostUrl' in json;
        if (isTaken) site.writers.push(scope.check.id);
        return { sent, answered: isTaken ? json['hostUrl'] : undefined, isTaken };
      };
      if (site.hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      const origin = makeHostUrl(scope);
      let isChanged = false;
      let kept: unknown = site.hostUrl;
      for (const extend of beyond) {
        const { sent, answered, isTaken } = await send(extend(origin));
        isChanged ||= isTaken;
        if (isTaken) kept = answered;
        if (isTaken && answered !== null) expectOrigin(scope, sent, answered, origin);
      }
      if (isChanged) await updateSite(scope, site, { hostUrl: makeHostUrl(scope) });
      const { sent, answered, isTaken } = await send('');
      // Other checks report an update that never changes the host.
      if (!isTaken || isSameHost(answered, site.hostUrl) || answered === kept) return;
      scope.fail({
        message: 'an empty hostUrl, which is not a URI, was accepted and changed the host',
        expected: `a refusal, or ${site.hostUrl} as before`,
        received: describe(answered),
        pointer: '/hostUrl',
        exchange: scope.run.show(sent),
      });
      site.hostUrl = typeof answered === 'string' ? answered : null;
    },
    () => 6,
  ),
};

function isSameHost(received: unknown, expected: string): boolean {
  return typeof received === 'string' && toOrigin(received) === toOrigin(expected);
}
