import { isRefused } from '../model/lawful-refusals.ts';
import type { ExpectedSite } from '../model/ledger.ts';
import type { Scope } from '../model/scope.ts';
import { compareSite, type MadeSite } from '../model/sites.ts';
import { tryUpdateSite } from '../model/trials.ts';
import { Inconclusive } from '../runner/outcome.ts';
import type { Sent } from '../runner/target.ts';
import { explainByLeastText } from './texts.ts';

/** Ends a check of an unusual name that the target refuses. */
export function excuseName(sent: Sent): void {
  if (isRefused(sent))
    throw new Inconclusive(
      `such a name is refused with ${sent.reply?.status}; the interface does not document rules for names`,
    );
}

/** Expects a new site to have the name that was sent. */
export async function expectName(
  scope: Scope,
  { body, expected, sent }: MadeSite,
  what: string,
): Promise<void> {
  compareSite(scope, body, expected, what, sent);
  if (body['name'] !== expected.name) await explainName(scope, expected);
}

/**
 * Created sites stay, so the shortest name that is changed is searched for with updates of the site that failed. What the
 * list shows of its name is then not a separate failure.
 */
async function explainName(scope: Scope, site: ExpectedSite): Promise<void> {
  const { name } = site;
  site.uncertain.add('name');
  await explainByLeastText(scope, name, {
    send: (text) => tryUpdateSite(scope, site.id, { name: text }),
    read: (body) => body['name'],
    pointer: '/name',
  });
}
