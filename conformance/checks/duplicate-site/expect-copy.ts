import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { useCopy } from '../../model/shared.ts';
import { toFieldName } from '../../model/site-differences.ts';
import { compareSite, enterSite, type MadeSite, toOrigin } from '../../model/sites.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe } from '../../runner/run.ts';

/** Where hosts have to be unique, a copy cannot have the host of its original: the target shows that by refusing a second one. */
async function areHostsUnique(scope: Scope, original: ExpectedSite): Promise<boolean> {
  if (original.hostUrl === null) return false;
  return scope.run.share('hosts are unique', async () => {
    const copy = await useCopy(scope);
    const sent = await call(scope, {
      operation: 'updateSite',
      path: { siteId: copy.id },
      body: { hostUrl: original.hostUrl },
      intent: 'probe',
    });
    if (!isSuccess(sent)) return true;
    copy.hostUrl = original.hostUrl;
    // Some targets hold only new sites to the rule.
    const input = { name: scope.unique(), hostUrl: original.hostUrl ?? '' };
    const created = await call(scope, {
      operation: 'createSite',
      path: { workspaceId: original.workspace },
      body: input,
      intent: 'probe',
    });
    if (isSuccess(created)) enterSite(scope, created, input, original.workspace, 'a site');
    return !isSuccess(created);
  });
}

/** A copy is a site of its own, with the name that was sent and the host of its original. */
export async function expectCopy(
  scope: Scope,
  original: ExpectedSite,
  { expected, body, sent }: MadeSite,
): Promise<void> {
  compareSite(scope, body, expected, 'the duplicate', sent);
  // What is reported here is no failure of each list that shows it.
  if (body['name'] !== expected.name) expected.uncertain.add('name');
  if (toKey(expected.id) === toKey(original.id)) {
    scope.fail({
      message: 'the duplicate has the id of the original',
      expected: 'a unique id',
      received: expected.id,
      pointer: '/id',
      exchange: scope.run.show(sent),
    });
  }
  // Where no host can be chosen, the original was given none.
  if (scope.run.forms.hosts === 'none') return;
  const { hostUrl } = body;
  if (
    original.hostUrl === null ||
    (typeof hostUrl === 'string' && toOrigin(hostUrl) === toOrigin(original.hostUrl))
  )
    return;
  if (await areHostsUnique(scope, original)) return;
  scope.fail({
    message:
      'the duplicate has a different host than the original, although two sites may share one',
    expected: describe(original.hostUrl),
    received: describe(hostUrl),
    pointer: '/hostUrl',
    // Behind the answers to updates of the original itself: what those lost, no copy can have.
    about: { what: toFieldName('hostUrl'), distance: 2.5 },
    exchange: scope.run.show(sent),
  });
}
