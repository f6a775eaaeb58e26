import { toHostUrl } from '../../data/fresh-body.ts';
import type { ExpectedSite } from '../../model/ledger.ts';
import { compareRoute, createRoute, expectRoute, prepareRoute } from '../../model/routes.ts';
import {
  compareSite,
  createSite,
  duplicateSite,
  expectRecord,
  updateSite,
} from '../../model/sites.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import type { Check, Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, demandKnown, prepare, requireSuccess } from '../../runner/run.ts';
import { duplicateIfTaken } from './duplicate-if-taken.ts';
import { expectCopy } from './expect-copy.ts';
import { frame } from './frame.ts';

/** Updates a site to what it was before; where a target does not take that again, to something new. */
async function changeBack(
  scope: Scope,
  site: ExpectedSite,
  before: { name: string; hostUrl: string },
): Promise<void> {
  const sent = await call(scope, {
    operation: 'updateSite',
    path: { siteId: site.id },
    body: before,
    intent: 'probe',
  });
  if (!isSuccess(sent)) {
    const name = scope.unique();
    const hostUrl = toHostUrl(scope.unique(), scope.run.domain);
    await prepare('an update', () => updateSite(scope, site, { name, hostUrl }));
    return;
  }
  Object.assign(site, before);
  site.writers.push(scope.check.id);
  const body = requireSuccess(scope.run, sent, 'an update');
  compareSite(scope, body, site, 'the original, changed back', sent);
}

export const copyOfThisMoment: Check = {
  ...frame,
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
        hostUrl: toHostUrl(scope.unique(), scope.run.domain),
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
    // Each update is aimed at one of the two while the other was not touched since the duplication.
    await changeBack(scope, original, first);
    await expectRecord(scope, original, 'the original, changed back');
    await expectRecord(scope, copy, 'the duplicate after an update of its original');
    await updateSite(scope, copy, {
      name: scope.unique(),
      hostUrl: toHostUrl(scope.unique(), scope.run.domain),
    });
    await expectRecord(scope, original, 'the original after an update of its duplicate');
    const again =
      (await duplicateIfTaken(scope, copy, '')) ??
      (await duplicateSite(scope, copy, { name: scope.unique() }));
    await expectCopy(scope, copy, again);
    await updateSite(scope, again.expected, {
      hostUrl: toHostUrl(scope.unique(), scope.run.domain),
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
