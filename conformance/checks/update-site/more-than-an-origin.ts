import { toHostUrl } from '../../data/fresh-body.ts';
import { isRecord } from '../../data/json-path.ts';
import { takeTurn, useSubject } from '../../model/shared.ts';
import { toOrigin, updateSite } from '../../model/sites.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe } from '../../runner/run.ts';
import { frame } from './frame.ts';

/** An origin is a scheme and a host with its port (RFC 6454, section 6.2): nothing in front of the host, nothing behind it. */
const beyond: readonly ((origin: string) => string)[] = [
  (origin) => `${origin}/path`,
  (origin) => `${origin}?query=1`,
  (origin) => `${origin}#fragment`,
  (origin) => origin.replace('://', '://user:secret@'),
];

/** What an update does with a host URL that is none, or more than one. */
export const moreThanAnOrigin: Check = {
  ...frame,
  id: 'updateSite/keeps-no-more-than-an-origin',
  title: 'A host URL with more than an origin is refused, or reduced to its origin',
  requirements: ['site-host-url-is-an-origin', 'update-site-body'],
  sends:
    'updates with a hostUrl that has a path, a query, a fragment, or a user before its host, one at a time, and with an empty one',
  expects:
    'a refusal, or a site with only the origin; the empty one is refused, or leaves the host as it is',
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      async () => {
        const site = await useSubject(scope);
        const send = async (hostUrl: string) => {
          const sent = await call(scope, {
            operation: 'updateSite',
            path: { siteId: site.id },
            // A target may ask for every field; the name stays as it is.
            body: { name: site.name, hostUrl },
            intent: 'probe',
          });
          const json = sent.reply?.json;
          const isTaken = isSuccess(sent) && isRecord(json) && 'hostUrl' in json;
          if (isTaken) site.writers.push(scope.check.id);
          return { sent, answered: isTaken ? json['hostUrl'] : undefined, isTaken };
        };
        if (site.hostUrl === null) throw new Inconclusive('the sites of the run have no host');
        const origin = toHostUrl(scope.unique(), scope.run.domain);
        let isChanged = false;
        for (const extend of beyond) {
          const { sent, answered, isTaken } = await send(extend(origin));
          if (!isTaken) continue;
          isChanged = true;
          // What the target makes of a spelling is its own business, as long as it is an origin.
          if (answered === null || /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/i.test(String(answered)))
            continue;
          scope.fail({
            message: 'a host URL with more than an origin was stored unchanged',
            expected: `a refusal, or ${origin}`,
            received: describe(answered),
            pointer: '/hostUrl',
            exchange: scope.run.show(sent),
          });
        }
        if (isChanged)
          await updateSite(scope, site, { hostUrl: toHostUrl(scope.unique(), scope.run.domain) });
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
