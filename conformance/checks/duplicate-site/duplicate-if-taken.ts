import type { ExpectedSite } from '../../model/ledger.ts';
import { enterSite, type MadeSite } from '../../model/sites.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';

/** A copy under a name that rules for names may refuse. */
export async function duplicateIfTaken(
  scope: Scope,
  original: ExpectedSite,
  name: string,
): Promise<MadeSite | undefined> {
  const sent = await call(scope, {
    operation: 'duplicateSite',
    path: { siteId: original.id },
    body: { name },
    intent: 'probe',
  });
  return isSuccess(sent)
    ? enterSite(scope, sent, { name }, original.workspace, 'duplicating a site')
    : undefined;
}
