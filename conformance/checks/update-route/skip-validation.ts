import { isRecord } from '../../data/json-path.ts';
import { expectRoute } from '../../model/routes.ts';
import type { Check } from '../../model/scope.ts';
import { tryUpdateRoute } from '../../model/trials.ts';
import { nameRefusal } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe, requireSuccess } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { expectTypesToBeChecked, listFaults } from '../unchecked-types.ts';
import { changes, makeRoute } from './changes.ts';

const skips = changes(
  'skip-validation-true-skips',
  'skipValidation=true accepts an updated pathname without a slash',
  'an update with a pathname that does not start with a slash, and skipValidation=true',
  (scope) => ({ pathname: scope.unique() }),
  'skipValidation=true',
);

/** What skipValidation does to an update, and what it does not. */
export const skipValidation: readonly Check[] = [
  changes(
    'accepts-skip-validation-true',
    'A valid route can be updated with skipValidation=true',
    'an update with a pathname and skipValidation=true',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=true',
  ),
  changes(
    'accepts-skip-validation-false',
    'A valid route can be updated with skipValidation=false',
    'an update with a pathname and skipValidation=false',
    (scope) => ({ pathname: scope.pathname() }),
    'skipValidation=false',
  ),
  {
    ...skips,
    requirements: ['skip-validation-skips'],
    run: (scope) =>
      nameRefusal(
        'updateRoute refuses a pathname without a slash although skipValidation=true',
        async () => skips.run(scope),
      ),
  },
  {
    ...frames.updateRoute,
    id: 'updateRoute/checks-types-when-validation-is-skipped',
    title: 'A wrong type is refused even with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused', 'refusals-have-no-effect'],
    sends: `updates with skipValidation=true in which ${listFaults(false)}; then a no-op update to read it back`,
    expects:
      'a refusal: skipValidation skips only rules such as the pathname format; and an unchanged route',
    async run(scope) {
      const route = await makeRoute(scope);
      const path = { routeId: route.id };
      const isTaken = await expectTypesToBeChecked(scope, false, (body) => ({
        operation: 'updateRoute',
        path,
        body,
      }));
      if (!isTaken) await expectRoute(scope, route, 'the route after updates that were refused');
    },
  },
  {
    ...frames.updateRoute,
    id: 'updateRoute/validates-unless-told-not-to',
    title: 'An updated pathname without a slash is refused while validation is on',
    requirements: [
      'skip-validation-skips',
      'route-pathname-starts-with-a-slash',
      'refusals-have-no-effect',
    ],
    sends:
      'updates with a pathname that does not start with a slash, without skipValidation and with skipValidation=false, and once more after one with skipValidation=true',
    expects:
      'a refusal (or, if the target corrects it, a pathname with a slash), and an unchanged route',
    async run(scope) {
      const route = await makeRoute(scope);
      for (const query of ['', 'skipValidation=false']) {
        const sent = await tryUpdateRoute(scope, route.id, { pathname: scope.unique() }, query);
        if (!isSuccess(sent)) continue;
        const answered = requireSuccess(scope.run, sent, 'an update')['pathname'];
        if (typeof answered === 'string' && answered.startsWith('/')) {
          route.pathname = answered;
          continue;
        }
        scope.fail({
          message: `a pathname without a slash was accepted${query === '' ? '' : ` with ${query}`}`,
          expected: 'a refusal, or a pathname that starts with a slash',
          received: describe(answered),
          pointer: '/pathname',
          exchange: scope.run.show(sent),
        });
        return;
      }
      await expectRoute(scope, route, 'the route after updates that were refused or corrected');
      const path = { routeId: route.id };
      const body = { pathname: scope.unique() };
      const request = { operation: 'updateRoute', path, intent: 'probe' } as const;
      await call(scope, { ...request, body, query: 'skipValidation=true' });
      const again = await call(scope, { ...request, body: { pathname: scope.unique() } });
      const answered = isRecord(again.reply?.json) ? again.reply.json['pathname'] : undefined;
      if (!isSuccess(again) || (typeof answered === 'string' && answered.startsWith('/'))) return;
      scope.fail({
        message:
          'a pathname without a slash was accepted, after an earlier update with skipValidation=true',
        expected: 'a refusal, or a pathname that starts with a slash',
        received: describe(answered),
        pointer: '/pathname',
        exchange: scope.run.show(again),
      });
    },
  },
];
