import { compareRoute } from '../../model/routes.ts';
import type { Check } from '../../runner/check.ts';
import { call, judgeEmptyUpdate, requireSuccess } from '../../runner/run.ts';
import { frame } from './frame.ts';
import { makeRoute } from './make-route.ts';

export const emptyUpdate: Check = {
  ...frame,
  id: 'updateRoute/an-empty-update-changes-nothing',
  title: 'An update without fields returns the unchanged route',
  requirements: ['update-route-changes-what-is-named', 'update-route-body'],
  sends: 'an update with an empty object, twice',
  expects:
    'the route as it is (a refusal is inconclusive: the interface does not show which fields are required)',
  async run(scope) {
    const route = await makeRoute(scope);
    for (let round = 1; round <= 2; round += 1) {
      const sent = await call(scope, {
        operation: 'updateRoute',
        path: { routeId: route.id },
        body: {},
        intent: 'probe',
      });
      judgeEmptyUpdate(scope.run, sent);
      compareRoute(
        scope,
        requireSuccess(scope.run, sent, 'an empty update'),
        route,
        'the route after an empty update',
        sent,
      );
    }
  },
};
