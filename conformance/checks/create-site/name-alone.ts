import { toHostUrl } from '../../data/fresh-body.ts';
import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { makeBare, takeTurn, useVictim } from '../../model/shared.ts';
import { compareSite, enterSite, expectRecord, updateSite } from '../../model/sites.ts';
import type { Check, Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, prepare, requireSuccess } from '../../runner/run.ts';
import { frame } from './frame.ts';

/** Gives a site a host, where the target takes that one. */
async function tryHost(scope: Scope, site: ExpectedSite, hostUrl: string): Promise<void> {
  const sent = await call(scope, {
    operation: 'updateSite',
    path: { siteId: site.id },
    body: { hostUrl },
    intent: 'probe',
  });
  if (!isSuccess(sent)) return;
  site.hostUrl = hostUrl;
  site.writers.push(scope.check.id);
  const body = requireSuccess(scope.run, sent, 'an update of the host');
  compareSite(scope, body, site, 'the site with its own host', sent);
}

/** From here on two sites have one name, where names need not be unique: the list has to tell them apart to the end. */
async function shareName(scope: Scope, site: ExpectedSite): Promise<void> {
  const { name } = await useVictim(scope);
  const sent = await call(scope, {
    operation: 'updateSite',
    path: { siteId: site.id },
    body: { name },
    intent: 'probe',
  });
  if (!isSuccess(sent)) return;
  site.name = name;
  site.writers.push(scope.check.id);
  const body = requireSuccess(scope.run, sent, 'an update to the name of another site');
  compareSite(scope, body, site, 'the site with the name of another', sent);
}

export const nameAlone: Check = {
  ...frame,
  id: 'createSite/accepts-a-name-alone',
  title: 'A site can be created with only a name',
  requirements: ['operations-exist', 'create-site-body', 'create-site-stores-what-was-sent'],
  sends:
    'a site with a short plain name and nothing else, twice; then updates of host and name of the second, to the name of a third, and to a host with http',
  expects:
    'a site with that name each time, with a unique id (a second site of the same name may be refused, and so may a host), and each update only in its own site',
  creates: 1,
  uses: ['bare', 'victim'],
  run: (scope) =>
    takeTurn(scope, 'bare', async () => {
      const bare = await makeBare(scope);
      compareSite(
        scope,
        bare.body,
        { ...bare.expected, name: bare.name },
        'the created site',
        bare.sent,
      );
      const { name } = bare.expected;
      const path = { workspaceId: scope.run.options.workspace };
      const again = await call(scope, {
        operation: 'createSite',
        path,
        body: { name },
        intent: 'probe',
      });
      if (!isSuccess(again)) return;
      const second = enterSite(scope, again, { name }, path.workspaceId, 'the same site again');
      if (toKey(second.expected.id) === toKey(bare.expected.id)) {
        scope.fail({
          message: 'two creations returned the same id',
          expected: 'a unique id for each site',
          received: second.expected.id,
          pointer: '/id',
          exchange: scope.run.show(again),
        });
        return;
      }
      await tryHost(scope, second.expected, toHostUrl(scope.unique(), scope.run.domain));
      await prepare('an update', () =>
        updateSite(scope, second.expected, { name: scope.unique() }),
      );
      await expectRecord(
        scope,
        bare.expected,
        'a site after an update of another with the same name',
      );
      await shareName(scope, second.expected);
      // The list has to show a site with such a host, too.
      const hostUrl = toHostUrl(scope.unique(), scope.run.domain).replace('https:', 'http:');
      await tryHost(scope, second.expected, hostUrl);
    }),
};
