import { isRecord } from '../data/json-path.ts';
import { type Check, Inconclusive } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { compareRoute, readRoute } from '../engine/routes.ts';
import { useVictimRoute } from '../engine/shared.ts';
import { toOrigin } from '../engine/sites.ts';
import type { Sent } from '../engine/target.ts';

/** The origin that a creation asked for. */
function toSentHost({ request: { body } }: Sent): string | undefined {
  const host = /"hostUrl":"([^"]*)"/.exec(new TextDecoder().decode(body))?.[1];
  return host === undefined ? undefined : toOrigin(host);
}

/** What holds after all requests of the run. */
export const aftermathChecks: readonly Check[] = [
  {
    id: 'updateRoute/refused-updates-change-nothing',
    title: 'a route is what it was after every refused update',
    operation: 'updateRoute',
    level: 'MUST',
    requirements: ['refusals-have-no-effect', 'key-is-required'],
    sends: 'an update that changes nothing, of the route at which all refused updates were aimed',
    expects: 'the route as it was created',
    stage: 'listing',
    writes: true,
    uses: ['victim'],
    async run(scope) {
      const { id, pathname } = await useVictimRoute(scope);
      if (scope.run.ledger.isTouched(id)) {
        throw new Inconclusive(
          'an update that was meant to be refused was accepted; that is reported',
        );
      }
      const { body, sent } = await readRoute(scope, { id, pathname, localizedVariants: [] });
      compareRoute(
        scope,
        body,
        { id, pathname, localizedVariants: [] },
        'the route after refused updates',
        sent,
      );
    },
  },
  {
    id: 'createSite/gives-no-host-of-another-site',
    title: 'a site that was given no host has not got that of another',
    operation: 'createSite',
    level: 'MUST',
    requirements: ['create-site-stores-what-was-sent', 'concurrent-requests-are-independent'],
    sends: 'nothing of its own: it looks at the sites that were created without a host',
    expects: 'null or a host that no other request of the run sent',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      const created = run.journal.entries.filter(
        ({ operation, sent }) => operation.id === 'createSite' && isSuccess(sent),
      );
      const hosts = new Set(
        created.map(({ sent }) => toSentHost(sent)).filter((host) => host !== undefined),
      );
      const without = created.filter(({ sent }) => toSentHost(sent) === undefined);
      if (without.length === 0) throw new Inconclusive('no site was created without a host');
      for (const { sent } of without) {
        const json = sent.reply?.json;
        const host = isRecord(json) ? json['hostUrl'] : undefined;
        if (typeof host !== 'string' || !hosts.has(toOrigin(host))) continue;
        fail({
          message: 'a site that was given no host has that of another',
          expected: 'null, or a host of its own',
          received: host,
          pointer: '/hostUrl',
          exchange: run.show(sent),
        });
        return;
      }
    },
  },
  {
    id: 'createSite/gives-each-site-a-key-of-its-own',
    title: 'no two created sites share an apiKey, and no apiKey is an id',
    operation: 'createSite',
    level: 'SHOULD',
    requirements: ['site-key-belongs-to-its-site'],
    sends: 'nothing of its own: it compares the keys of the sites that were created',
    expects: 'a key of its own for each',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      const sites = run.journal.entries
        .filter(({ operation, sent }) => operation.id === 'createSite' && isSuccess(sent))
        .flatMap(({ sent }) =>
          isRecord(sent.reply?.json) ? [{ json: sent.reply.json, sent }] : [],
        );
      if (sites.length < 2) throw new Inconclusive('fewer than two sites were created');
      const seen = new Set<unknown>();
      for (const { json, sent } of sites) {
        if (seen.has(json['apiKey']) || json['apiKey'] === json['id']) {
          fail({
            message: 'an apiKey is not the key of one site alone',
            expected: 'a key that no other site has, and that is not the id',
            received:
              json['apiKey'] === json['id'] ? 'the id of the site' : 'the key of another site',
            pointer: '/apiKey',
            exchange: run.show(sent),
          });
          return;
        }
        seen.add(json['apiKey']);
      }
    },
  },
  {
    id: 'service/ids-are-unique',
    title: 'no two resources share an id',
    operation: 'service',
    level: 'MUST',
    requirements: ['ids-are-unique'],
    sends: 'nothing of its own: it compares the ids of everything that the run created',
    expects: 'an id of its own for each site, each route and each webhook',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      if (run.ledger.inventory.length < 2)
        throw new Inconclusive('the run created fewer than two resources');
      const seen = new Map<string, string>();
      for (const { kind, id, label } of run.ledger.inventory) {
        const key = `${kind} ${id.toLowerCase()}`;
        const first = seen.get(key);
        if (first !== undefined) {
          fail({
            message: `two ${kind}s share an id`,
            expected: 'an id of its own for each',
            received: `${id} for ${first} and for ${label}`,
          });
        }
        seen.set(key, label);
      }
    },
  },
];
