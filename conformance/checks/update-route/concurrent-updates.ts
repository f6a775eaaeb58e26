import { expectRoute, updateRoute } from '../../model/routes.ts';
import { useVariants } from '../../model/variants.ts';
import type { Check } from '../../runner/check.ts';
import { frame } from './frame.ts';
import { makeRoute } from './make-route.ts';

export const concurrentUpdates: Check = {
  ...frame,
  id: 'updateRoute/concurrent-updates-both-last',
  title: 'updates of pathname and variants at the same moment both last',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends: 'an update of the pathname and one of the variants at once, in several rounds',
  expects: 'both new values afterwards',
  async run(scope) {
    const route = await makeRoute(scope);
    const makeVariants = await useVariants(scope);
    const rounds = scope.run.options.thorough ? 8 : 4;
    for (let round = 1; round <= rounds; round += 1) {
      const unique = scope.unique();
      await Promise.all([
        updateRoute(scope, route, { pathname: scope.pathname() }),
        updateRoute(scope, route, { localizedVariants: makeVariants(unique) }),
      ]);
    }
    await expectRoute(scope, route, 'the route after updates at the same moment');
  },
};
