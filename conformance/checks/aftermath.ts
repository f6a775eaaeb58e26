import { isRecord } from '../../contract/resolve-reference.ts';
import { toId, toKey } from '../model/ledger.ts';
import { createdKinds, listNamed } from '../model/record-writes.ts';
import { compareRoute, readRoute } from '../model/routes.ts';
import type { Check, Run, Scope } from '../model/scope.ts';
import { toOrigin } from '../model/site-differences.ts';
import { useVictimRoute } from '../model/variants.ts';
import { Inconclusive } from '../results.ts';
import { endOf, isSuccess, listSuccesses } from '../runner/journal.ts';
import { describe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

/** The origin that a creation requested. */
function toSentHost(sent: Sent): string | undefined {
  const { hostUrl } = listNamed(sent);
  return typeof hostUrl === 'string' ? toOrigin(hostUrl) : undefined;
}

function listCreated({ run }: Scope): { json: Record<string, unknown>; sent: Sent }[] {
  const created = listSuccesses(run, 'createSite').flatMap(({ sent }) =>
    isRecord(sent.reply?.json) ? [{ json: sent.reply.json, sent }] : [],
  );
  if (created.length < 2) throw new Inconclusive('fewer than two sites were created');
  return created;
}

/** Checks of conditions that must hold after all requests of the run. */
export const aftermathChecks: readonly Check[] = [
  {
    id: 'updateRoute/refused-updates-change-nothing',
    title: 'Refused updates leave a route unchanged',
    operation: 'updateRoute',
    level: 'MUST',
    requirements: ['refusals-have-no-effect', 'key-is-required'],
    sends: 'a no-op update of the route that all refused updates were sent to',
    expects: 'the route and its variants as created',
    stage: 'listing',
    writes: true,
    uses: ['victim', 'original'],
    async run(scope) {
      const route = await useVictimRoute(scope);
      if (scope.run.ledger.isTouched(route.id)) {
        throw new Inconclusive('an invalid update was accepted; another check reports that');
      }
      const { body, sent } = await readRoute(scope, route);
      compareRoute(scope, body, route, 'the route after refused updates', sent);
    },
  },
  {
    id: 'createSite/gives-no-host-of-another-site',
    title: 'A site created without a host does not get the host of another site',
    operation: 'createSite',
    level: 'MUST',
    requirements: ['create-site-stores-what-was-sent', 'concurrent-requests-are-independent'],
    sends: 'nothing: this check examines the sites created without a host',
    expects: 'null or a host that no request of the run sent before',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      const created = listSuccesses(run, 'createSite').map(({ sent }) => sent);
      const without = created.filter((sent) => toSentHost(sent) === undefined);
      if (without.length === 0) throw new Inconclusive('no site was created without a host');
      for (const sent of without) {
        const json = sent.reply?.json;
        const host = isRecord(json) ? json['hostUrl'] : undefined;
        if (typeof host !== 'string') continue;
        // The run itself may later send a host that the target has generated.
        const isGiven = created.some(
          (other) => other.startedAt <= endOf(sent) && toSentHost(other) === toOrigin(host),
        );
        if (!isGiven) continue;
        fail({
          message: 'a site created without a host has the host of another site',
          expected: 'null, or its own host',
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
    title: 'No two sites share an apiKey',
    operation: 'createSite',
    level: 'MUST',
    requirements: ['site-key-belongs-to-its-site'],
    sends: 'nothing: this check compares the keys of the created sites',
    expects: 'a unique key for each site',
    stage: 'verdict',
    writes: false,
    run(scope) {
      const owners = new Map<unknown, Record<string, unknown>>();
      for (const { json, sent } of listCreated(scope)) {
        const key = json['apiKey'];
        if (typeof key !== 'string') continue;
        const owner = owners.get(toKey(key));
        owners.set(toKey(key), json);
        // Another check reports two responses with the same id.
        if (owner === undefined || toId(owner) === toId(json)) continue;
        scope.fail({
          message: 'two sites have the same apiKey',
          expected: 'a key that no other site has',
          received: `the key of the site ${describe(owner['name'])} for the site ${describe(json['name'])}`,
          pointer: '/apiKey',
          exchange: scope.run.show(sent),
        });
        return;
      }
    },
  },
  {
    id: 'createSite/gives-keys-that-are-no-ids',
    title: "A site's apiKey is not its id",
    operation: 'createSite',
    level: 'SHOULD',
    requirements: ['site-key-belongs-to-its-site'],
    sends: 'nothing: this check examines the keys of the created sites',
    expects: 'a key that cannot be derived from the id',
    stage: 'verdict',
    writes: false,
    run(scope) {
      const found = listCreated(scope).find(({ json }) => json['apiKey'] === json['id']);
      if (found === undefined) return;
      scope.fail({
        message: 'the apiKey of a site is its id',
        expected: 'a key that is not the id',
        received: 'the id of the site',
        pointer: '/apiKey',
        exchange: scope.run.show(found.sent),
      });
    },
  },
  {
    id: 'service/ids-are-unique',
    title: 'No two resources share an id',
    operation: 'service',
    level: 'MUST',
    requirements: ['ids-are-unique'],
    sends: 'nothing: this check compares the ids of all records that the run created',
    expects: 'a unique id for each site, each route and each webhook',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      if (run.ledger.inventory.length < 2)
        throw new Inconclusive('the run created fewer than two resources');
      const seen = new Map<string, string>();
      for (const { kind, id, label } of run.ledger.inventory) {
        const key = `${kind} ${id.toLowerCase()}`;
        const first = seen.get(key);
        if (first !== undefined && !isTheSameAgain(run, kind, id)) {
          fail({
            message: `two ${kind}s share an id`,
            expected: 'a unique id for each',
            received: `${id} for ${first} and for ${label}`,
          });
        }
        seen.set(key, label);
      }
    },
  },
  {
    id: 'service/keeps-the-key-secret',
    title: 'A response to a request without the API key does not contain it',
    operation: 'service',
    level: 'MUST',
    requirements: ['key-is-secret'],
    sends: 'nothing: this check examines the responses to requests without the key',
    expects: 'responses whose headers and body do not contain the key',
    stage: 'verdict',
    writes: false,
    run({ run, fail }) {
      const { apiKey } = run.options;
      if (apiKey.length < 8)
        throw new Inconclusive('the API key is too short to be distinguished from other text');
      const strangers = run.journal.entries.filter(
        ({ intent, sent }) => intent === 'unauthorised' && !hasPartOfKey(sent, apiKey),
      );
      if (strangers.length === 0) throw new Inconclusive('every request of the run had the key');
      const told = strangers.find(({ sent: { reply } }) =>
        [...Object.values(reply?.headers ?? {}), Buffer.from(reply?.bytes ?? []).toString()].some(
          (text) => text.includes(apiKey),
        ),
      );
      if (told === undefined) return;
      fail({
        message: 'a response to a request without the API key contains it',
        expected: 'a refusal that does not contain the key',
        received: `status ${told.sent.reply?.status}, with the key`,
        exchange: run.show(told.sent),
      });
    },
  },
];

/** Whether a repeated registration returned the existing webhook. The interface does not say whether it may. */
function isTheSameAgain({ journal }: Run, kind: string, id: string): boolean {
  if (kind !== 'webhook') return false;
  const makers = journal.entries.filter(
    ({ operation, sent }) =>
      createdKinds[operation.id] === kind &&
      isSuccess(sent) &&
      toId(sent.reply?.json) === toKey(id),
  );
  const forms = makers.map(({ sent: { request, reply } }) =>
    [request.path, new TextDecoder().decode(request.body), JSON.stringify(reply?.json)].join('\n'),
  );
  return new Set(forms).size === 1;
}

/** Whether a request contained enough of the key that an echo of it would reveal the key. */
function hasPartOfKey({ request: { credential } }: Sent, apiKey: string): boolean {
  if (credential.value === undefined) return false;
  const value = credential.value.toLowerCase();
  const key = apiKey.toLowerCase();
  const half = Math.floor(key.length / 2);
  return (
    !value.startsWith('bearer') ||
    [key.slice(0, half), key.slice(half)].some((part) => value.includes(part))
  );
}
