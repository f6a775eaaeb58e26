import { hurtingNames } from '../../data/hurting-names.ts';
import { compareRoute, createRoute, updateRoute } from '../../model/routes.ts';
import { useStranger } from '../../model/shared.ts';
import { compareSite, duplicateSite, updateSite } from '../../model/sites.ts';
import type { Check } from '../../runner/check.ts';
import { demandKnown } from '../../runner/run.ts';
import { duplicateIfTaken } from './duplicate-if-taken.ts';
import { frame } from './frame.ts';

export const sameWorkspace: Check = {
  ...frame,
  id: 'duplicateSite/stays-in-the-workspace',
  title: 'A duplicate belongs to the workspace of its original',
  requirements: ['duplicate-site-copies', 'create-site-in-its-workspace'],
  sends:
    'a duplication of a site in the other workspace; updates and a route of the copy, and an update of that route',
  expects:
    'a new site, with each update; the lists show it in that workspace and in no other (listSites/shows-every-site-as-last-written)',
  creates: 1,
  uses: ['stranger'],
  async run(scope) {
    const stranger = await useStranger(scope);
    // Longer than columns are, and of digits alone, where names may be so.
    const made =
      (await duplicateIfTaken(scope, stranger, hurtingNames.manyDigits + scope.run.mark)) ??
      (await duplicateIfTaken(scope, stranger, hurtingNames.digits + scope.run.mark)) ??
      (await duplicateSite(scope, stranger, { name: scope.unique() }));
    const { expected, body, sent } = made;
    compareSite(scope, body, expected, 'the duplicate', sent);
    const updated = await demandKnown('an update', () =>
      updateSite(scope, expected, { name: scope.unique() }),
    );
    compareSite(scope, updated.body, expected, 'the updated duplicate', updated.sent);
    const route = await demandKnown('a route', () =>
      createRoute(scope, expected.id, { pathname: scope.pathname() }),
    );
    compareRoute(scope, route.body, route.expected, 'a route of the duplicate', route.sent);
    const moved = await demandKnown('an update of a route', () =>
      updateRoute(scope, route.expected, { pathname: scope.pathname() }),
    );
    compareRoute(scope, moved.body, route.expected, 'the updated route', moved.sent);
  },
};
