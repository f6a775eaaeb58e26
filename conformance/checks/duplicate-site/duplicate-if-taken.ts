import type { Scope } from '../../engine/check.ts';
import { isSuccess } from '../../engine/journal.ts';
import type { ExpectedSite } from '../../engine/ledger.ts';
import { call } from '../../engine/run.ts';
import { enterSite, type MadeSite } from '../../engine/sites.ts';

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
