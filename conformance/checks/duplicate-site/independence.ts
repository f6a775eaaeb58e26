import { toHostUrl } from '../../data/fresh-body.ts';
import { hurtingNames } from '../../data/texts.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import {
  compareRoute,
  createRoute,
  expectRoute,
  prepareRoute,
  updateRoute,
} from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeHostUrl, takeTurn, useStranger, useSubject } from '../../model/shared.ts';
import {
  compareSite,
  createSite,
  duplicateSite,
  expectRecord,
  updateSite,
} from '../../model/sites.ts';
import { duplicateIfTaken, updateIfTaken } from '../../model/trials.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import { demandKnown, prepare } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { expectCopy } from './bodies.ts';

/** Updates a site to what it was before; where a target does not take that again, to something new. */
async function changeBack(
  scope: Scope,
  site: ExpectedSite,
  before: { name: string; hostUrl: string },
): Promise<void> {
  const result = 'the original, changed back';
  if (await updateIfTaken(scope, site, before, 'an update', result)) return;
  const change = { name: scope.unique(), hostUrl: makeHostUrl(scope) };
  await prepare('an update', () => updateSite(scope, site, change));
}

export const copyOfThisMoment: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/copies-the-site-as-it-is-now',
  long: true,
  title: 'A duplicate copies the current state, and the two sites are independent from then on',
  requirements: ['duplicate-site-copies', 'duplicate-site-is-a-new-site', 'writes-last'],
  sends:
    'a site with two routes; an update of its name and host; a duplicate of it without a name; an update that changes the original back, and one of the duplicate; a duplicate of the duplicate, under an empty name if that is accepted; updates of the second duplicate and of the first',
  expects:
    'each duplicate with the host that its original has at that moment, under the name that was sent, if one was; each update only in its own site; unchanged routes',
  creates: 3,
  uses: ['original', 'copy'],
  async run(scope) {
    const name = scope.unique();
    const first = { name, hostUrl: toHostUrl(name, scope.run.domain) };
    const original = (await prepare('a site', () => createSite(scope, first))).expected;
    await demandKnown('an update', () =>
      updateSite(scope, original, {
        name: scope.unique(),
        hostUrl: makeHostUrl(scope),
      }),
    );
    const makeVariants = await useVariantsIfTaken(scope);
    const pathname = scope.pathname();
    const localizedVariants = makeVariants(scope.unique());
    const route = await prepareRoute(scope, original.id, { pathname, localizedVariants });
    const second = await prepareRoute(scope, original.id, {
      pathname: scope.pathname(),
      localizedVariants: makeVariants(scope.unique()),
    });
    await expectRoute(scope, second, 'the second route of a site');
    const made = await duplicateSite(scope, original, {});
    await expectCopy(scope, original, made);
    const copy = made.expected;
    // Each update changes one of the two while the other is unchanged since the duplication.
    await changeBack(scope, original, first);
    await expectRecord(scope, original, 'the original, changed back');
    await expectRecord(scope, copy, 'the duplicate after an update of its original');
    await updateSite(scope, copy, {
      name: scope.unique(),
      hostUrl: makeHostUrl(scope),
    });
    await expectRecord(scope, original, 'the original after an update of its duplicate');
    const again =
      (await duplicateIfTaken(scope, copy, '')) ??
      (await duplicateSite(scope, copy, { name: scope.unique() }));
    await expectCopy(scope, copy, again);
    await updateSite(scope, again.expected, {
      hostUrl: makeHostUrl(scope),
    });
    await expectRecord(scope, copy, 'a site after an update of its first duplicate');
    const renamed = { name: scope.unique() };
    await updateSite(scope, copy, renamed);
    await expectRecord(scope, again.expected, 'the duplicate after a new name of its original');
    await expectRoute(scope, route, 'a route of the original after its duplication');
    const own = await createRoute(scope, copy.id, {
      pathname: scope.pathname(),
      localizedVariants: makeVariants(scope.unique()),
    });
    compareRoute(scope, own.body, own.expected, 'a route of the duplicate', own.sent);
  },
};

export const sameWorkspace: Check = {
  ...frames.duplicateSite,
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

export const concurrentDuplications: Check = {
  ...frames.duplicateSite,
  id: 'duplicateSite/concurrent-duplications-are-independent',
  long: true,
  title: 'Duplicates made concurrently, and during an update, are independent',
  requirements: ['concurrent-requests-are-independent', 'ids-are-unique', 'writes-last'],
  sends:
    'two duplications of one site at once, during an update of its name; then an update of one duplicate',
  expects:
    'two new sites, each with its own id and the name of its request; every update only in its own site',
  creates: 2,
  uses: ['subject'],
  run: (scope) =>
    takeTurn(
      scope,
      'subject',
      async () => {
        const original = await useSubject(scope);
        const names = [scope.unique(), scope.unique()];
        const [made] = await Promise.all([
          Promise.all(names.map((name) => duplicateSite(scope, original, { name }))),
          prepare('an update', () => updateSite(scope, original, { name: scope.unique() })),
        ]);
        for (const { body, expected, sent } of made) {
          compareSite(scope, body, expected, 'a duplicate made concurrently with another', sent);
        }
        await expectRecord(scope, original, 'the original, updated during its duplication');
        const [one, other] = made.map(({ expected }) => expected);
        if (one === undefined || other === undefined) return;
        await updateSite(scope, one, { name: scope.unique() });
        await expectRecord(scope, other, 'a duplicate after an update of another');
      },
      6,
    ),
};
