import { isRecord } from '../../data/json-path.ts';
import {
  hurtingNames,
  hurtingParts,
  hurtingText,
  textAtTheEnds,
  veryLongText,
  wellFormedTexts,
  wholeTexts,
} from '../../data/texts.ts';
import type { Explanation } from '../../model/explanation.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, takeTurn, useSubject } from '../../model/shared.ts';
import { expectRecord, toOrigin, updateSite } from '../../model/sites.ts';
import { tryUpdateSite } from '../../model/trials.ts';
import { Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { describe, probe } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { expectTextsToComeBack } from '../texts.ts';

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
      tryUpdateSite(scope, site.id, encode({ name })),
    read: (body: Record<string, unknown>) => body['name'],
    pointer: '/name',
    accepted: (name: string) => {
      site.name = name;
    },
    changed: () => site.uncertain.add('name'),
  };
}

/** Names that servers are known to change. */
export const keptNames: readonly Check[] = [
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-texts',
    long: true,
    title: 'A new name is returned as sent',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that servers are known to change, and generated ones: escapes of one kind, white space and punctuation at the ends, a very long one, and letters of many scripts',
    expects: 'every accepted name unchanged',
    run: (scope) =>
      takeTurn(
        scope,
        'subject',
        async () => {
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
        },
        scope.run.probes.count(34),
      ),
  },
  {
    ...frames.updateSite,
    id: 'updateSite/keeps-look-alikes',
    long: true,
    title: 'A name that looks like another type stays a string',
    requirements: ['texts-come-back-unchanged'],
    sends:
      'updates with names that are empty, or look like numbers, dates, words of a programming language or JSON; then one whose JSON has each letter beyond ASCII escaped',
    expects: 'every accepted name unchanged',
    run: (scope) =>
      takeTurn(
        scope,
        'subject',
        async () => {
          const site = await useSubject(scope);
          const trial = tryNames(scope, site);
          await expectTextsToComeBack(scope, { ...trial, whole: ['', ...wholeTexts] });
          await expectTextsToComeBack(scope, {
            ...trial,
            send: (text) => trial.send(text, toEscapedJson),
            whole: [hurtingNames.letters],
          });
          site.writers.push(scope.check.id);
          await expectRecord(scope, site, 'the site read back');
        },
        scope.run.probes.count(30),
      ),
  },
];

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
    'updates with a host of many labels, dashes and digits, with a port, with http, and a long one',
  expects: 'each origin that is accepted, in any spelling of the same origin',
  run: (scope) =>
    takeTurn(scope, 'subject', async () => {
      const site = await useSubject(scope);
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

/** An origin is a scheme and a host with its port (RFC 6454, section 6.2): nothing in front of the host, nothing behind it. */
const beyond: readonly ((origin: string) => string)[] = [
  (origin) => `${origin}/path`,
  (origin) => `${origin}?query=1`,
  (origin) => `${origin}#fragment`,
  (origin) => origin.replace('://', '://user:secret@'),
];

/** One cause, whichever operation it shows in. */
export function moreThanAnOriginIsKept({ check }: Scope): Explanation {
  return {
    finding: `${check.operation} keeps a hostUrl with more than an origin`,
    about: { what: 'the hostUrl of a site', distance: 0 },
  };
}

/** What an update does with a host URL that is none, or more than one. */
export const moreThanAnOrigin: Check = {
  ...frames.updateSite,
  id: 'updateSite/keeps-no-more-than-an-origin',
  title: 'A host URL with more than an origin is refused, or reduced to its origin',
  requirements: ['site-host-url-is-an-origin', 'update-site-body'],
  sends:
    'updates with a hostUrl that has a path, a query, a fragment, or a user before its host, one at a time, and with an empty one',
  expects:
    'a refusal, or a site with only the origin; the empty one is refused, or leaves the host unchanged',
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      async () => {
        const site = await useSubject(scope);
        const send = async (hostUrl: string) => {
          const sent = await probe(scope, {
            operation: 'updateSite',
            path: { siteId: site.id },
            // A target may require every field; the name does not change.
            body: { name: site.name, hostUrl },
          });
          const json = sent.reply?.json;
          const isTaken = isSuccess(sent) && isRecord(json) && 'hostUrl' in json;
          if (isTaken) site.writers.push(scope.check.id);
          return { sent, answered: isTaken ? json['hostUrl'] : undefined, isTaken };
        };
        if (site.hostUrl === null) throw new Inconclusive('the sites of the run have no host');
        const origin = makeHostUrl(scope);
        let isChanged = false;
        for (const extend of beyond) {
          const { sent, answered, isTaken } = await send(extend(origin));
          if (!isTaken) continue;
          isChanged = true;
          // The target may spell it in any way that is an origin.
          if (answered === null || /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/i.test(String(answered)))
            continue;
          scope.fail({
            message: 'a host URL with more than an origin was stored unchanged',
            expected: `a refusal, or ${origin}`,
            received: describe(answered),
            pointer: '/hostUrl',
            exchange: scope.run.show(sent),
            ...moreThanAnOriginIsKept(scope),
          });
        }
        if (isChanged) await updateSite(scope, site, { hostUrl: makeHostUrl(scope) });
        const { sent, answered, isTaken } = await send('');
        if (!isTaken || isSameHost(answered, site.hostUrl)) return;
        scope.fail({
          message: 'an empty hostUrl, which is not a URI, was accepted and changed the host',
          expected: `a refusal, or ${site.hostUrl} as before`,
          received: describe(answered),
          pointer: '/hostUrl',
          exchange: scope.run.show(sent),
        });
        site.hostUrl = typeof answered === 'string' ? answered : null;
      },
      6,
    ),
};

function isSameHost(answered: unknown, expected: string): boolean {
  return typeof answered === 'string' && toOrigin(answered) === toOrigin(expected);
}
