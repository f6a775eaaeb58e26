import { type Check, Inconclusive } from '../engine/check.ts';
import { compareRoute, readRoute } from '../engine/routes.ts';
import { useVictimRoute } from '../engine/shared.ts';

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
