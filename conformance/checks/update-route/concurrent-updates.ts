import { isRecord } from '../../data/json-path.ts';
import { type ExpectedRoute, expectRoute, updateRoute } from '../../model/routes.ts';
import { type MakeVariants, useVariants } from '../../model/variants.ts';
import type { Check, Scope } from '../../runner/check.ts';
import { frame } from './frame.ts';
import { makeRoute } from './make-route.ts';

export const concurrentUpdates: Check = {
  ...frame,
  id: 'updateRoute/concurrent-updates-both-last',
  long: true,
  title: 'Concurrent updates of pathname and variants are both kept',
  requirements: ['concurrent-requests-are-independent', 'writes-last'],
  sends:
    'an update of the pathname and one of the variants at once, of four routes side by side, in several rounds',
  expects: 'both new values afterwards',
  async run(scope) {
    const makeVariants = await useVariants(scope);
    const routes = await Promise.all(Array.from({ length: 4 }, () => makeRoute(scope)));
    await Promise.all(routes.map((route) => updateInPairs(scope, route, makeVariants)));
  },
};

/** As with sites: where neither answer has the value of the other request, one was lost. */
async function updateInPairs(
  scope: Scope,
  route: ExpectedRoute,
  makeVariants: MakeVariants,
): Promise<void> {
  const { probes, options } = scope.run;
  const count = probes.count(options.thorough ? 12 : 6, 3);
  for (let round = 1; round <= count; round += 1) {
    const pathname = scope.pathname();
    const localizedVariants = makeVariants(scope.unique());
    const changes = [{ pathname }, { localizedVariants }];
    const [one, other] = await Promise.all(
      (round % 2 === 0 ? changes.reverse() : changes).map((change) =>
        updateRoute(scope, route, change),
      ),
    );
    const areBothAlone = [one, other].every(
      (made) =>
        made?.body['pathname'] !== pathname ||
        JSON.stringify(toVariants(made.body)) !== JSON.stringify(localizedVariants),
    );
    if (areBothAlone) break;
  }
  await expectRoute(scope, route, 'the route after concurrent updates');
}

/** The fields that are asked for; further ones are lawful. */
function toVariants({ localizedVariants }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(localizedVariants)) return [];
  return localizedVariants.map((item) =>
    isRecord(item) ? { locale: item['locale'], pathname: item['pathname'] } : item,
  );
}
